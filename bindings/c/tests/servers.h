/* The servers that the transcripts speak of. */
#ifndef SERVERS_H
#define SERVERS_H

#include <sansmcp.h>
#include <stdio.h>

#define S SANSMCP_STR_INIT

static const sansmcp_tool echo_tools[] = {{
    .name = S("echo"),
    .description = S("Returns its text"),
    .input_schema = S("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},"
                      "\"required\":[\"text\"]}"),
}};
static const sansmcp_server_info echo_server = {
    .name = S("echo"),
    .version = S("1.0.0"),
    .tools = echo_tools,
    .tool_count = 1,
};

static const sansmcp_server_info bare_server = {.name = S("bare"), .version = S("1.0.0")};

static const sansmcp_str png_sizes[] = {S("48x48"), S("96x96")};
static const sansmcp_str svg_sizes[] = {S("any")};
static const sansmcp_icon icons[] = {
    {
        .src = S("https://example.com/icon.png"),
        .mime_type = S("image/png"),
        .sizes = png_sizes,
        .size_count = 2,
        .theme = S("light"),
    },
    {
        .src = S("data:image/svg+xml;base64,PHN2Zy8+"),
        .mime_type = S("image/svg+xml"),
        .sizes = svg_sizes,
        .size_count = 1,
        .theme = S("dark"),
    },
    {.src = S("https://example.com/plain.ico")},
};
static const sansmcp_tool full_tools[] = {
    {
        .name = S("all-fields"),
        .title = S("Alle Felder – 全部 😀"),
        .description = S("Every field is set: \"quotes\", \\ and é"),
        .input_schema = S("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
                          "\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\","
                          "\"description\":\"\\u00e9 é\"}},\"required\":[\"q\"],"
                          "\"additionalProperties\":false}"),
        .output_schema = S("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}"),
        .annotations = {
            .title = S("Hint “title”"),
            .read_only = SANSMCP_HINT_NO,
            .destructive = SANSMCP_HINT_YES,
            .idempotent = SANSMCP_HINT_NO,
            .open_world = SANSMCP_HINT_YES,
        },
        .icons = icons,
        .icon_count = 3,
        .meta = S("{\"com.example/tag\":[1,2.50,null],\"ui\":{\"resourceUri\":\"ui://x\"}}"),
    },
    {.name = S("one_hint"), .annotations = {.read_only = SANSMCP_HINT_YES}},
    {
        .name = S("spaced/1.0"),
        .description = S("Line ends in its schema"),
        .input_schema = S("{\n  \"type\" : \"object\"\r\n}"),
        .meta = S("{ }"),
    },
};
static const sansmcp_server_info full_server = {
    .name = S("full"),
    .version = S("2.1.0-rc.1"),
    .title = S("Voller Server – 完整"),
    .description = S("Says \"everything\" that a server can say"),
    .website_url = S("https://example.com/full?a=1&b=2"),
    .icons = icons,
    .icon_count = 3,
    .instructions = S("First line\nsecond: \"quoted\"\ta \\ backslash, \x01, é, 😀"),
    .cache_ttl_ms = 60000,
    .cache_scope = SANSMCP_CACHE_PUBLIC,
    .tools = full_tools,
    .tool_count = 3,
};

/* One of each, and every capability. */
static const sansmcp_resource whole_resources[] = {
    {.uri = S("test://one"), .name = S("one")},
    {.uri = S("test://two"), .name = S("two")},
};
static const sansmcp_template whole_templates[] = {
    {.uri_template = S("test://item/{id}"), .name = S("item")},
};
static const sansmcp_prompt_argument greet_arguments[] = {
    {.name = S("name"), .required = SANSMCP_HINT_YES},
};
static const sansmcp_prompt whole_prompts[] = {
    {.name = S("greet"), .arguments = greet_arguments, .argument_count = 1},
};
#define WHOLE_TABLES \
    .version = S("1.0.0"), .tools = echo_tools, .tool_count = 1, \
    .resources = whole_resources, .resource_count = 2, \
    .templates = whole_templates, .template_count = 1, \
    .prompts = whole_prompts, .prompt_count = 1
static const sansmcp_server_info whole_server = {
    .name = S("whole"), .capabilities = 0x1ff, WHOLE_TABLES,
};

/* As `whole`, but of its changes only those of the tools are told. */
static const sansmcp_server_info some_server = {
    .name = S("some"), .capabilities = SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED, WHOLE_TABLES,
};

/* Forty tools, whose table is filled when it is asked for. */
static inline const sansmcp_server_info *many_server(void) {
    static char texts[40][2][32];
    static sansmcp_tool tools[40];
    static sansmcp_server_info many = {.name = S("many"), .version = S("1.0.0")};
    for (int i = 0; many.tool_count == 0 && i < 40; i++) {
        int name = snprintf(texts[i][0], 32, "tool_%02d", i);
        int description = snprintf(texts[i][1], 32, "Tool number %d", i);
        tools[i].name = (sansmcp_str){texts[i][0], (size_t)name};
        tools[i].description = (sansmcp_str){texts[i][1], (size_t)description};
    }
    many.tools = tools;
    many.tool_count = 40;
    return &many;
}

/* A tool whose arguments are mirrored in headers. */
static const sansmcp_tool mirror_tool = {
    .name = S("place"),
    .input_schema =
        S("{\"type\":\"object\",\"properties\":{"
          "\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},"
          "\"count\":{\"type\":\"integer\",\"x-mcp-header\":\"Count\"},"
          "\"sure\":{\"type\":\"boolean\",\"x-mcp-header\":\"Sure\"},"
          "\"plain\":{\"type\":\"string\"},\"in\":{\"type\":\"object\",\"properties\":{"
          "\"deep\":{\"type\":\"string\",\"x-mcp-header\":\"Deep\"}}}}}"),
};
static const sansmcp_server_info mirror_server = {
    .name = S("mirror"),
    .version = S("1.0.0"),
    .tools = &mirror_tool,
    .tool_count = 1,
};

#undef S
#endif
