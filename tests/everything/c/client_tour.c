/*
 * A look at any server: who it is, all that it has, and what its tools, resources and prompts
 * give.
 */
#include "client_tour.h"

#include "client_sample.h"
#include "client_words.h"

#include <stdio.h>

enum {
    MOST = 20, /* resources and prompts that are tried out; tools are all */
    LAST = 50, /* milliseconds to wait at the end for what the server still says */
};

static void show(const greeting *hello, uint64_t took_ms) {
    static const struct {
        uint32_t bit;
        const char *word;
    } words[] = {
        {SANSMCP_CAPABILITY_TOOLS, "tools"},
        {SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED, "changes of tools"},
        {SANSMCP_CAPABILITY_RESOURCES, "resources"},
        {SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE, "changes of a resource"},
        {SANSMCP_CAPABILITY_RESOURCES_LIST_CHANGED, "changes of resources"},
        {SANSMCP_CAPABILITY_PROMPTS, "prompts"},
        {SANSMCP_CAPABILITY_PROMPTS_LIST_CHANGED, "changes of prompts"},
        {SANSMCP_CAPABILITY_LOGGING, "log messages"},
        {SANSMCP_CAPABILITY_COMPLETIONS, "completion"},
    };
    sansmcp_str name = text_str(&hello->name);
    if (name.len == 0) name = STR("a server without a name");
    printf("%.*s %.*s\n", SHOW(name), SHOW(text_str(&hello->version)));
    printf("  speaks %.*s, found out in %lu ms\n", SHOW(sansmcp_revision_name(hello->revision)),
           (unsigned long)took_ms);
    const char *before = "  has ";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if ((hello->capabilities & words[i].bit) == 0) continue;
        printf("%s%s", before, words[i].word);
        before = ", ";
    }
    puts(before[0] == ',' ? "" : "  has nothing");
    if (hello->instructions.len > 0) {
        text line = {0};
        text_short(&line, text_str(&hello->instructions));
        printf("  says %s\n", line.data);
        text_free(&line);
    }
}

/* Calls, and prints what comes back. That a call fails is no reason to stop. */
static void try_out(peer *p, const char *method, const text *params, sansmcp_str shown) {
    ending end = {0};
    text line = {0};
    if (peer_call(p, method, text_str(params), false, &end)) {
        words_result(&line, method, text_str(&end.json));
    } else if (end.kind == REFUSED) {
        text_print(&line, "error %d: ", end.number);
        text_short(&line, text_str(&end.said));
    } else {
        text_add(&line, STR("failed: "));
        end_words(&end, &line);
    }
    printf("    %.*s%s→ %.*s\n", SHOW(shown), shown.len > 0 ? " " : "", SHOW(text_str(&line)));
    text_free(&line);
    end_free(&end);
}

/* `  NAME: WHAT`, both of an entry of a list. */
static void show_entry(sansmcp_str entry, const char *name, const char *what) {
    text line = {0}, plain = {0};
    text_plain(&line, json_get(entry, name));
    text_plain(&plain, json_get(entry, what));
    text_add(&line, STR(": "));
    text_short(&line, text_str(&plain));
    printf("  %s\n", line.data);
    text_free(&line);
    text_free(&plain);
}

static void tool(peer *p, sansmcp_str entry) {
    text arguments = {0}, params = {0};
    show_entry(entry, "name", "description");
    if (json_is_true(json_get(json_get(entry, "annotations"), "destructiveHint"))) {
        puts("    not called, it says that it destroys something");
        return;
    }
    sample_object(&arguments, json_get(entry, "inputSchema"), false);
    text_print(&params, "{\"name\":%.*s,\"arguments\":%s}",
               SHOW(json_or_null(json_get(entry, "name"))), arguments.data);
    try_out(p, "tools/call", &params, text_str(&arguments));
    text_free(&arguments);
    text_free(&params);
}

static bool tools(peer *p, ending *end) {
    tool_list found = {0};
    bool is_fine = peer_tools(p, false, &found, end);
    if (is_fine) printf("\n%zu tools\n", found.kept.count);
    for (size_t i = 0; is_fine && i < found.dropped.count; i++)
        printf("  %.*s is left out: %.*s\n", SHOW(text_str(&found.dropped.items[i])),
               SHOW(text_str(&found.reasons.items[i])));
    for (size_t i = 0; is_fine && i < found.kept.count; i++)
        tool(p, text_str(&found.kept.items[i]));
    tools_free(&found);
    return is_fine;
}

static bool resources(peer *p, ending *end) {
    list all = {0}, templates = {0};
    bool is_fine = peer_list(p, "resources/list", "resources", &all, end);
    if (is_fine) printf("\n%zu resources\n", all.count);
    for (size_t i = 0; is_fine && i < all.count && i < MOST; i++) {
        sansmcp_str entry = text_str(&all.items[i]);
        text params = {0};
        show_entry(entry, "uri", "name");
        text_print(&params, "{\"uri\":%.*s}", SHOW(json_or_null(json_get(entry, "uri"))));
        try_out(p, "resources/read", &params, STR(""));
        text_free(&params);
    }
    if (is_fine)
        is_fine = peer_list(p, "resources/templates/list", "resourceTemplates", &templates, end);
    if (is_fine) printf("\n%zu templates of resources\n", templates.count);
    for (size_t i = 0; is_fine && i < templates.count; i++)
        show_entry(text_str(&templates.items[i]), "uriTemplate", "name");
    list_free(&all);
    list_free(&templates);
    return is_fine;
}

static void prompt(peer *p, sansmcp_str entry, bool has_completion) {
    sansmcp_str items = json_get(entry, "arguments"), item, first = json_at(items, 0);
    sansmcp_walk walk = walk_of(items);
    sansmcp_str name = json_or_null(json_get(entry, "name"));
    text arguments = {0}, params = {0}, argument = {0};
    show_entry(entry, "name", "description");
    text_add(&arguments, STR("{"));
    while (walk_next(&walk, &item))
        text_print(&arguments, "%s%.*s:\"Ada\"", arguments.len > 1 ? "," : "",
                   SHOW(json_or_null(json_get(item, "name"))));
    text_add(&arguments, STR("}"));
    text_print(&params, "{\"name\":%.*s,\"arguments\":%s}", SHOW(name), arguments.data);
    try_out(p, "prompts/get", &params, text_str(&arguments));
    if (first.data != NULL && has_completion) {
        text_print(&argument, "{\"name\":%.*s,\"value\":\"\"}",
                   SHOW(json_or_null(json_get(first, "name"))));
        text_empty(&params);
        text_print(&params, "{\"ref\":{\"type\":\"ref/prompt\",\"name\":%.*s},\"argument\":%s}",
                   SHOW(name), argument.data);
        try_out(p, "completion/complete", &params, text_str(&argument));
    }
    text_free(&arguments);
    text_free(&params);
    text_free(&argument);
}

static bool prompts(peer *p, bool has_completion, ending *end) {
    list all = {0};
    bool is_fine = peer_list(p, "prompts/list", "prompts", &all, end);
    if (is_fine) printf("\n%zu prompts\n", all.count);
    for (size_t i = 0; is_fine && i < all.count && i < MOST; i++)
        prompt(p, text_str(&all.items[i]), has_completion);
    list_free(&all);
    return is_fine;
}

bool tour(peer *p, const sansmcp_policy *policy, text *why) {
    uint64_t start = now_ms();
    ending end = {0};
    if (!peer_connect(p, policy)) {
        end_words(&p->refusal, why);
        return false;
    }
    show(&p->hello, now_ms() - start);
    p->person->is_loud = true;
    uint32_t has = p->hello.capabilities;
    bool is_fine = true;
    if ((has & SANSMCP_CAPABILITY_LOGGING) != 0)
        is_fine = peer_set_level(p, SANSMCP_LEVEL_DEBUG, &end);
    /* Not every server has any. */
    sansmcp_subscription changes = {.tools = 1, .prompts = 1, .resources = 1};
    peer_listen(p, &changes);
    if (is_fine && (has & SANSMCP_CAPABILITY_TOOLS) != 0) is_fine = tools(p, &end);
    if (is_fine && (has & SANSMCP_CAPABILITY_RESOURCES) != 0) is_fine = resources(p, &end);
    if (is_fine && (has & SANSMCP_CAPABILITY_PROMPTS) != 0)
        is_fine = prompts(p, (has & SANSMCP_CAPABILITY_COMPLETIONS) != 0, &end);
    if (is_fine) peer_rest(p, LAST);
    peer_unlisten(p, &changes);
    if (!is_fine) end_words(&end, why);
    end_free(&end);
    return is_fine;
}
