/*
 * Results of a server: of reads, prompts, completions and calls, at once and in pieces; what the
 * requests say; walks through JSON, and URI templates. The last line is `N passed, M failed`.
 */
#include "result_world.h"

static const sansmcp_resource one = {.uri = I("test://one"), .name = I("one")};
static const sansmcp_template item = {.uri_template = I("test://item/{id}"), .name = I("item")};
static const sansmcp_prompt greet = {.name = I("greet")};
static const sansmcp_tool tool = {.name = I("t")};
static const sansmcp_server_info whole = {
    .name = I("w"), .version = I("1"), .tools = &tool, .tool_count = 1,
    .resources = &one, .resource_count = 1, .templates = &item, .template_count = 1,
    .prompts = &greet, .prompt_count = 1, .capabilities = SANSMCP_CAPABILITY_COMPLETIONS
        | SANSMCP_CAPABILITY_LOGGING | SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE,
};

#define RESULT "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{"
#define INFO "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"w\"," \
    "\"version\":\"1\"}"
#define READ "resources/read", "\"uri\":\"test://one\""
#define GET "prompts/get", "\"name\":\"greet\",\"arguments\":{\"who\":\"J\\u00f6\"}"
#define CALL "tools/call", "\"name\":\"t\""

static sansmcp_result contents(world *w, const sansmcp_contents *contents) {
    return sansmcp_server_contents(&w->server, w->event.ticket, contents, w->tx, w->tx_len,
                                   &w->out);
}

static void reads(void) {
    static const uint8_t bytes[] = {0, 255, 16};
    static const sansmcp_part parts[] = {
        {.uri = I("test://one"), .mime_type = I("text/plain"), .text = I("a\n\xc3\xa9"),
         .meta = I("{\"m\":1}")},
        {.uri = I("test://one#1"), .json_text = {"\\u00e9\\/", 8}},
        {.uri = I("test://one#2"), .mime_type = I("image/x"), .data = bytes, .data_len = 3},
        {.uri = I("test://one#3")},
        {.uri = I("test://one#4"), .text = I("")},
    };
    world w;
    begin(&w, &whole);
    request(&w, READ);
    CHECK(w.event.kind == SANSMCP_EVENT_READ_RESOURCE);
    GIVES_TEXT(sansmcp_event_uri(&w.event, 0), "test://one");
    CHECK(sansmcp_event_uri(&w.event, 1).data == NULL);
    GIVES(OK, contents(&w, &(sansmcp_contents){
        .parts = parts, .part_count = 5, .meta = S("{\"of\":\"all\"}"),
        .has_cache = true, .cache_ttl_ms = 7, .cache_scope = SANSMCP_CACHE_PUBLIC}));
    SENDS(&w, RESULT "\"resultType\":\"complete\",\"contents\":["
          "{\"uri\":\"test://one\",\"mimeType\":\"text/plain\",\"text\":\"a\\n\xc3\xa9\","
          "\"_meta\":{\"m\":1}},{\"uri\":\"test://one#1\",\"text\":\"\\u00e9\\/\"},"
          "{\"uri\":\"test://one#2\",\"mimeType\":\"image/x\",\"blob\":\"AP8Q\"},"
          "{\"uri\":\"test://one#3\",\"blob\":\"\"},{\"uri\":\"test://one#4\",\"text\":\"\"}],"
          "\"ttlMs\":7,\"cacheScope\":\"public\"," INFO
          ",\"of\":\"all\"}}}");
    GIVES(STALE, contents(&w, &(sansmcp_contents){.parts = parts, .part_count = 1}));
    request(&w, READ);
    GIVES(NOT_SUPPORTED, contents(&w, &(sansmcp_contents){.parts = parts}));
    tx(&w, 8);
    GIVES(SHORT, contents(&w, &(sansmcp_contents){.parts = &parts[4], .part_count = 1}));
    tx(&w, w.out.need);
    GIVES(OK, contents(&w, &(sansmcp_contents){.parts = &parts[4], .part_count = 1}));
    SENDS(&w, RESULT "\"resultType\":\"complete\",\"contents\":[{\"uri\":\"test://one#4\","
          "\"text\":\"\"}],\"ttlMs\":0,\"cacheScope\":\"private\"," INFO "}}}");
    end(&w);

    begin(&w, &whole);
    older(&w, "2024-11-05");
    request(&w, READ);
    sansmcp_contents first = {.parts = parts, .part_count = 1, .has_cache = true};
    GIVES(OK, contents(&w, &first));
    SENDS(&w, RESULT "\"contents\":[{\"uri\":\"test://one\",\"mimeType\":\"text/plain\","
          "\"text\":\"a\\n\xc3\xa9\"}]}}");
    request(&w, "resources/subscribe", "\"uri\":\"test:\\/\\/one\"");
    GIVES_TEXT(sansmcp_event_uri(&w.event, 0), "test://one");
    reply(&w);
    request(&w, "resources/unsubscribe", "\"uri\":\"test://one\"");
    GIVES_TEXT(sansmcp_event_uri(&w.event, 0), "test://one");
    reply(&w);
    request(&w, "logging/setLevel", "\"level\":\"error\"");
    CHECK(sansmcp_event_level(&w.event) == SANSMCP_LEVEL_ERROR);
    CHECK(sansmcp_event_uri(&w.event, 0).data == NULL);
    reply(&w);
    request(&w, "ping", "");
    CHECK(sansmcp_event_level(&w.event) == 0);
    reply(&w);
    end(&w);
    begin(&w, &whole);
    request(&w, "subscriptions/listen",
            "\"notifications\":{\"resourceSubscriptions\":[\"a:b\",\"c:\\u0064\"]}");
    GIVES_TEXT(sansmcp_event_uri(&w.event, 0), "a:b");
    GIVES_TEXT(sansmcp_event_uri(&w.event, 1), "c:d");
    CHECK(sansmcp_event_uri(&w.event, 2).data == NULL);
    end(&w);
}

/* A read in pieces, of text and of bytes, through buffers of every small size. */
static void streamed_reads(void) {
    static const char text[] = "a\"\xc3\xa9\xf0\x9f\x98\x80\n";
    for (size_t room = 6; room < 12; room++) {
        for (int is_bytes = 0; is_bytes < 2; is_bytes++) {
            world w;
            char all[512];
            size_t len = 0, done = 0;
            begin(&w, &whole);
            older(&w, "2025-06-18");
            request(&w, READ);
            GIVES(OK, sansmcp_server_begin_contents(&w.server, w.event.ticket, S("test://one"),
                                                    S("x/y"), is_bytes, w.tx, w.tx_len, &w.out));
            memcpy(all, w.out.data, len = w.out.len);
            tx(&w, room);
            while (done < sizeof text - 1) {
                size_t taken;
                GIVES(OK, sansmcp_server_piece(&w.server, w.event.ticket,
                                               (const uint8_t *)text + done, sizeof text - 1 - done,
                                               w.tx, w.tx_len, &taken, &w.out));
                memcpy(all + len, w.out.data, w.out.len);
                len += w.out.len;
                done += taken;
            }
            tx(&w, 48);
            GIVES(OK, sansmcp_server_end(&w.server, w.event.ticket, (sansmcp_str){0}, w.tx,
                                         w.tx_len, &w.out));
            memcpy(all + len, w.out.data, w.out.len);
            len += w.out.len;
            w.out = (sansmcp_out){.data = (const uint8_t *)all, .len = len};
            if (is_bytes)
                SENDS(&w, RESULT "\"contents\":[{\"uri\":\"test://one\",\"mimeType\":\"x/y\","
                      "\"blob\":\"YSLDqfCfmIAK\"}]}}");
            else
                SENDS(&w, RESULT "\"contents\":[{\"uri\":\"test://one\",\"mimeType\":\"x/y\","
                      "\"text\":\"a\\\"\xc3\xa9\xf0\x9f\x98\x80\\n\"}]}}");
            end(&w);
        }
    }
    world w;
    begin(&w, &whole);
    request(&w, CALL);
    GIVES(NOT_SUPPORTED, sansmcp_server_begin_contents(&w.server, w.event.ticket, S("a:b"), S(""),
                                                       false, w.tx, w.tx_len, &w.out));
    request(&w, READ);
    end(&w);
}

static sansmcp_result messages(world *w, const sansmcp_messages *messages) {
    return sansmcp_server_messages(&w->server, w->event.ticket, messages, w->tx, w->tx_len,
                                   &w->out);
}

static const sansmcp_str sizes[] = {I("any")};
static const sansmcp_icon icon = {.src = I("data:,x"), .sizes = sizes, .size_count = 1};
static const uint8_t sound[] = {1, 2};
/* A block of each kind, with all that it can say. */
static const sansmcp_content blocks[] = {
    {.kind = SANSMCP_CONTENT_TEXT, .text = I("hi"), .meta = I("{\"a\":1}"),
     .annotations = {.audience = SANSMCP_AUDIENCE_USER, .last_modified = I("2025"),
                     .priority = {.integer = 1, .kind = SANSMCP_NUMBER_INTEGER}}},
    {.kind = SANSMCP_CONTENT_IMAGE, .data = sound, .data_len = 2, .mime_type = I("image/x"),
     .annotations = {.audience = SANSMCP_AUDIENCE_ASSISTANT}, .meta = I("{}")},
    {.kind = SANSMCP_CONTENT_AUDIO, .data = sound, .data_len = 2, .mime_type = I("audio/x")},
    {.kind = SANSMCP_CONTENT_RESOURCE, .uri = I("a:b"), .mime_type = I("text/x"),
     .json_text = {"\\n", 2}, .resource_meta = I("{\"in\":1}"), .meta = I("{\"out\":2}")},
    {.kind = SANSMCP_CONTENT_BLOB, .uri = I("a:c"), .data = sound, .data_len = 2},
    {.kind = SANSMCP_CONTENT_LINK, .uri = I("a:d"), .name = I("d"), .title = I("D"),
     .description = I("The D"), .mime_type = I("x/y"), .size = 9, .has_size = true,
     .icons = &icon, .icon_count = 1, .meta = I("{\"l\":3}"),
     .annotations = {.priority = {.text = I("0.25"), .kind = SANSMCP_NUMBER_TEXT}}},
};
static const char *const written[] = {
    "{\"type\":\"text\",\"text\":\"hi\",\"annotations\":{\"audience\":[\"user\"],\"priority\":1,"
    "\"lastModified\":\"2025\"},\"_meta\":{\"a\":1}}",
    "{\"type\":\"image\",\"data\":\"AQI=\",\"mimeType\":\"image/x\",\"annotations\":"
    "{\"audience\":[\"assistant\"]},\"_meta\":{}}",
    "{\"type\":\"audio\",\"data\":\"AQI=\",\"mimeType\":\"audio/x\"}",
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"mimeType\":\"text/x\","
    "\"text\":\"\\n\",\"_meta\":{\"in\":1}},\"_meta\":{\"out\":2}}",
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:c\",\"blob\":\"AQI=\"}}",
    "{\"type\":\"resource_link\",\"uri\":\"a:d\",\"name\":\"d\",\"title\":\"D\","
    "\"description\":\"The D\",\"mimeType\":\"x/y\",\"size\":9,\"annotations\":"
    "{\"priority\":0.25},\"_meta\":{\"l\":3},\"icons\":[{\"src\":\"data:,x\","
    "\"sizes\":[\"any\"]}]}",
};

static void blocks_of_content(void) {
    world w;
    char line[4096], all[2048] = "";
    for (size_t i = 0; i < 6; i++) {
        sprintf(all + strlen(all), "%s%s", i > 0 ? "," : "", written[i]);
        begin(&w, &whole);
        older(&w, "2025-11-25");
        request(&w, CALL);
        sansmcp_answer answer = {.content = &blocks[i], .content_count = 1, .is_failed = i == 0};
        GIVES(OK, sansmcp_server_answer(&w.server, w.event.ticket, &answer, w.tx, w.tx_len,
                                        &w.out));
        sprintf(line, RESULT "\"content\":[%s]%s}}", written[i], i == 0 ? ",\"isError\":true" : "");
        SENDS(&w, line);
        request(&w, GET);
        sansmcp_message message = {.content = blocks[i], .role = SANSMCP_ROLE_ASSISTANT};
        GIVES(OK, messages(&w, &(sansmcp_messages){.messages = &message, .message_count = 1}));
        sprintf(line, RESULT "\"messages\":[{\"role\":\"assistant\",\"content\":%s}]}}",
                written[i]);
        SENDS(&w, line);
        end(&w);
    }
    begin(&w, &whole);
    older(&w, "2025-11-25");
    request(&w, CALL);
    sansmcp_answer answer = {.content = blocks, .content_count = 6, .structured = S("{\"s\":1}"),
                             .meta = S("{\"r\":1}"), .failure = S("why")};
    GIVES(OK, sansmcp_server_answer(&w.server, w.event.ticket, &answer, w.tx, w.tx_len, &w.out));
    sprintf(line, RESULT "\"content\":[%s,{\"type\":\"text\",\"text\":\"why\"}],"
            "\"structuredContent\":{\"s\":1},\"isError\":true,\"_meta\":{\"r\":1}}}", all);
    SENDS(&w, line);
    end(&w);
    /* What a revision lacks. */
    begin(&w, &whole);
    older(&w, "2024-11-05");
    request(&w, CALL);
    answer = (sansmcp_answer){.content = &blocks[2], .content_count = 1};
    GIVES(NOT_SUPPORTED, sansmcp_server_answer(&w.server, w.event.ticket, &answer, w.tx, w.tx_len,
                                               &w.out));
    answer.content = &blocks[5];
    GIVES(NOT_SUPPORTED, sansmcp_server_answer(&w.server, w.event.ticket, &answer, w.tx, w.tx_len,
                                               &w.out));
    answer.content = &blocks[0];
    GIVES(OK, sansmcp_server_answer(&w.server, w.event.ticket, &answer, w.tx, w.tx_len, &w.out));
    SENDS(&w, RESULT "\"content\":[{\"type\":\"text\",\"text\":\"hi\",\"annotations\":"
          "{\"audience\":[\"user\"],\"priority\":1}}]}}");
    end(&w);
}

static void prompts(void) {
    world w;
    sansmcp_text text;
    begin(&w, &whole);
    older(&w, "2025-06-18");
    request(&w, GET);
    CHECK(w.event.kind == SANSMCP_EVENT_GET_PROMPT);
    GIVES_TEXT(sansmcp_event_name(&w.event), "greet");
    GIVES(OK, sansmcp_event_arg(&w.event, S("who"), &text));
    GIVES_TEXT(text, "J\xc3\xb6");
    GIVES_STR(sansmcp_event_arguments(&w.event), "{\"who\":\"J\\u00f6\"}");
    sansmcp_message said[] = {
        {.content = {.kind = SANSMCP_CONTENT_TEXT, .json_text = text}},
        {.content = {.kind = SANSMCP_CONTENT_TEXT, .text = S("b")}, .role = SANSMCP_ROLE_ASSISTANT},
    };
    sansmcp_messages all = {.messages = said, .message_count = 2, .description = S("d\"d"),
                            .meta = S("{\"x\":1}")};
    GIVES(OK, messages(&w, &all));
    SENDS(&w, RESULT "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
          "\"text\":\"J\\u00f6\"}},{\"role\":\"assistant\",\"content\":{\"type\":\"text\","
          "\"text\":\"b\"}}],\"description\":\"d\\\"d\",\"_meta\":{\"x\":1}}}");
    GIVES(STALE, messages(&w, &all));
    request(&w, GET);
    GIVES(OK, messages(&w, &(sansmcp_messages){0}));
    SENDS(&w, RESULT "\"messages\":[]}}");
    request(&w, CALL);
    GIVES(NOT_SUPPORTED, messages(&w, &(sansmcp_messages){0}));
    end(&w);
}

static sansmcp_result complete(world *w, const sansmcp_completion *completion) {
    return sansmcp_server_completion(&w->server, w->event.ticket, completion, w->tx, w->tx_len,
                                     &w->out);
}

static void completions(void) {
    world w;
    sansmcp_text text;
    begin(&w, &whole);
    older(&w, "2025-06-18");
    request(&w, "completion/complete",
            "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},\"argument\":{\"name\":\"who\","
            "\"value\":\"J\\u00f6\"},\"context\":{\"arguments\":{\"how\":\"loud\"}}");
    CHECK(w.event.kind == SANSMCP_EVENT_COMPLETE);
    CHECK(sansmcp_event_reference_kind(&w.event) == SANSMCP_REFERENCE_PROMPT);
    GIVES_TEXT(sansmcp_event_reference(&w.event), "greet");
    GIVES_TEXT(sansmcp_event_argument_name(&w.event), "who");
    GIVES_TEXT(sansmcp_event_argument_value(&w.event), "J\xc3\xb6");
    GIVES(OK, sansmcp_event_context(&w.event, S("how"), &text));
    GIVES_TEXT(text, "loud");
    GIVES(NONE, sansmcp_event_context(&w.event, S("who"), &text));
    const sansmcp_str values[] = {S("J\xc3\xb6rg"), S("\"")};
    GIVES(OK, complete(&w, &(sansmcp_completion){
        .values = values, .value_count = 2, .total = 5, .has_total = true,
        .meta = S("{\"m\":1}")}));
    SENDS(&w, RESULT "\"completion\":{\"values\":[\"J\xc3\xb6rg\",\"\\\"\"],\"total\":5,"
          "\"hasMore\":true},\"_meta\":{\"m\":1}}}");
    request(&w, "completion/complete",
            "\"ref\":{\"type\":\"ref/resource\",\"uri\":\"test://item/{id}\"},"
            "\"argument\":{\"name\":\"id\",\"value\":\"\"}");
    CHECK(sansmcp_event_reference_kind(&w.event) == SANSMCP_REFERENCE_TEMPLATE);
    GIVES_TEXT(sansmcp_event_reference(&w.event), "test://item/{id}");
    GIVES(NONE, sansmcp_event_context(&w.event, S("who"), &text));
    GIVES(OK, complete(&w, &(sansmcp_completion){.values = values, .value_count = 1,
                                                 .has_more = true}));
    SENDS(&w, RESULT "\"completion\":{\"values\":[\"J\xc3\xb6rg\"],\"hasMore\":true}}}");
    GIVES(STALE, complete(&w, &(sansmcp_completion){0}));
    /* A hundred are sent, the others counted. */
    sansmcp_str many[120];
    for (size_t i = 0; i < 120; i++) many[i] = S("v");
    request(&w, "completion/complete",
            "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},"
            "\"argument\":{\"name\":\"who\",\"value\":\"\"}");
    GIVES(OK, complete(&w, &(sansmcp_completion){.values = many, .value_count = 120}));
    static const char tail[] = "\"v\"],\"total\":120,\"hasMore\":true}}}\n";
    CHECK(memcmp(w.out.data + w.out.len - (sizeof tail - 1), tail, sizeof tail - 1) == 0);
    CHECK(w.out.len == strlen(RESULT "\"completion\":{\"values\":[") + 99 * 4 + sizeof tail - 1);
    request(&w, CALL);
    CHECK(sansmcp_event_reference_kind(&w.event) == SANSMCP_REFERENCE_NONE);
    CHECK(sansmcp_event_reference(&w.event).data == NULL);
    CHECK(sansmcp_event_argument_name(&w.event).data == NULL);
    CHECK(sansmcp_event_argument_value(&w.event).data == NULL);
    GIVES(NONE, sansmcp_event_context(&w.event, S("who"), &text));
    GIVES(NOT_SUPPORTED, complete(&w, &(sansmcp_completion){0}));
    end(&w);
}

static void json(void) {
    const sansmcp_str object =
        S(" {\"a\":1, \"\\u0062\" : [true,null,-0.50,\"x\\n\",{}],\"c\":{}} ");
    sansmcp_walk walk, inner;
    sansmcp_text key;
    sansmcp_str value, list;
    sansmcp_number number;
    size_t count;
    CHECK(sansmcp_json_kind(object) == SANSMCP_JSON_OBJECT);
    GIVES(OK, sansmcp_json_count(object, &count));
    CHECK(count == 3);
    GIVES(OK, sansmcp_walk_init(&walk, object));
    GIVES(OK, sansmcp_walk_next(&walk, &key, &value));
    GIVES_TEXT(key, "a");
    GIVES_STR(value, "1");
    GIVES(OK, sansmcp_json_number(value, &number));
    CHECK(number.kind == SANSMCP_NUMBER_INTEGER && number.integer == 1);
    GIVES(OK, sansmcp_walk_next(&walk, &key, &list));
    GIVES_TEXT(key, "b");
    static const uint8_t kinds[] = {SANSMCP_JSON_BOOL, SANSMCP_JSON_NULL, SANSMCP_JSON_NUMBER,
        SANSMCP_JSON_STRING, SANSMCP_JSON_OBJECT};
    GIVES(OK, sansmcp_json_count(list, &count));
    CHECK(count == 5);
    GIVES(OK, sansmcp_walk_init(&inner, list));
    for (size_t i = 0; i < 5; i++) {
        sansmcp_str at;
        GIVES(OK, sansmcp_walk_next(&inner, i % 2 == 0 ? &key : NULL, &value));
        CHECK(sansmcp_json_kind(value) == kinds[i]);
        GIVES(OK, sansmcp_json_at(list, i, &at));
        CHECK(sansmcp_str_equals(at, value));
        CHECK(i % 2 != 0 || key.data == NULL);
        if (i == 2) {
            GIVES(OK, sansmcp_json_number(value, &number));
            CHECK(number.kind == SANSMCP_NUMBER_TEXT);
            GIVES_STR(number.text, "-0.50");
        }
    }
    GIVES(NONE, sansmcp_walk_next(&inner, &key, &value));
    GIVES(NONE, sansmcp_walk_next(&inner, &key, &value));
    GIVES(OK, sansmcp_walk_next(&walk, &key, &value));
    GIVES_TEXT(key, "c");
    GIVES(OK, sansmcp_walk_init(&inner, value));
    GIVES(NONE, sansmcp_walk_next(&inner, &key, &value));
    GIVES(NONE, sansmcp_walk_next(&walk, NULL, &value));
    GIVES(NONE, sansmcp_json_number(S("\"1\""), &number));
    GIVES(NONE, sansmcp_json_count(S("1"), &count));
    CHECK(sansmcp_json_kind(S("")) == 0 && sansmcp_json_kind(S("{} 1")) == 0);
    /* A long one: each byte is read once, or this would take minutes. */
    enum { MANY = 400000 };
    char *many = fresh(2 * MANY + 1, 1);
    for (size_t i = 0; i < MANY; i++) memcpy(many + 2 * i, i == 0 ? "[1" : ",1", 2);
    many[2 * MANY] = ']';
    GIVES(OK, sansmcp_walk_init(&walk, (sansmcp_str){many, 2 * MANY + 1}));
    for (count = 0; sansmcp_walk_next(&walk, NULL, &value) == SANSMCP_OK;) count++;
    CHECK(count == MANY);
    free(many);
    GIVES(NOT_SUPPORTED, sansmcp_walk_init(&walk, S("1")));
    GIVES(NOT_JSON, sansmcp_walk_init(&walk, S("x")));
    GIVES(OK, sansmcp_walk_init(&walk, S("[1,x]")));
    GIVES(OK, sansmcp_walk_next(&walk, NULL, &value));
    GIVES(NOT_JSON, sansmcp_walk_next(&walk, NULL, &value));
}

static void uris(void) {
    sansmcp_variable found[SANSMCP_MAX_VARIABLES];
    size_t count;
    char buffer[32];
    sansmcp_str plain;
    GIVES(OK, sansmcp_template_match(S("test://{kind}/{id}{?q,r}"), S("test://a/b%2Fc?r=1"), found,
                                     SANSMCP_MAX_VARIABLES, &count));
    CHECK(count == 3);
    GIVES_STR(found[0].name, "kind");
    GIVES_STR(found[0].value, "a");
    GIVES_STR(found[1].name, "id");
    GIVES_STR(found[1].value, "b%2Fc");
    GIVES_STR(found[2].name, "r");
    GIVES(OK, sansmcp_percent_decode(found[1].value, buffer, sizeof buffer, &plain));
    GIVES_STR(plain, "b/c");
    GIVES(SHORT, sansmcp_percent_decode(found[1].value, buffer, 2, &plain));
    CHECK(plain.data == NULL && plain.len == 3);
    GIVES(NOT_TEXT, sansmcp_percent_decode(S("%ff"), buffer, sizeof buffer, &plain));
    GIVES(NOT_TEXT, sansmcp_percent_decode(S("%f"), buffer, sizeof buffer, &plain));
    GIVES(OK, sansmcp_template_match(S("a:{b}"), S("a:b"), found, 0, &count));
    CHECK(count == 1);
    GIVES(NONE, sansmcp_template_match(S("a:{b}"), S("a:"), found, 1, &count));
    GIVES(NOT_SUPPORTED, sansmcp_template_match(S("a:{b"), S("a:b"), found, 1, &count));
    const sansmcp_variable given[] = {{S("id"), S("b/c")}, {S("kind"), S("\xc3\xa9")}};
    GIVES(OK, sansmcp_template_expand(S("t://{kind}/{id}{?q}"), given, 2, buffer, sizeof buffer,
                                      &plain));
    GIVES_STR(plain, "t://%C3%A9/b%2Fc");
    GIVES(SHORT, sansmcp_template_expand(S("t://{kind}/{id}{?q}"), given, 2, buffer, 5, &plain));
    CHECK(plain.data == NULL && plain.len == 16);
    GIVES(NOT_SUPPORTED, sansmcp_template_expand(S("{"), given, 2, buffer, 5, &plain));
    CHECK(sansmcp_icon_is_safe((sansmcp_text){"https:\\/\\/a.b/c", 15}));
    CHECK(!sansmcp_icon_is_safe((sansmcp_text){"javascript:x", 12}));
    CHECK(!sansmcp_icon_is_safe((sansmcp_text){0}));
}

int main(void) {
    reads();
    streamed_reads();
    blocks_of_content();
    prompts();
    completions();
    json();
    uris();
    return checked();
}
