/* The echo client: starts the server that its arguments name, lists its tools, and calls one. */
#include <poll.h>
#include <sansmcp.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define STR SANSMCP_STR_INIT
#define SHOW(text) (int)(text).len, (text).data

enum { GO_ON = -1, AGAIN = -2 }; /* all else is the status that the program ends with */

static const sansmcp_client_info info = {.name = STR("echo-client"), .version = STR("1.0.0")};
static const sansmcp_field echo = {.key = STR("name"), .text = STR("echo")};
static const sansmcp_field text = {.key = STR("text"), .text = STR("hi \"ä\"")};
static const sansmcp_object params = {.fields = &echo, .field_count = 1,
    .inner_key = STR("arguments"), .inner = &text, .inner_count = 1};
static sansmcp_policy policy; /* any revision */
static uint8_t rx[65536], tx[4096];
static int from_server, to_server;

static bool start(char **command) {
    int in[2], out[2];
    if (pipe(in) < 0 || pipe(out) < 0) return false;
    if (fork() == 0) {
        dup2(out[0], 0);
        dup2(in[1], 1);
        close(in[0]);
        close(out[1]);
        execvp(command[0], command);
        _exit(127);
    }
    from_server = in[0];
    to_server = out[1];
    return close(in[1]) == 0 && close(out[0]) == 0;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time); /* your clock */
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static int deliver(sansmcp_result result, const sansmcp_out *out) {
    size_t sent = 0;
    if (result != SANSMCP_OK) return fprintf(stderr, "%s\n", sansmcp_result_text(result)), 1;
    while (sent < out->len) {
        ssize_t n = write(to_server, out->data + sent, out->len - sent); /* your I/O */
        if (n < 0) break; /* the server is gone, as the next read tells */
        sent += (size_t)n;
    }
    return GO_ON;
}

static int call(sansmcp_client *client, sansmcp_str method, const sansmcp_object *with) {
    sansmcp_ticket ticket; /* names the call in events; here there is one at a time */
    sansmcp_out out;
    return deliver(sansmcp_client_call(client, method, with, NULL, now(), tx, sizeof tx, &ticket,
                                       &out), &out);
}

static int failed(const sansmcp_event *event) {
    sansmcp_outcome outcome = {0};
    if (sansmcp_event_retry(event, &policy) == SANSMCP_OK) return AGAIN;
    sansmcp_event_outcome(event, &outcome);
    sansmcp_account account = sansmcp_failure_account(outcome.failure);
    fprintf(stderr, "%.*s%.*s\n", SHOW(outcome.message), SHOW(account.message));
    return 1;
}

static int answered(sansmcp_client *client, const sansmcp_event *event) {
    static char plain[4096];
    sansmcp_str item, result = sansmcp_event_result(event);
    sansmcp_text inside = {0};
    if (result.data == NULL) return failed(event);
    if (sansmcp_json_get(result, SANSMCP_STR("tools"), &item) == SANSMCP_OK) {
        printf("%.*s\n", SHOW(item));
        return call(client, SANSMCP_STR("tools/call"), &params);
    }
    if (sansmcp_json_get(result, SANSMCP_STR("content"), &item) == SANSMCP_OK
        && sansmcp_json_at(item, 0, &item) == SANSMCP_OK
        && sansmcp_json_get(item, SANSMCP_STR("text"), &item) == SANSMCP_OK)
        sansmcp_json_text(item, &inside);
    if (sansmcp_text_decode(inside, plain, sizeof plain, &item) != SANSMCP_OK) return 1;
    printf("%.*s\n", SHOW(item));
    return 0;
}

static int on(sansmcp_client *client, const sansmcp_event *event) {
    sansmcp_out out;
    switch (event->kind) {
    case SANSMCP_CLIENT_EVENT_CONNECTED:
        printf("%.*s\n", SHOW(sansmcp_event_revision(event)));
        return call(client, SANSMCP_STR("tools/list"), NULL);
    case SANSMCP_CLIENT_EVENT_ANSWERED: return answered(client, event);
    case SANSMCP_CLIENT_EVENT_FAILED: return failed(event);
    default: return deliver(sansmcp_client_reply(client, event, tx, sizeof tx, &out), &out);
    }
}

static int talk(char **command) {
    sansmcp_connection connection = {0};
    sansmcp_slot slots[4] = {0};
    sansmcp_route pipe_route = {0};
    sansmcp_client client;
    sansmcp_lines lines;
    sansmcp_frame frame;
    sansmcp_event event;
    sansmcp_out out;
    uint64_t deadline, time;
    int status = GO_ON;

    if (!start(command)) return 1;
    sansmcp_lines_init(&lines, rx, sizeof rx);
    if (sansmcp_client_init(&client, &info, &connection, slots, 4) != SANSMCP_OK) return 1;
    if (sansmcp_client_connect(&client, &policy, now()) != SANSMCP_OK) return 1;
    while (status == GO_ON) {
        while (sansmcp_client_next_output(&client, tx, sizeof tx, &out) == SANSMCP_OK)
            deliver(SANSMCP_OK, &out);
        struct pollfd wait = {.fd = from_server, .events = POLLIN};
        int patience = -1;
        if (sansmcp_client_next_deadline(&client, &deadline) == SANSMCP_OK) {
            time = now();
            patience = deadline > time ? (int)(deadline - time) : 0;
        }
        if (poll(&wait, 1, patience) > 0) {
            size_t room;
            uint8_t *space = sansmcp_lines_space(&lines, &room);
            ssize_t n = read(from_server, space, room); /* your I/O */
            sansmcp_lines_filled(&lines, n > 0 ? (size_t)n : 0);
            while (status == GO_ON
                   && (n > 0 ? sansmcp_lines_next_frame(&lines, &frame)
                             : sansmcp_lines_finish(&lines, &frame)) == SANSMCP_OK)
                while (status == GO_ON
                       && sansmcp_client_receive(&client, &frame, now(), &event) == SANSMCP_OK)
                    status = on(&client, &event);
            if (n <= 0) sansmcp_client_closed(&client, pipe_route, now());
        }
        while (status == GO_ON && sansmcp_client_expire(&client, now(), &event) == SANSMCP_OK)
            status = on(&client, &event);
    }
    close(to_server);
    close(from_server);
    return status;
}

int main(int argc, char **argv) {
    int status = AGAIN;
    signal(SIGPIPE, SIG_IGN);
    while (argc > 1 && status == AGAIN) status = talk(argv + 1);
    return status;
}
