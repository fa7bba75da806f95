/* Tools that answer at once: every kind of content, structured results, schemas. */
#include "server.h"

#include <string.h>

static const sansmcp_str png = SANSMCP_STR_INIT("image/png"), text_type
    = SANSMCP_STR_INIT("text/plain");

static sansmcp_result simple_text(struct desk *desk, const sansmcp_event *call) {
    return say(desk, call, S("This is a simple text response for testing."));
}

static sansmcp_result echo(struct desk *desk, const sansmcp_event *call) {
    sansmcp_text text;
    if (sansmcp_event_arg(call, S("text"), &text) != SANSMCP_OK)
        return fail(desk, call, S("text is missing"));
    sansmcp_content block = {.kind = SANSMCP_CONTENT_TEXT, .json_text = text};
    return show(desk, call, &block, 1);
}

static sansmcp_result image(struct desk *desk, const sansmcp_event *call) {
    sansmcp_content block = {
        .kind = SANSMCP_CONTENT_IMAGE, .data = pixel, .data_len = PIXEL_LEN, .mime_type = png};
    return show(desk, call, &block, 1);
}

static sansmcp_result audio(struct desk *desk, const sansmcp_event *call) {
    sansmcp_content block = {
        .kind = SANSMCP_CONTENT_AUDIO,
        .data = silence,
        .data_len = SILENCE_LEN,
        .mime_type = S("audio/wav"),
    };
    return show(desk, call, &block, 1);
}

static sansmcp_result embedded_resource(struct desk *desk, const sansmcp_event *call) {
    sansmcp_content block = {
        .kind = SANSMCP_CONTENT_RESOURCE,
        .uri = S("test://embedded-resource"),
        .mime_type = text_type,
        .text = S("This is an embedded resource content."),
    };
    return show(desk, call, &block, 1);
}

static sansmcp_result multiple_content_types(struct desk *desk, const sansmcp_event *call) {
    sansmcp_content blocks[] = {
        {.kind = SANSMCP_CONTENT_TEXT, .text = S("Multiple content types test:")},
        {.kind = SANSMCP_CONTENT_IMAGE, .data = pixel, .data_len = PIXEL_LEN, .mime_type = png},
        {.kind = SANSMCP_CONTENT_RESOURCE,
         .uri = S("test://mixed-content-resource"),
         .mime_type = S("application/json"),
         .text = S("{\"test\":\"data\",\"value\":123}")},
    };
    return show(desk, call, blocks, 3);
}

static sansmcp_result resource_link(struct desk *desk, const sansmcp_event *call) {
    sansmcp_content block = {
        .kind = SANSMCP_CONTENT_LINK,
        .uri = S("test://static-text"),
        .name = S("static-text"),
        .mime_type = text_type,
    };
    return show(desk, call, &block, 1);
}

static sansmcp_result annotated_content(struct desk *desk, const sansmcp_event *call) {
    sansmcp_content block = {
        .kind = SANSMCP_CONTENT_TEXT,
        .text = S("For the person, and important."),
        .annotations = {.audience = SANSMCP_AUDIENCE_USER, .priority = SANSMCP_DECIMAL("0.9")},
    };
    return show(desk, call, &block, 1);
}

static sansmcp_result error_handling(struct desk *desk, const sansmcp_event *call) {
    return fail(desk, call, S("This tool intentionally returns an error for testing"));
}

static sansmcp_result structured_output(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str weather
        = S("{\"temperature\":22.5,\"conditions\":\"Partly cloudy\",\"humidity\":65}");
    /* The text says the same, for clients of before 2025-06-18. */
    sansmcp_content block = {.kind = SANSMCP_CONTENT_TEXT, .text = weather};
    sansmcp_answer answer = {.content = &block, .content_count = 1, .structured = weather};
    return sansmcp_server_answer(
        desk->server, call->ticket, &answer, desk->work->tx, MESSAGE, &desk->out);
}

static sansmcp_result json_schema(struct desk *desk, const sansmcp_event *call) {
    return say(desk, call, S("The arguments are as they came."));
}

static sansmcp_result header_parameter(struct desk *desk, const sansmcp_event *call) {
    sansmcp_text region;
    if (sansmcp_event_arg(call, S("region"), &region) != SANSMCP_OK)
        return say(desk, call, S("Region: none"));
    sansmcp_content blocks[] = {
        {.kind = SANSMCP_CONTENT_TEXT, .text = S("Region:")},
        {.kind = SANSMCP_CONTENT_TEXT, .json_text = region},
    };
    return show(desk, call, blocks, 2);
}

/** Sends a long text as a small device would: piece by piece, none larger than the buffer. */
static sansmcp_result streamed_text(struct desk *desk, const sansmcp_event *call) {
    static const char line[] = "0123456789 \"quoted\" \\ \xC3\xA9 \xF0\x9F\x98\x80\n";
    enum { LINE = sizeof line - 1, LINES = 64, SMALL = 4096 };
    static char lines[LINE * LINES];
    const sansmcp_content text = {.kind = SANSMCP_CONTENT_TEXT};
    int64_t bytes;
    if (!integer(call, S("bytes"), 300000, &bytes) || bytes < 1 || bytes > 0x1000000)
        return fail(desk, call, S("bytes is out of bounds"));
    for (size_t i = 0; i < LINES; i++) memcpy(lines + i * LINE, line, LINE);

    uint8_t *tx = desk->work->tx;
    sansmcp_result result
        = sansmcp_server_begin(desk->server, call->ticket, &text, tx, SMALL, &desk->out);
    if (result != SANSMCP_OK) return result;
    desk->send(desk->way, &desk->out);
    size_t end = (size_t)bytes, at = 0, taken;
    /* No character is cut in half. */
    while (((uint8_t)line[end % LINE] & 0xC0) == 0x80) end--;
    while (at < end) {
        size_t from = at % LINE;
        size_t len = end - at < sizeof lines - from ? end - at : sizeof lines - from;
        result = sansmcp_server_piece(desk->server, call->ticket, (const uint8_t *)lines + from,
                                      len, tx, SMALL, &taken, &desk->out);
        if (result != SANSMCP_OK) return result;
        desk->send(desk->way, &desk->out);
        at += taken;
    }
    return sansmcp_server_end(
        desk->server, call->ticket, nothing, tx, SMALL, &desk->out);
}

/* The schema that tests whether JSON Schema 2020-12 goes through unchanged. */
#define SCHEMA_2020_12                                                                             \
    "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\","           \
    "\"$defs\":{\"address\":{\"$anchor\":\"addressDef\",\"type\":\"object\","                      \
    "\"properties\":{\"street\":{\"type\":\"string\"},\"city\":{\"type\":\"string\"}}}},"          \
    "\"properties\":{\"name\":{\"type\":\"string\"},\"address\":{\"$ref\":\"#/$defs/address\"},"   \
    "\"contactMethod\":{\"type\":\"string\",\"enum\":[\"phone\",\"email\"]},"                      \
    "\"phone\":{\"type\":\"string\"},\"email\":{\"type\":\"string\"}},"                            \
    "\"allOf\":[{\"anyOf\":[{\"required\":[\"phone\"]},{\"required\":[\"email\"]}]}],"             \
    "\"if\":{\"properties\":{\"contactMethod\":{\"const\":\"phone\"}},"                            \
    "\"required\":[\"contactMethod\"]},\"then\":{\"required\":[\"phone\"]},"                       \
    "\"else\":{\"required\":[\"email\"]},\"additionalProperties\":false}"

const struct fixture content_tools[] = {
    {{.name = SANSMCP_STR_INIT("test_simple_text"),
      .title = SANSMCP_STR_INIT("Simple text"),
      .description = SANSMCP_STR_INIT("Answers with one line of text"),
      .annotations = {.read_only = SANSMCP_HINT_YES, .open_world = SANSMCP_HINT_NO}},
     simple_text},
    TOOL_WITH("echo", "Returns its text",
              "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},"
              "\"required\":[\"text\"]}",
              echo),
    TOOL("test_image_content", "Answers with a picture", image),
    TOOL("test_audio_content", "Answers with sound", audio),
    TOOL("test_embedded_resource", "Answers with a resource", embedded_resource),
    TOOL("test_multiple_content_types", "Answers with text, a picture and a resource",
         multiple_content_types),
    TOOL("test_resource_link", "Answers with a link to a resource", resource_link),
    TOOL("test_annotated_content", "Answers with a text that says for whom it is",
         annotated_content),
    TOOL("test_error_handling", "Always fails", error_handling),
    {{.name = SANSMCP_STR_INIT("test_structured_output"),
      .description = SANSMCP_STR_INIT("Answers for programs and for people at once"),
      .output_schema = SANSMCP_STR_INIT(
          "{\"type\":\"object\",\"properties\":{\"temperature\":{\"type\":\"number\"},"
          "\"conditions\":{\"type\":\"string\"},\"humidity\":{\"type\":\"integer\"}},"
          "\"required\":[\"temperature\",\"conditions\",\"humidity\"]}")},
     structured_output},
    TOOL_WITH("json_schema_2020_12_tool", "Has a schema with every keyword that is easily lost",
              SCHEMA_2020_12, json_schema),
    /* What a client may send in a header too (2026-07-28). */
    TOOL_WITH("test_header_parameter", "Has an argument that HTTP clients repeat in a header",
              "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\","
              "\"description\":\"Where to look\",\"x-mcp-header\":\"Region\"}}}",
              header_parameter),
    TOOL_WITH("test_streamed_text",
              "Answers with a long text, sent in pieces through a small buffer",
              "{\"type\":\"object\",\"properties\":{\"bytes\":{\"type\":\"integer\",\"minimum\":1,"
              "\"maximum\":16777216}}}",
              streamed_text),
};
const size_t content_tool_count = sizeof content_tools / sizeof *content_tools;
