/*
 * Lists of a server: tables of all that it can say, and pages entry by entry. The last line is
 * `N passed, M failed`.
 */
#include "result_world.h"

static const sansmcp_str sizes[] = {I("48x48"), I("any")};
static const sansmcp_icon icon = {.src = I("data:,x"), .sizes = sizes, .size_count = 2};
static const sansmcp_resource resources[] = {
    {.uri = I("test://one"), .name = I("one"), .title = I("One"), .description = I("The \"1\""),
     .mime_type = I("text/plain"), .size = 0, .has_size = true,
     .annotations = {{I("0.5"), 0, SANSMCP_NUMBER_TEXT}, I("2025-01-12T15:00:58Z"),
                     SANSMCP_AUDIENCE_USER | SANSMCP_AUDIENCE_ASSISTANT},
     .icons = &icon, .icon_count = 1, .meta = I("{\"a\":1}")},
    {.uri = I("test://two"), .name = I("two"), .size = UINT64_MAX, .has_size = true},
};
static const sansmcp_template templates[] = {
    {.uri_template = I("test://item/{id}"), .name = I("item"), .title = I("Item"),
     .description = I("An item"), .mime_type = I("text/html"),
     .annotations = {.audience = SANSMCP_AUDIENCE_ASSISTANT}, .icons = &icon, .icon_count = 1,
     .meta = I("{}")},
};
static const sansmcp_prompt_argument arguments[] = {
    {.name = I("name"), .title = I("Name"), .description = I("Who"),
     .required = SANSMCP_HINT_YES},
    {.name = I("how"), .required = SANSMCP_HINT_NO},
    {.name = I("why")},
};
static const sansmcp_prompt prompts[] = {
    {.name = I("greet"), .title = I("Greet"), .description = I("Says hello"),
     .arguments = arguments, .argument_count = 3, .icons = &icon, .icon_count = 1,
     .meta = I("{\"b\":2}")},
    {.name = I("bare")},
};
static const sansmcp_tool tools[] = {
    {.name = I("task"), .task_support = SANSMCP_TASK_SUPPORT_OPTIONAL},
};
static const sansmcp_server_info whole = {
    .name = I("whole"), .version = I("1"),
    .tools = tools, .tool_count = 1, .resources = resources, .resource_count = 2,
    .templates = templates, .template_count = 1, .prompts = prompts, .prompt_count = 2,
    .extensions = I("{\"com.example/x\":{}}"), .experimental = I("{\"y\":{}}"),
    .capabilities = SANSMCP_CAPABILITY_COMPLETIONS,
};
/* Its lists are answered entry by entry. */
static const sansmcp_server_info empty = {
    .name = I("empty"), .version = I("1"),
    .capabilities = SANSMCP_CAPABILITY_TOOLS | SANSMCP_CAPABILITY_RESOURCES
        | SANSMCP_CAPABILITY_PROMPTS,
};

#define RESULT "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{"
#define ICONS "\"icons\":[{\"src\":\"data:,x\",\"sizes\":[\"48x48\",\"any\"]}]"
#define ONE "{\"uri\":\"test://one\",\"name\":\"one\",\"title\":\"One\"," \
    "\"description\":\"The \\\"1\\\"\",\"mimeType\":\"text/plain\",\"size\":0," \
    "\"annotations\":{\"audience\":[\"user\",\"assistant\"],\"priority\":0.5," \
    "\"lastModified\":\"2025-01-12T15:00:58Z\"},\"_meta\":{\"a\":1}," ICONS "}"
#define TWO "{\"uri\":\"test://two\",\"name\":\"two\",\"size\":18446744073709551615}"
#define ITEM "{\"uriTemplate\":\"test://item/{id}\",\"name\":\"item\",\"title\":\"Item\"," \
    "\"description\":\"An item\",\"mimeType\":\"text/html\"," \
    "\"annotations\":{\"audience\":[\"assistant\"]},\"_meta\":{}," ICONS "}"
#define GREET "{\"name\":\"greet\",\"title\":\"Greet\",\"description\":\"Says hello\"," \
    "\"arguments\":[{\"name\":\"name\",\"title\":\"Name\",\"description\":\"Who\"," \
    "\"required\":true},{\"name\":\"how\",\"required\":false},{\"name\":\"why\"}]," \
    "\"_meta\":{\"b\":2}," ICONS "}"
#define INFO "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"whole\"," \
    "\"version\":\"1\"}}"

static void tables(void) {
    world w;
    begin(&w, &whole);
    request(&w, "server/discover", "");
    reply(&w);
    SENDS(&w, RESULT "\"resultType\":\"complete\","
          "\"supportedVersions\":[\"2026-07-28\",\"2025-11-25\","
          "\"DRAFT-2025-v3\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"],"
          "\"capabilities\":{\"tools\":{},\"resources\":{},\"prompts\":{},\"completions\":{},"
          "\"experimental\":{\"y\":{}},\"extensions\":{\"com.example/x\":{}}},"
          "\"ttlMs\":0,\"cacheScope\":\"private\"," INFO "}}");
    older(&w, "2025-11-25");
    request(&w, "tools/list", "");
    reply(&w);
    SENDS(&w, RESULT "\"tools\":[{\"name\":\"task\",\"inputSchema\":{\"type\":\"object\"},"
          "\"execution\":{\"taskSupport\":\"optional\"}}]}}");
    request(&w, "resources/list", "");
    reply(&w);
    SENDS(&w, RESULT "\"resources\":[" ONE "," TWO "]}}");
    request(&w, "resources/templates/list", "");
    reply(&w);
    SENDS(&w, RESULT "\"resourceTemplates\":[" ITEM "]}}");
    request(&w, "prompts/list", "");
    reply(&w);
    SENDS(&w, RESULT "\"prompts\":[" GREET ",{\"name\":\"bare\"}]}}");

    /* Cut to the buffer, and on with the cursor. */
    tx(&w, 344);
    request(&w, "resources/list", "");
    reply(&w);
    SENDS(&w, RESULT "\"resources\":[" ONE "],\"nextCursor\":\"r1\"}}");
    request(&w, "resources/list", "\"cursor\":\"r1\"");
    GIVES_TEXT(sansmcp_event_cursor(&w.event), "r1");
    reply(&w);
    SENDS(&w, RESULT "\"resources\":[" TWO "]}}");
    /* One entry that is larger than the buffer, in pieces. */
    tx(&w, 64);
    request(&w, "prompts/list", "");
    GIVES(SHORT, sansmcp_server_reply(&w.server, &w.event, w.tx, w.tx_len, &w.out));
    char all[1024];
    size_t len = 0;
    GIVES(OK, sansmcp_server_begin_reply(&w.server, &w.event, w.tx, w.tx_len, &w.out));
    do {
        memcpy(all + len, w.out.data, w.out.len);
        len += w.out.len;
    } while (sansmcp_server_next_output(&w.server, w.tx, w.tx_len, &w.out) == SANSMCP_OK);
    static const char greet[] = RESULT "\"prompts\":[" GREET "],\"nextCursor\":\"p1\"}}\n";
    CHECK(len == sizeof greet - 1 && memcmp(all, greet, len) == 0);
    end(&w);

    /* What a revision lacks is left out. */
    begin(&w, &whole);
    older(&w, "2024-11-05");
    request(&w, "resources/list", "");
    reply(&w);
    SENDS(&w, RESULT "\"resources\":[{\"uri\":\"test://one\",\"name\":\"one\","
          "\"description\":\"The \\\"1\\\"\",\"mimeType\":\"text/plain\",\"size\":0,"
          "\"annotations\":{\"audience\":[\"user\",\"assistant\"],\"priority\":0.5}}," TWO "]}}");
    end(&w);
}

static void pages(void) {
    world w;
    sansmcp_page page;
    begin(&w, &empty);
    older(&w, "2025-11-25");
    request(&w, "resources/list", "");
    GIVES(OK, sansmcp_server_page(&w.server, &w.event, w.tx, w.tx_len, &page));
    GIVES(OK, sansmcp_page_resource(&page, &resources[0]));
    GIVES(OK, sansmcp_page_resource(&page, &resources[1]));
    CHECK(page.entries == 2);
    GIVES(OK, sansmcp_page_end(&page, (sansmcp_str){0}, &w.out));
    SENDS(&w, RESULT "\"resources\":[" ONE "," TWO "]}}");
    GIVES(STALE, sansmcp_page_end(&page, (sansmcp_str){0}, &w.out));
    GIVES(STALE, sansmcp_page_resource(&page, &resources[0]));
    GIVES(STALE, sansmcp_server_page(&w.server, &w.event, w.tx, w.tx_len, &page));

    request(&w, "resources/templates/list", "");
    GIVES(OK, sansmcp_server_page(&w.server, &w.event, w.tx, w.tx_len, &page));
    GIVES(OK, sansmcp_page_template(&page, &templates[0]));
    GIVES(OK, sansmcp_page_end(&page, S(""), &w.out));
    SENDS(&w, RESULT "\"resourceTemplates\":[" ITEM "],\"nextCursor\":\"\"}}");
    request(&w, "prompts/list", "\"cursor\":\"caf\\u00e9\"");
    GIVES_TEXT(sansmcp_event_cursor(&w.event), "caf\xc3\xa9");
    GIVES(OK, sansmcp_server_page(&w.server, &w.event, w.tx, w.tx_len, &page));
    GIVES(OK, sansmcp_page_prompt(&page, &prompts[0]));
    GIVES(OK, sansmcp_page_end(&page, S("\"next\""), &w.out));
    SENDS(&w, RESULT "\"prompts\":[" GREET "],\"nextCursor\":\"\\\"next\\\"\"}}");
    request(&w, "tools/list", "");
    GIVES(OK, sansmcp_server_page(&w.server, &w.event, w.tx, w.tx_len, &page));
    GIVES(OK, sansmcp_page_tool(&page, &tools[0]));
    GIVES(OK, sansmcp_page_end(&page, (sansmcp_str){0}, &w.out));
    SENDS(&w, RESULT "\"tools\":[{\"name\":\"task\",\"inputSchema\":{\"type\":\"object\"},"
          "\"execution\":{\"taskSupport\":\"optional\"}}]}}");
    /* No entry at all. */
    request(&w, "tools/list", "");
    GIVES(OK, sansmcp_server_page(&w.server, &w.event, w.tx, w.tx_len, &page));
    GIVES(OK, sansmcp_page_end(&page, (sansmcp_str){0}, &w.out));
    SENDS(&w, RESULT "\"tools\":[]}}");

    /* What does not fit is for the next page. */
    for (size_t len = 0; len < 512; len++) {
        tx(&w, len);
        request(&w, "resources/list", "");
        GIVES(OK, sansmcp_server_page(&w.server, &w.event, w.tx, w.tx_len, &page));
        sansmcp_result first = sansmcp_page_resource(&page, &resources[1]);
        if (first == SANSMCP_SHORT) {
            GIVES(SHORT, sansmcp_page_end(&page, (sansmcp_str){0}, &w.out));
            CHECK(w.out.need > len);
            size_t need = w.out.need;
            tx(&w, need);
            GIVES(OK, sansmcp_server_page(&w.server, &w.event, w.tx, w.tx_len, &page));
            GIVES(OK, sansmcp_page_resource(&page, &resources[1]));
        } else if (sansmcp_page_resource(&page, &resources[0]) == SANSMCP_OK) {
            break;
        } else {
            CHECK(page.entries == 1);
            GIVES(OK, sansmcp_page_end(&page, S("second"), &w.out));
            SENDS(&w, RESULT "\"resources\":[" TWO "],\"nextCursor\":\"second\"}}");
            continue;
        }
        GIVES(OK, sansmcp_page_end(&page, (sansmcp_str){0}, &w.out));
        SENDS(&w, RESULT "\"resources\":[" TWO "]}}");
    }
    CHECK(page.entries == 2);
    GIVES(OK, sansmcp_page_end(&page, (sansmcp_str){0}, &w.out));
    SENDS(&w, RESULT "\"resources\":[" TWO "," ONE "]}}");

    /* A request that is given up in the middle is not answered. */
    for (int entries = 0; entries < 3; entries++) {
        sansmcp_event list;
        tx(&w, 4096);
        request(&w, "resources/list", "");
        char *text = w.text;
        w.text = NULL;
        list = w.event;
        if (entries > 0) {
            GIVES(OK, sansmcp_server_page(&w.server, &list, w.tx, w.tx_len, &page));
            if (entries > 1) GIVES(OK, sansmcp_page_resource(&page, &resources[1]));
        }
        GIVES(OK, receive(&w, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                              "\"params\":{\"requestId\":1}}"));
        if (entries == 0)
            GIVES(OK, sansmcp_server_page(&w.server, &list, w.tx, w.tx_len, &page));
        GIVES(OK, sansmcp_page_resource(&page, &resources[0]));
        GIVES(OK, sansmcp_page_end(&page, (sansmcp_str){0}, &w.out));
        CHECK(w.out.len == 0);
        free(text);
    }
    size_t open = 7;
    GIVES(OK, sansmcp_server_open(&w.server, NULL, 0, &open));
    CHECK(open == 0);
    end(&w);
}

int main(void) {
    tables();
    pages();
    return checked();
}
