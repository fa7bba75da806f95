/* The echo client over HTTP: lists the tools of the server at a URL, calls `echo`, and leaves. */
#include "client_host.h"

#include <stdio.h>
#include <string.h>

#define STR SANSMCP_STR_INIT
#define SHOW(text) (int)(text).len, (text).data

enum { GO_ON = -1, LEAVE = -2, PATIENCE_MS = 2000 };

static const sansmcp_client_info info = {.name = STR("echo-client"), .version = STR("1.0.0")};
static const sansmcp_field echo = {.key = STR("name"), .text = STR("echo")};
static const sansmcp_field text = {.key = STR("text"), .text = STR("hi \"ä\"")};
static const sansmcp_object params = {.fields = &echo, .field_count = 1,
    .inner_key = STR("arguments"), .inner = &text, .inner_count = 1};
static client_host host;
static sansmcp_client client;
static uint8_t tx[4096];
static char schema[4096]; /* of the tool, since some want arguments in headers */

static int call(const char *method, const sansmcp_object *with) {
    sansmcp_ticket ticket;
    sansmcp_out out;
    sansmcp_str name = {method, strlen(method)}, of_tool = {0};
    sansmcp_result result = sansmcp_client_call(&client, name, with, NULL, client_host_now(), tx,
                                                sizeof tx, &ticket, &out);
    if (result != SANSMCP_OK) return fprintf(stderr, "%s\n", sansmcp_result_text(result)), 1;
    if (with != NULL && schema[0] != 0) of_tool = (sansmcp_str){schema, strlen(schema)};
    client_host_send(&host, &out, of_tool); /* if it fails, an event will tell */
    return GO_ON;
}

static int failed(const sansmcp_event *event) {
    sansmcp_outcome outcome = {0};
    sansmcp_event_outcome(event, &outcome);
    sansmcp_account account = sansmcp_failure_account(outcome.failure);
    fprintf(stderr, "%.*s%.*s (%s)\n", SHOW(outcome.message), SHOW(account.message), host.trouble);
    return 1;
}

/* The tool among those that can be called over HTTP. */
static int listed(sansmcp_str result) {
    sansmcp_listed tool;
    for (size_t i = 0; sansmcp_tools_at(result, i, &tool) == SANSMCP_OK; i++) {
        sansmcp_str inside = {0};
        if (tool.why != SANSMCP_INVALID_NONE) {
            sansmcp_str why = sansmcp_invalid_message(tool.why);
            fprintf(stderr, "%.*s is left out: %.*s\n", SHOW(tool.name), SHOW(why));
        } else if (sansmcp_text_equals(tool.name, SANSMCP_STR("echo"))) {
            printf("%.*s\n", SHOW(tool.tool));
            if (sansmcp_json_get(tool.tool, SANSMCP_STR("inputSchema"), &inside) == SANSMCP_OK
                && inside.len < sizeof schema)
                memcpy(schema, inside.data, inside.len);
        }
    }
    return call("tools/call", &params);
}

static int answered(const sansmcp_event *event) {
    static char plain[4096];
    sansmcp_str item, result = sansmcp_event_result(event);
    sansmcp_text inside = {0};
    if (result.data == NULL) return failed(event);
    if (sansmcp_json_get(result, SANSMCP_STR("tools"), &item) == SANSMCP_OK) return listed(result);
    if (sansmcp_json_get(result, SANSMCP_STR("content"), &item) == SANSMCP_OK
        && sansmcp_json_at(item, 0, &item) == SANSMCP_OK
        && sansmcp_json_get(item, SANSMCP_STR("text"), &item) == SANSMCP_OK)
        sansmcp_json_text(item, &inside);
    if (sansmcp_text_decode(inside, plain, sizeof plain, &item) != SANSMCP_OK) return 1;
    printf("%.*s\n", SHOW(item));
    return LEAVE;
}

static int on(const sansmcp_event *event) {
    sansmcp_out out;
    switch (event->kind) {
    case SANSMCP_CLIENT_EVENT_CONNECTED:
        printf("%.*s\n", SHOW(sansmcp_event_revision(event)));
        return call("tools/list", NULL);
    case SANSMCP_CLIENT_EVENT_ANSWERED: return answered(event);
    case SANSMCP_CLIENT_EVENT_FAILED: return failed(event);
    case SANSMCP_CLIENT_EVENT_SUSPENDED:
        fprintf(stderr, "the server wants the call again\n");
        return 1;
    default:
        if (sansmcp_client_reply(&client, event, tx, sizeof tx, &out) == SANSMCP_OK)
            client_host_send(&host, &out, (sansmcp_str){0});
        return GO_ON;
    }
}

/* Sends what is due, waits for what comes, and gives its events to `on`. */
static int turn(int most_ms) {
    sansmcp_out out;
    sansmcp_event event;
    client_told told;
    int status = GO_ON;
    while (sansmcp_client_next_output(&client, tx, sizeof tx, &out) == SANSMCP_OK)
        client_host_send(&host, &out, (sansmcp_str){0});
    client_host_wait(&host, most_ms);
    while (status == GO_ON && client_host_next(&host, &told) == SANSMCP_OK) {
        if (told.kind == CLIENT_TOLD_DENIED) {
            fprintf(stderr, "status %d: %.*s\n", told.status, SHOW(told.challenge));
            return 1;
        }
        while (status == GO_ON && sansmcp_client_receive(&client, &told.frame, client_host_now(),
                                                         &event) == SANSMCP_OK)
            status = on(&event);
    }
    while (status == GO_ON
           && sansmcp_client_expire(&client, client_host_now(), &event) == SANSMCP_OK)
        status = on(&event);
    return status;
}

/* Ends the session, and gives the server some time to hear of it. */
static int leave(void) {
    uint64_t until = client_host_now() + PATIENCE_MS;
    sansmcp_client_leave(&client);
    do {
        if (turn(100) == 1) return 1;
    } while (client_host_unanswered(&host) > 0 && client_host_now() < until);
    return 0;
}

int main(int argc, char **argv) {
    static sansmcp_connection connection;
    static sansmcp_slot slots[4];
    static sansmcp_remote remote;
    sansmcp_policy policy = {0};
    int status = GO_ON;
    for (uint8_t i = 1; argc > 2 && i <= SANSMCP_REVISION_2026_07_28; i++) {
        sansmcp_str name = sansmcp_revision_name(i);
        if (strlen(argv[2]) == name.len && memcmp(argv[2], name.data, name.len) == 0)
            policy.newest = policy.oldest = i;
    }
    if (argc < 2 || (argc > 2 && policy.newest == 0)) {
        fprintf(stderr, "client_echo URL [REVISION]\n");
        return 2;
    }
    if (!client_host_open(&host, argv[1], &client)) {
        fprintf(stderr, "%s\n", host.trouble);
        return 2;
    }
    if (sansmcp_client_init_http(&client, &info, &connection, slots, 4, &remote) != SANSMCP_OK
        || sansmcp_client_connect(&client, &policy, client_host_now()) != SANSMCP_OK)
        return 1;
    while (status == GO_ON) status = turn(-1);
    if (status == LEAVE) status = leave();
    client_host_close(&host);
    return status;
}
