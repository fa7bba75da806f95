/* The resources, their template, how they are read and listened to. */
#include "server.h"

#include <stdio.h>
#include <string.h>

#define TEXT "test://static-text"
#define BINARY "test://static-binary"
#define LARGE "test://large-text"
#define ASKING "test://input-required"
#define TEMPLATE "test://template/{id}/data"
#define STATIC "This is the content of the static text resource."

enum {
    /** Lines of the large text, and bytes of each. */
    LINES = 5000,
    LINE = 60,
    MOST_LISTENED = 16,
};

/* The same as SANSMCP_DECIMAL, in a static initialiser. */
#define DECIMAL(literal) {.text = SANSMCP_STR_INIT(literal), .kind = SANSMCP_NUMBER_TEXT}

const sansmcp_resource resources[] = {
    {.uri = SANSMCP_STR_INIT(TEXT),
     .name = SANSMCP_STR_INIT("static-text"),
     .title = SANSMCP_STR_INIT("Static text"),
     .description = SANSMCP_STR_INIT("A text that never changes"),
     .mime_type = SANSMCP_STR_INIT("text/plain"),
     .has_size = true,
     .size = sizeof STATIC - 1,
     .annotations = {.audience = SANSMCP_AUDIENCE_USER | SANSMCP_AUDIENCE_ASSISTANT,
                     .priority = DECIMAL("0.5"),
                     .last_modified = SANSMCP_STR_INIT("2026-07-28T00:00:00Z")}},
    {.uri = SANSMCP_STR_INIT(BINARY),
     .name = SANSMCP_STR_INIT("static-binary"),
     .description = SANSMCP_STR_INIT("A picture of one pixel"),
     .mime_type = SANSMCP_STR_INIT("image/png"),
     .has_size = true,
     .size = PIXEL_LEN},
    {.uri = SANSMCP_STR_INIT(WATCHED),
     .name = SANSMCP_STR_INIT("watched-resource"),
     .description
     = SANSMCP_STR_INIT("A text that changes when test_update_watched_resource is called"),
     .mime_type = SANSMCP_STR_INIT("text/plain")},
    {.uri = SANSMCP_STR_INIT(LARGE),
     .name = SANSMCP_STR_INIT("large-text"),
     .description = SANSMCP_STR_INIT("A text of 300,000 bytes"),
     .mime_type = SANSMCP_STR_INIT("text/plain"),
     .has_size = true,
     .size = LINES * LINE},
    {.uri = SANSMCP_STR_INIT(ASKING),
     .name = SANSMCP_STR_INIT("input-required"),
     .description = SANSMCP_STR_INIT("A text that asks who reads it"),
     .mime_type = SANSMCP_STR_INIT("text/plain")},
};
const size_t resource_count = sizeof resources / sizeof *resources;

const sansmcp_template templates[] = {
    {.uri_template = SANSMCP_STR_INIT(TEMPLATE),
     .name = SANSMCP_STR_INIT("template"),
     .title = SANSMCP_STR_INIT("Data by number"),
     .description = SANSMCP_STR_INIT("Data for each id"),
     .mime_type = SANSMCP_STR_INIT("application/json")},
};
const size_t template_count = sizeof templates / sizeof *templates;

/** The value of the template's variable in a URI; NULL: it is another URI. */
static sansmcp_str id_of(struct desk *desk, sansmcp_str uri) {
    sansmcp_variable id;
    size_t count;
    if (sansmcp_template_match(S(TEMPLATE), uri, &id, 1, &count) != SANSMCP_OK || count != 1)
        return nothing;
    return decoded(desk, id.value);
}

static bool has(struct desk *desk, sansmcp_text uri) {
    for (size_t i = 0; i < resource_count; i++)
        if (sansmcp_text_equals(uri, resources[i].uri)) return true;
    return id_of(desk, plain(desk, uri)).data != NULL;
}

sansmcp_result listen_to(struct desk *desk, const sansmcp_event *event) {
    uint8_t allowed[MOST_LISTENED];
    size_t count = 0;
    sansmcp_text uri;
    while (count < MOST_LISTENED && (uri = sansmcp_event_uri(event, count)).data != NULL)
        allowed[count++] = has(desk, uri);
    return sansmcp_server_accept(
        desk->server, event, allowed, count, desk->work->tx, MESSAGE, &desk->out);
}

static sansmcp_result give(struct desk *desk, const sansmcp_event *event,
                           const sansmcp_contents *contents) {
    return sansmcp_server_contents(
        desk->server, event->ticket, contents, desk->work->tx, MESSAGE, &desk->out);
}

static sansmcp_result give_text(struct desk *desk, const sansmcp_event *event, sansmcp_str uri,
                                sansmcp_str mime_type, sansmcp_str text) {
    sansmcp_part part = {.uri = uri, .mime_type = mime_type, .text = text};
    sansmcp_contents contents = {.parts = &part, .part_count = 1};
    return give(desk, event, &contents);
}

static sansmcp_str large_text(void) {
    static char text[LINES * LINE + 1];
    if (text[0] == '\0') {
        for (int line = 0; line < LINES; line++) {
            char *at = text + line * LINE;
            int len = snprintf(at, LINE, "Line %d of %d", line + 1, LINES);
            memset(at + len, ' ', (size_t)(LINE - 1 - len));
            at[LINE - 1] = '\n';
        }
    }
    return (sansmcp_str){text, LINES * LINE};
}

/** A read can ask, too. */
static sansmcp_result asking(struct desk *desk, const sansmcp_event *event) {
    sansmcp_str answer, name, text;
    if (!answered(event, S("reader"), &answer)) {
        struct question who = elicit(desk, event, S("reader"), &reader_form);
        return ask(desk, event, &who, 1, nothing);
    }
    switch (said(desk, answer, S("name"), &name)) {
        case SAID_YES: text = JOIN(desk, S("Read by "), name, S(".")); break;
        case SAID_NO: text = JOIN(desk, S("Read by nobody: "), name); break;
        default: return invalid(desk, event, S("reader has no name"));
    }
    return give_text(desk, event, S(ASKING), S("text/plain"), text);
}

sansmcp_result read_resource(struct desk *desk, const sansmcp_event *event) {
    const sansmcp_str text_plain = S("text/plain");
    sansmcp_text uri = sansmcp_event_uri(event, 0);
    if (sansmcp_text_equals(uri, S(TEXT))) {
        /* It never changes, so that it may be kept for an hour, by anybody. */
        sansmcp_part part = {.uri = S(TEXT), .mime_type = text_plain, .text = S(STATIC)};
        sansmcp_contents contents = {
            .parts = &part,
            .part_count = 1,
            .has_cache = true,
            .cache_ttl_ms = 3600000,
            .cache_scope = SANSMCP_CACHE_PUBLIC,
        };
        return give(desk, event, &contents);
    }
    if (sansmcp_text_equals(uri, S(BINARY))) {
        sansmcp_part part = {
            .uri = S(BINARY), .mime_type = S("image/png"), .data = pixel, .data_len = PIXEL_LEN};
        sansmcp_contents contents = {.parts = &part, .part_count = 1};
        return give(desk, event, &contents);
    }
    if (sansmcp_text_equals(uri, S(LARGE)))
        return give_text(desk, event, S(LARGE), text_plain, large_text());
    if (sansmcp_text_equals(uri, S(WATCHED)))
        return give_text(desk, event, S(WATCHED), text_plain,
                         JOIN(desk, S("The watched resource was changed "),
                              digits(desk, desk->work->changes), S(" times.")));
    if (sansmcp_text_equals(uri, S(ASKING))) return asking(desk, event);
    sansmcp_str where = plain(desk, uri), id = id_of(desk, where);
    /* There is none: the engine knows how to say so in each revision. */
    if (id.data == NULL) return reply(desk, event);
    sansmcp_str as_json = escaped(desk, id);
    return give_text(desk, event, where, S("application/json"),
                     JOIN(desk, S("{\"id\":\""), as_json,
                          S("\",\"templateTest\":true,\"data\":\"Data for ID: "), as_json,
                          S("\"}")));
}
