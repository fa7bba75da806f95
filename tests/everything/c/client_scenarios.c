#include "client_scenarios.h"

#include "client_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the steps of a scenario share. */
typedef struct {
    peer *p;
    tool_list tools;
    ending end;
    text why; /* what is wrong with what the server or the suite says */
} scene;

static bool wrong(scene *s, const char *why) {
    text_add(&s->why, str_of(why));
    return false;
}

/* Some servers of the suite announce nothing, and have it all the same. */
static bool tools(scene *s) {
    tools_free(&s->tools);
    if (!peer_tools(s->p, true, &s->tools, &s->end)) return false;
    for (size_t i = 0; i < s->tools.dropped.count; i++)
        printf("left out: %.*s, %.*s\n", SHOW(text_str(&s->tools.dropped.items[i])),
               SHOW(text_str(&s->tools.reasons.items[i])));
    printf("%zu tools\n", s->tools.kept.count);
    return true;
}

/* `name` is a JSON string, `arguments` an object. */
static call *begin(scene *s, sansmcp_str name, sansmcp_str arguments, ending *end) {
    text params = {0};
    text_print(&params, "{\"name\":%.*s,\"arguments\":%.*s}", SHOW(json_or_null(name)),
               SHOW(arguments));
    call *begun = peer_begin(s->p, "tools/call", text_str(&params), true, end);
    text_free(&params);
    return begun;
}

static bool await(scene *s, call *begun, sansmcp_str name, ending *end) {
    if (begun == NULL || !peer_wait(s->p, begun, end)) return false;
    printf("%.*s: %.*s\n", SHOW(name), SHOW(text_str(&end->json)));
    return true;
}

static bool call_tool(scene *s, sansmcp_str name, sansmcp_str arguments) {
    return await(s, begin(s, name, arguments, &s->end), name, &s->end);
}

/* Questions within calls. While one waits for the person, another call is made. */
static bool rounds(scene *s) {
    static const sansmcp_str state = SANSMCP_STR_INIT("\"test_mrtr_echo_state\"");
    person *who = s->p->person;
    ending unrelated = {0};
    if (!tools(s)) return false;
    who->is_slow = true;
    call *waits = begin(s, state, STR("{}"), &s->end);
    /* If it is never asked, the suite says so. */
    uint64_t until = now_ms() + 5000;
    while (waits != NULL && who->asked == 0 && !waits->has_ended && now_ms() < until)
        peer_turn(s->p, until);
    sansmcp_str between = STR("\"test_mrtr_unrelated\"");
    bool is_fine = await(s, begin(s, between, STR("{}"), &unrelated), between, &unrelated);
    who->is_slow = false;
    bool is_answered = await(s, waits, state, &s->end);
    if (!is_fine && is_answered) end_move(&unrelated, &s->end);
    end_free(&unrelated);
    return is_fine && is_answered && call_tool(s, STR("\"test_mrtr_no_state\""), STR("{}"))
        && call_tool(s, STR("\"test_mrtr_no_result_type\""), STR("{}"));
}

/* Asks for each entry of a list: `key` of it is a member of the params. */
static bool ask_for_each(scene *s, const char *lists, const char *member, const char *method,
                         const char *key) {
    list all = {0};
    bool is_fine = peer_list(s->p, lists, member, &all, &s->end);
    for (size_t i = 0; is_fine && i < all.count; i++) {
        sansmcp_str value = json_get(text_str(&all.items[i]), key);
        text params = {0};
        text_print(&params, "{\"%s\":%.*s}", key, SHOW(json_or_null(value)));
        is_fine = peer_call(s->p, method, text_str(&params), false, &s->end);
        text_free(&params);
    }
    list_free(&all);
    return is_fine;
}

/* Every tool that is kept, with arguments that fit its schema or with none. */
static bool each(scene *s, bool with_arguments) {
    if (!tools(s)) return false;
    bool is_fine = true;
    for (size_t i = 0; is_fine && i < s->tools.kept.count; i++) {
        sansmcp_str tool = text_str(&s->tools.kept.items[i]);
        text arguments = {0};
        if (with_arguments)
            sample_object(&arguments, json_get(tool, "inputSchema"), false);
        else
            text_add(&arguments, STR("{}"));
        is_fine = call_tool(s, json_get(tool, "name"), text_str(&arguments));
        text_free(&arguments);
    }
    return is_fine;
}

/* One call of each kind. */
static bool everything(scene *s) {
    return each(s, false)
        && ask_for_each(s, "resources/list", "resources", "resources/read", "uri")
        && ask_for_each(s, "prompts/list", "prompts", "prompts/get", "name");
}

/* The calls that the suite names. */
static bool given(scene *s) {
    const char *context = getenv("MCP_CONFORMANCE_CONTEXT");
    if (!tools(s)) return false;
    if (context == NULL) return wrong(s, "there is no context");
    sansmcp_str calls = json_get(str_of(context), "toolCalls"), wanted;
    if (calls.data == NULL) return wrong(s, "no toolCalls in the context");
    sansmcp_walk walk = walk_of(calls);
    while (walk_next(&walk, &wanted)) {
        sansmcp_str arguments = json_get(wanted, "arguments");
        if (arguments.data == NULL) arguments = STR("{}");
        if (!call_tool(s, json_get(wanted, "name"), arguments)) return false;
    }
    return true;
}

/* A schema goes back as it came. */
static bool echo_schema(scene *s) {
    bool is_fine = tools(s);
    for (size_t i = 0; is_fine && i < s->tools.kept.count; i++) {
        sansmcp_str tool = text_str(&s->tools.kept.items[i]);
        text arguments = {0};
        if (!json_is(json_get(tool, "name"), "json_schema_2020_12_tool")) continue;
        text_print(&arguments, "{\"schema\":%.*s}",
                   SHOW(json_or_null(json_get(tool, "inputSchema"))));
        is_fine = call_tool(s, STR("\"json_schema_echo\""), text_str(&arguments));
        text_free(&arguments);
    }
    return is_fine;
}

static bool add_numbers(scene *s) {
    return tools(s) && call_tool(s, STR("\"add_numbers\""), STR("{\"a\":2,\"b\":3}"));
}

static bool defaults(scene *s) {
    return tools(s) && call_tool(s, STR("\"test_client_elicitation_defaults\""), STR("{}"));
}

static bool reconnection(scene *s) {
    return tools(s) && call_tool(s, STR("\"test_reconnection\""), STR("{}"));
}

static bool each_sampled(scene *s) {
    return each(s, true);
}

static const struct {
    const char *name;
    bool (*run)(scene *s);
} scenarios[] = {
    {"initialize", tools},
    {"request-metadata", tools},
    {"json-schema-ref-no-deref", tools},
    {"tools_call", add_numbers},
    {"elicitation-sep1034-client-defaults", defaults},
    {"sse-retry", reconnection},
    {"sep-2322-client-request-state", rounds},
    {"http-standard-headers", everything},
    {"http-custom-headers", given},
    {"http-invalid-tool-headers", each_sampled},
    {"json-schema-2020-12-preservation", echo_schema},
};

bool scenario(peer *p, const char *name, const sansmcp_policy *policy, text *why) {
    bool (*run)(scene *s) = NULL;
    scene s = {.p = p};
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        if (strcmp(scenarios[i].name, name) == 0) run = scenarios[i].run;
    if (run == NULL) {
        text_print(why, "%s: no such scenario is known here", name);
        return false;
    }
    if (!peer_connect(p, policy)) {
        end_words(&p->refusal, why);
        return false;
    }
    printf("connected to %.*s in %.*s\n", SHOW(text_str(&p->hello.name)),
           SHOW(sansmcp_revision_name(p->hello.revision)));
    bool is_fine = run(&s);
    if (!is_fine && s.why.len > 0)
        text_add(why, text_str(&s.why));
    else if (!is_fine)
        end_words(&s.end, why);
    tools_free(&s.tools);
    end_free(&s.end);
    text_free(&s.why);
    return is_fine;
}
