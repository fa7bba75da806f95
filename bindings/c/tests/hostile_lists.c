/*
 * What the calls of lists, results, walks and templates do with what they should not be given:
 * NULL, tickets that are out of date, buffers that are too small, numbers and texts that are wrong.
 * Each is an error value, nothing is written then, and nothing crashes. The last line is
 * `N passed, M failed`.
 */
#include "result_world.h"

static const sansmcp_str none = {0};
static const sansmcp_str not_text = {"a\xff", 2};
static const sansmcp_str nowhere = {NULL, 1};
static const sansmcp_str endless = {"a", SIZE_MAX};
static const sansmcp_str not_object = I("[]");
static const sansmcp_resource one = {.uri = I("test://one"), .name = I("one")};
static const sansmcp_template item = {.uri_template = I("test://item/{id}"), .name = I("item")};
static const sansmcp_prompt greet = {.name = I("greet")};
static const sansmcp_tool tool = {.name = I("t")};
static const sansmcp_server_info whole = {
    .name = I("w"), .version = I("1"), .tools = &tool, .tool_count = 1,
    .resources = &one, .resource_count = 1, .templates = &item, .template_count = 1,
    .prompts = &greet, .prompt_count = 1, .capabilities = SANSMCP_CAPABILITY_COMPLETIONS,
};

#define READ "resources/read", "\"uri\":\"test://one\""
#define GET "prompts/get", "\"name\":\"greet\""
#define CALL "tools/call", "\"name\":\"t\""
#define COMPLETE "completion/complete", "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"}," \
    "\"argument\":{\"name\":\"a\",\"value\":\"\"}"
#define TX w.tx, w.tx_len

static bool is_untouched(const void *memory, size_t len) {
    const uint8_t *bytes = memory;
    while (len > 0 && bytes[len - 1] == 0xaa) len--;
    return len == 0;
}

/* A struct that is right but for one field. */
#define WRONG(result, type, value, field, with, call) do { \
    type it = value; \
    it.field = with; \
    GIVES(result, call); \
} while (0)

static sansmcp_result init(const sansmcp_server_info *info) {
    sansmcp_connection connection = {0};
    sansmcp_server server;
    memset(&server, 0xaa, sizeof server);
    sansmcp_result result = sansmcp_server_init(&server, info, &connection, NULL, 0);
    if (result != SANSMCP_OK) CHECK(is_untouched(&server, sizeof server));
    return result;
}

static sansmcp_result with_resource(const sansmcp_resource *it) {
    return init(&(sansmcp_server_info){.resources = it, .resource_count = 1});
}

static sansmcp_result with_template(const sansmcp_template *it) {
    return init(&(sansmcp_server_info){.templates = it, .template_count = 1});
}

static sansmcp_result with_prompt(const sansmcp_prompt *it) {
    return init(&(sansmcp_server_info){.prompts = it, .prompt_count = 1});
}

static sansmcp_result with_tool(const sansmcp_tool *it) {
    return init(&(sansmcp_server_info){.tools = it, .tool_count = 1});
}

/* What is wrong in the tables is told at the start, and on a page before it is added. */
static void tables(void) {
    static const sansmcp_icon icon = {.src = {"\xff", 1}};
    static const sansmcp_prompt_argument odd = {.name = I("a"), .required = 3};
    static const sansmcp_annotations who = {.audience = 4};
    static const sansmcp_annotations when = {.last_modified = {"\xff", 1}};
    static const sansmcp_annotations how = {.priority = {I("high"), 0, SANSMCP_NUMBER_TEXT}};
    static const sansmcp_annotations which = {.priority = {.kind = 3}};
    GIVES(OK, init(&whole));
    GIVES(NULL_POINTER, init(&(sansmcp_server_info){.resource_count = 1}));
    GIVES(NULL_POINTER, init(&(sansmcp_server_info){.template_count = 1}));
    GIVES(NULL_POINTER, init(&(sansmcp_server_info){.prompt_count = 1}));
    GIVES(OUT_OF_RANGE, init(&(sansmcp_server_info){.resources = &one,
                                                    .resource_count = SIZE_MAX / 8}));
    GIVES(NOT_JSON, init(&(sansmcp_server_info){.extensions = not_object}));
    GIVES(NOT_JSON, init(&(sansmcp_server_info){.experimental = I("{")}));
    WRONG(OUT_OF_RANGE, sansmcp_tool, tool, task_support, 4, with_tool(&it));

    WRONG(NOT_TEXT, sansmcp_resource, one, uri, not_text, with_resource(&it));
    WRONG(NULL_POINTER, sansmcp_resource, one, name, nowhere, with_resource(&it));
    WRONG(OUT_OF_RANGE, sansmcp_resource, one, title, endless, with_resource(&it));
    WRONG(NOT_TEXT, sansmcp_resource, one, description, not_text, with_resource(&it));
    WRONG(NOT_TEXT, sansmcp_resource, one, mime_type, not_text, with_resource(&it));
    WRONG(OUT_OF_RANGE, sansmcp_resource, one, annotations, who, with_resource(&it));
    WRONG(NOT_TEXT, sansmcp_resource, one, annotations, when, with_resource(&it));
    WRONG(NOT_JSON, sansmcp_resource, one, annotations, how, with_resource(&it));
    WRONG(OUT_OF_RANGE, sansmcp_resource, one, annotations, which, with_resource(&it));
    WRONG(NULL_POINTER, sansmcp_resource, one, icon_count, 1, with_resource(&it));
    WRONG(NOT_JSON, sansmcp_resource, one, meta, not_object, with_resource(&it));

    WRONG(NOT_TEXT, sansmcp_template, item, uri_template, not_text, with_template(&it));
    WRONG(NOT_TEXT, sansmcp_template, item, name, not_text, with_template(&it));
    WRONG(NOT_TEXT, sansmcp_template, item, title, not_text, with_template(&it));
    WRONG(NOT_TEXT, sansmcp_template, item, description, not_text, with_template(&it));
    WRONG(NOT_TEXT, sansmcp_template, item, mime_type, not_text, with_template(&it));
    WRONG(OUT_OF_RANGE, sansmcp_template, item, annotations, who, with_template(&it));
    WRONG(NULL_POINTER, sansmcp_template, item, icon_count, 1, with_template(&it));
    WRONG(NOT_JSON, sansmcp_template, item, meta, not_object, with_template(&it));

    WRONG(NOT_TEXT, sansmcp_prompt, greet, name, not_text, with_prompt(&it));
    WRONG(NOT_TEXT, sansmcp_prompt, greet, title, not_text, with_prompt(&it));
    WRONG(NOT_TEXT, sansmcp_prompt, greet, description, not_text, with_prompt(&it));
    WRONG(NULL_POINTER, sansmcp_prompt, greet, argument_count, 1, with_prompt(&it));
    WRONG(NULL_POINTER, sansmcp_prompt, greet, icon_count, 1, with_prompt(&it));
    WRONG(NOT_JSON, sansmcp_prompt, greet, meta, not_object, with_prompt(&it));
    sansmcp_prompt prompt = greet;
    prompt.arguments = &odd;
    prompt.argument_count = 1;
    GIVES(OUT_OF_RANGE, with_prompt(&prompt));
    sansmcp_prompt_argument bad[] = {odd, {.name = not_text}, {.title = not_text},
                                     {.description = not_text}};
    for (size_t i = 1; i < 4; i++) {
        prompt.arguments = &bad[i];
        GIVES(NOT_TEXT, with_prompt(&prompt));
    }
    sansmcp_resource resource = one;
    resource.icons = &icon;
    resource.icon_count = 1;
    GIVES(NOT_TEXT, with_resource(&resource));
}

static void pages(void) {
    world w;
    sansmcp_page page, new_page;
    begin(&w, &whole);
    request(&w, "resources/list", "");
    memset(&page, 0xaa, sizeof page);
    sansmcp_server *s = &w.server;
    GIVES(NULL_POINTER, sansmcp_server_page(NULL, &w.event, TX, &page));
    GIVES(NULL_POINTER, sansmcp_server_page(s, NULL, TX, &page));
    GIVES(NULL_POINTER, sansmcp_server_page(s, &w.event, NULL, 1, &page));
    GIVES(OUT_OF_RANGE, sansmcp_server_page(s, &w.event, w.tx, SIZE_MAX, &page));
    GIVES(NULL_POINTER, sansmcp_server_page(s, &w.event, TX, NULL));
    sansmcp_event odd = w.event;
    odd.kind = SANSMCP_EVENT_PING;
    GIVES(NOT_SUPPORTED, sansmcp_server_page(s, &odd, TX, &page));
    odd.kind = 0;
    GIVES(OUT_OF_RANGE, sansmcp_server_page(s, &odd, TX, &page));
    sansmcp_server empty = {0};
    GIVES(NULL_POINTER, sansmcp_server_page(&empty, &w.event, TX, &page));
    CHECK(is_untouched(&page, sizeof page));

    GIVES(OK, sansmcp_server_page(s, &w.event, TX, &page));
    new_page = page;
    GIVES(NULL_POINTER, sansmcp_page_resource(NULL, &one));
    GIVES(NULL_POINTER, sansmcp_page_resource(&page, NULL));
    GIVES(NULL_POINTER, sansmcp_page_tool(NULL, &tool));
    GIVES(NULL_POINTER, sansmcp_page_tool(&page, NULL));
    GIVES(NULL_POINTER, sansmcp_page_template(NULL, &item));
    GIVES(NULL_POINTER, sansmcp_page_template(&page, NULL));
    GIVES(NULL_POINTER, sansmcp_page_prompt(NULL, &greet));
    GIVES(NULL_POINTER, sansmcp_page_prompt(&page, NULL));
    WRONG(NOT_TEXT, sansmcp_resource, one, uri, not_text, sansmcp_page_resource(&page, &it));
    WRONG(NOT_JSON, sansmcp_resource, one, meta, not_object, sansmcp_page_resource(&page, &it));
    CHECK(memcmp(&page, &new_page, sizeof page) == 0);
    /* An entry of another list: the page cannot be sent, but another one can. */
    GIVES(NOT_SUPPORTED, sansmcp_page_tool(&page, &tool));
    GIVES(NOT_SUPPORTED, sansmcp_page_resource(&page, &one));
    GIVES(NOT_SUPPORTED, sansmcp_page_end(&page, none, &w.out));
    page = new_page;
    GIVES(NOT_SUPPORTED, sansmcp_page_template(&page, &item));
    page = new_page;
    GIVES(NOT_SUPPORTED, sansmcp_page_prompt(&page, &greet));
    GIVES(OK, sansmcp_server_page(s, &w.event, TX, &page));
    memset(&w.out, 0xaa, sizeof w.out);
    GIVES(NULL_POINTER, sansmcp_page_end(NULL, none, &w.out));
    GIVES(NULL_POINTER, sansmcp_page_end(&page, none, NULL));
    GIVES(NULL_POINTER, sansmcp_page_end(&page, nowhere, &w.out));
    GIVES(NOT_TEXT, sansmcp_page_end(&page, not_text, &w.out));
    CHECK(is_untouched(&w.out, sizeof w.out));
    /* A page that nobody began, and ones that were tampered with. */
    sansmcp_page zero = {0};
    GIVES(NULL_POINTER, sansmcp_page_resource(&zero, &one));
    GIVES(NULL_POINTER, sansmcp_page_end(&zero, none, &w.out));
    new_page = page;
    page.written = SIZE_MAX;
    GIVES(SHORT, sansmcp_page_resource(&page, &one));
    CHECK(sansmcp_page_end(&page, none, &w.out) != SANSMCP_OK);
    page = new_page;
    page.fault = 200;
    GIVES(NOT_SUPPORTED, sansmcp_page_end(&page, none, &w.out));
    page = new_page;
    page.ticket.generation++;
    GIVES(STALE, sansmcp_page_resource(&page, &one));
    GIVES(STALE, sansmcp_page_end(&page, none, &w.out));
    page = new_page;
    page.tx = NULL;
    GIVES(NULL_POINTER, sansmcp_page_resource(&page, &one));
    GIVES(NULL_POINTER, sansmcp_page_end(&page, none, &w.out));
    /* Answered otherwise in the middle. */
    page = new_page;
    GIVES(OK, sansmcp_page_resource(&page, &one));
    uint8_t other[1024];
    GIVES(OK, sansmcp_server_reply(s, &w.event, other, sizeof other, &w.out));
    GIVES(STALE, sansmcp_page_resource(&page, &one));
    GIVES(STALE, sansmcp_page_end(&page, none, &w.out));
    /* A cursor that is longer than the room that is left for it. */
    request(&w, "resources/list", "");
    tx(&w, 400);
    GIVES(OK, sansmcp_server_page(s, &w.event, TX, &page));
    while (sansmcp_page_resource(&page, &one) == SANSMCP_OK) {}
    char cursor[64];
    memset(cursor, '"', sizeof cursor);
    GIVES(SHORT, sansmcp_page_end(&page, (sansmcp_str){cursor, sizeof cursor}, &w.out));
    CHECK(w.out.need > w.tx_len);
    GIVES(OK, sansmcp_page_end(&page, S("12345678901"), &w.out));
    end(&w);
}

static void contents(void) {
    static const sansmcp_part part = {.uri = I("a:b"), .text = I("c")};
    static const uint8_t data[1];
    world w;
    sansmcp_contents all = {.parts = &part, .part_count = 1};
    begin(&w, &whole);
    request(&w, READ);
    sansmcp_server *s = &w.server;
    sansmcp_ticket t = w.event.ticket;
    memset(&w.out, 0xaa, sizeof w.out);
    GIVES(NULL_POINTER, sansmcp_server_contents(NULL, t, &all, TX, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_contents(s, t, NULL, TX, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_contents(s, t, &all, NULL, 1, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_contents(s, t, &all, TX, NULL));
    WRONG(NULL_POINTER, sansmcp_contents, all, parts, NULL,
          sansmcp_server_contents(s, t, &it, TX, &w.out));
    WRONG(OUT_OF_RANGE, sansmcp_contents, all, part_count, SIZE_MAX / 8,
          sansmcp_server_contents(s, t, &it, TX, &w.out));
    WRONG(NOT_JSON, sansmcp_contents, all, meta, not_object,
          sansmcp_server_contents(s, t, &it, TX, &w.out));
    WRONG(OUT_OF_RANGE, sansmcp_contents, all, cache_scope, 2,
          sansmcp_server_contents(s, t, &it, TX, &w.out));
    sansmcp_part bad[] = {
        {.uri = not_text}, {.mime_type = not_text}, {.text = not_text}, {.data_len = 1},
        {.json_text = {"\"", 1}}, {.meta = not_object}, {.data = data, .data_len = SIZE_MAX},
    };
    const sansmcp_result results[] = {SANSMCP_NOT_TEXT, SANSMCP_NOT_TEXT, SANSMCP_NOT_TEXT,
        SANSMCP_NULL_POINTER, SANSMCP_NOT_JSON, SANSMCP_NOT_JSON, SANSMCP_OUT_OF_RANGE};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        all.parts = &bad[i];
        CHECK(sansmcp_server_contents(s, t, &all, TX, &w.out) == results[i]);
    }
    GIVES(NULL_POINTER, sansmcp_server_begin_contents(NULL, t, S("a:b"), none, false, TX, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_begin_contents(s, t, nowhere, none, false, TX, &w.out));
    GIVES(NOT_TEXT, sansmcp_server_begin_contents(s, t, S("a:b"), not_text, false, TX, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_begin_contents(s, t, S("a:b"), none, true, NULL, 1, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_begin_contents(s, t, S("a:b"), none, true, TX, NULL));
    CHECK(is_untouched(&w.out, sizeof w.out));
    all.parts = &part;
    for (uint16_t i = 0; i < 6; i++) {
        sansmcp_ticket stale = {t.generation + (i == 0), (uint16_t)(t.index + 13001 * i)};
        GIVES(STALE, sansmcp_server_contents(s, stale, &all, TX, &w.out));
        GIVES(STALE, sansmcp_server_begin_contents(s, stale, S("a:b"), none, false, TX, &w.out));
        GIVES(STALE, sansmcp_server_messages(s, stale, &(sansmcp_messages){0}, TX, &w.out));
        GIVES(STALE, sansmcp_server_completion(s, stale, &(sansmcp_completion){0}, TX, &w.out));
    }
    /* The wrong kind of answer, then every buffer that is too small. */
    GIVES(NOT_SUPPORTED, sansmcp_server_messages(s, t, &(sansmcp_messages){0}, TX, &w.out));
    GIVES(NOT_SUPPORTED, sansmcp_server_completion(s, t, &(sansmcp_completion){0}, TX, &w.out));
    GIVES(SHORT, sansmcp_server_begin_contents(s, t, S("a:b"), none, false, w.tx, 20, &w.out));
    size_t need = 0;
    for (size_t len = 0; len == 0 || len < need; len++) {
        tx(&w, len);
        GIVES(SHORT, sansmcp_server_contents(s, t, &all, TX, &w.out));
        CHECK(need == 0 || w.out.need == need);
        need = w.out.need;
    }
    tx(&w, need);
    GIVES(OK, sansmcp_server_contents(s, t, &all, TX, &w.out));
    end(&w);
}

static void messages(void) {
    world w;
    sansmcp_message message = {.content = {.text = S("a")}};
    sansmcp_messages all = {.messages = &message, .message_count = 1};
    begin(&w, &whole);
    request(&w, GET);
    sansmcp_server *s = &w.server;
    sansmcp_ticket t = w.event.ticket;
    memset(&w.out, 0xaa, sizeof w.out);
    GIVES(NULL_POINTER, sansmcp_server_messages(NULL, t, &all, TX, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_messages(s, t, NULL, TX, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_messages(s, t, &all, NULL, 1, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_messages(s, t, &all, TX, NULL));
    GIVES(NULL_POINTER, sansmcp_server_messages(s, t, &(sansmcp_messages){.message_count = 1}, TX,
                                                &w.out));
    WRONG(NOT_TEXT, sansmcp_messages, all, description, not_text,
          sansmcp_server_messages(s, t, &it, TX, &w.out));
    WRONG(NOT_JSON, sansmcp_messages, all, meta, not_object,
          sansmcp_server_messages(s, t, &it, TX, &w.out));
    message.role = 2;
    GIVES(OUT_OF_RANGE, sansmcp_server_messages(s, t, &all, TX, &w.out));
    message.role = 0;
    const sansmcp_content bad[] = {
        {.kind = 6}, {.kind = SANSMCP_CONTENT_TEXT}, {.text = S("a"), .meta = not_object},
        {.text = S("a"), .annotations = {.audience = 8}}, {.text = S("a"), .icon_count = 1},
        {.kind = SANSMCP_CONTENT_IMAGE, .data_len = 1},
        {.kind = SANSMCP_CONTENT_AUDIO, .mime_type = not_text},
        {.kind = SANSMCP_CONTENT_RESOURCE, .uri = S("a:b")},
        {.kind = SANSMCP_CONTENT_BLOB, .uri = nowhere},
        {.kind = SANSMCP_CONTENT_BLOB, .resource_meta = not_object},
        {.kind = SANSMCP_CONTENT_LINK, .title = not_text},
        {.kind = SANSMCP_CONTENT_LINK, .description = not_text},
    };
    const sansmcp_result results[] = {SANSMCP_OUT_OF_RANGE, SANSMCP_NULL_POINTER, SANSMCP_NOT_JSON,
        SANSMCP_OUT_OF_RANGE, SANSMCP_NULL_POINTER, SANSMCP_NULL_POINTER, SANSMCP_NOT_TEXT,
        SANSMCP_NULL_POINTER, SANSMCP_NULL_POINTER, SANSMCP_NOT_JSON, SANSMCP_NOT_TEXT,
        SANSMCP_NOT_TEXT};
    sansmcp_answer answer = {.content = &message.content, .content_count = 1};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        message.content = bad[i];
        CHECK(sansmcp_server_messages(s, t, &all, TX, &w.out) == results[i]);
        CHECK(sansmcp_server_answer(s, t, &answer, TX, &w.out) == results[i]);
    }
    CHECK(is_untouched(&w.out, sizeof w.out));
    message.content = (sansmcp_content){.text = S("a")};
    GIVES(NOT_SUPPORTED, sansmcp_server_answer(s, t, &answer, TX, &w.out));
    GIVES(SHORT, sansmcp_server_messages(s, t, &all, w.tx, 10, &w.out));
    GIVES(OK, sansmcp_server_messages(s, t, &all, TX, &w.out));
    end(&w);
}

static void completions(void) {
    world w;
    const sansmcp_str values[] = {S("a"), not_text};
    sansmcp_completion all = {.values = values, .value_count = 1};
    sansmcp_text text;
    begin(&w, &whole);
    request(&w, COMPLETE);
    sansmcp_server *s = &w.server;
    sansmcp_ticket t = w.event.ticket;
    memset(&w.out, 0xaa, sizeof w.out);
    memset(&text, 0xaa, sizeof text);
    GIVES(NULL_POINTER, sansmcp_server_completion(NULL, t, &all, TX, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_completion(s, t, NULL, TX, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_completion(s, t, &all, NULL, 1, &w.out));
    GIVES(NULL_POINTER, sansmcp_server_completion(s, t, &all, TX, NULL));
    WRONG(NOT_TEXT, sansmcp_completion, all, value_count, 2,
          sansmcp_server_completion(s, t, &it, TX, &w.out));
    WRONG(NULL_POINTER, sansmcp_completion, all, values, NULL,
          sansmcp_server_completion(s, t, &it, TX, &w.out));
    WRONG(NOT_JSON, sansmcp_completion, all, meta, not_object,
          sansmcp_server_completion(s, t, &it, TX, &w.out));
    CHECK(is_untouched(&w.out, sizeof w.out));
    GIVES(NULL_POINTER, sansmcp_event_context(NULL, S("a"), &text));
    GIVES(NULL_POINTER, sansmcp_event_context(&w.event, nowhere, &text));
    GIVES(NOT_TEXT, sansmcp_event_context(&w.event, not_text, &text));
    GIVES(NULL_POINTER, sansmcp_event_context(&w.event, S("a"), NULL));
    CHECK(is_untouched(&text, sizeof text));
    CHECK(sansmcp_event_reference_kind(NULL) == SANSMCP_REFERENCE_NONE);
    CHECK(sansmcp_event_reference(NULL).data == NULL && sansmcp_event_uri(NULL, 0).data == NULL);
    CHECK(sansmcp_event_argument_name(NULL).data == NULL && sansmcp_event_level(NULL) == 0);
    CHECK(sansmcp_event_argument_value(NULL).data == NULL);
    GIVES(SHORT, sansmcp_server_completion(s, t, &all, w.tx, 10, &w.out));
    GIVES(OK, sansmcp_server_completion(s, t, &all, TX, &w.out));
    end(&w);
}

static void values_of_json(void) {
    sansmcp_walk walk;
    sansmcp_text key;
    sansmcp_str value;
    sansmcp_number number;
    size_t count;
    memset(&walk, 0xaa, sizeof walk);
    memset(&value, 0xaa, sizeof value);
    GIVES(NULL_POINTER, sansmcp_walk_init(NULL, S("{}")));
    GIVES(NULL_POINTER, sansmcp_walk_init(&walk, nowhere));
    GIVES(OUT_OF_RANGE, sansmcp_walk_init(&walk, endless));
    GIVES(NOT_TEXT, sansmcp_walk_init(&walk, not_text));
    GIVES(NOT_JSON, sansmcp_walk_init(&walk, none));
    CHECK(is_untouched(&walk, sizeof walk));
    GIVES(NULL_POINTER, sansmcp_walk_next(NULL, &key, &value));
    GIVES(OK, sansmcp_walk_init(&walk, S("{\"a\":1}")));
    GIVES(NULL_POINTER, sansmcp_walk_next(&walk, &key, NULL));
    static const char *const broken[] = {"{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":tru", "{1:2}",
        "{,}", "[", "[,", "[1", "[\"", "[{]", "[\x01"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        sansmcp_result result;
        char *exact = fresh(strlen(broken[i]), 1);
        memcpy(exact, broken[i], strlen(broken[i]));
        GIVES(OK, sansmcp_walk_init(&walk, (sansmcp_str){exact, strlen(broken[i])}));
        while ((result = sansmcp_walk_next(&walk, &key, &value)) == SANSMCP_OK) {}
        CHECK(result == SANSMCP_NOT_JSON);
        GIVES(NOT_JSON, sansmcp_walk_next(&walk, &key, &value));
        free(exact);
    }
    walk = (sansmcp_walk){.json = S("[1,2]"), .at = SIZE_MAX, .is_array = true};
    GIVES(NOT_JSON, sansmcp_walk_next(&walk, &key, &value));
    GIVES(NULL_POINTER, sansmcp_json_number(S("1"), NULL));
    GIVES(NULL_POINTER, sansmcp_json_number(nowhere, &number));
    GIVES(NOT_JSON, sansmcp_json_number(S("1x"), &number));
    GIVES(NULL_POINTER, sansmcp_json_count(S("[]"), NULL));
    GIVES(NOT_JSON, sansmcp_json_count(S("[1,]"), &count));
    CHECK(sansmcp_json_kind(none) == 0 && sansmcp_json_kind(nowhere) == 0);
    CHECK(sansmcp_json_kind(not_text) == 0 && sansmcp_json_kind(endless) == 0);
}

static void templates(void) {
    sansmcp_variable variable = {0};
    size_t count = 7;
    char buffer[8];
    sansmcp_str plain;
    const sansmcp_str of = S("a:{b}"), uri = S("a:c");
    memset(&plain, 0xaa, sizeof plain);
    GIVES(NULL_POINTER, sansmcp_template_match(nowhere, uri, &variable, 1, &count));
    GIVES(NOT_TEXT, sansmcp_template_match(of, not_text, &variable, 1, &count));
    GIVES(NULL_POINTER, sansmcp_template_match(of, uri, NULL, 1, &count));
    GIVES(OUT_OF_RANGE, sansmcp_template_match(of, uri, &variable, SIZE_MAX, &count));
    GIVES(NULL_POINTER, sansmcp_template_match(of, uri, &variable, 1, NULL));
    CHECK(count == 7 && variable.name.data == NULL);
    GIVES(NULL_POINTER, sansmcp_template_expand(nowhere, &variable, 1, buffer, 8, &plain));
    GIVES(NULL_POINTER, sansmcp_template_expand(of, NULL, 1, buffer, 8, &plain));
    GIVES(NULL_POINTER, sansmcp_template_expand(of, &variable, 1, NULL, 8, &plain));
    GIVES(NULL_POINTER, sansmcp_template_expand(of, &variable, 1, buffer, 8, NULL));
    variable.name = not_text;
    GIVES(NOT_TEXT, sansmcp_template_expand(of, &variable, 1, buffer, 8, &plain));
    variable = (sansmcp_variable){S("b"), nowhere};
    GIVES(NULL_POINTER, sansmcp_template_expand(of, &variable, 1, buffer, 8, &plain));
    GIVES(NULL_POINTER, sansmcp_percent_decode(nowhere, buffer, 8, &plain));
    GIVES(NULL_POINTER, sansmcp_percent_decode(uri, NULL, 8, &plain));
    GIVES(NULL_POINTER, sansmcp_percent_decode(uri, buffer, 8, NULL));
    CHECK(is_untouched(&plain, sizeof plain));
    CHECK(!sansmcp_icon_is_safe((sansmcp_text){NULL, 9}));
    CHECK(!sansmcp_icon_is_safe((sansmcp_text){"\xff", 1}));
}

int main(void) {
    tables();
    pages();
    contents();
    messages();
    completions();
    values_of_json();
    templates();
    return checked();
}
