/* The echo server of the README over HTTP: echo_http PORT, where 0 is any free one. */
#include "../hosts/c/host.h"

#include <stdio.h>

static const sansmcp_tool tools[] = {{
    .name = SANSMCP_STR_INIT("echo"),
    .description = SANSMCP_STR_INIT("Returns its text"),
    .input_schema = SANSMCP_STR_INIT(
        "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},"
        "\"required\":[\"text\"]}"),
}};
static const sansmcp_server_info echo = {
    .name = SANSMCP_STR_INIT("echo"),
    .version = SANSMCP_STR_INIT("1.0.0"),
    .tools = tools,
    .tool_count = 1,
};

static void receive(struct host *host, sansmcp_server *server, const sansmcp_event *event) {
    uint8_t *tx = host->tx;
    size_t tx_len = host->limits.tx;
    sansmcp_text text;
    sansmcp_result result;
    sansmcp_out out;
    if (event->kind != SANSMCP_EVENT_CALL_TOOL
        || !sansmcp_text_equals(sansmcp_event_name(event), SANSMCP_STR("echo")))
        result = sansmcp_server_reply(server, event, tx, tx_len, &out);
    else if (sansmcp_event_arg(event, SANSMCP_STR("text"), &text) == SANSMCP_OK)
        result = sansmcp_server_answer_json_text(server, event->ticket, text, tx, tx_len, &out);
    else
        result = sansmcp_server_fail(
            server, event->ticket, SANSMCP_STR("text is missing"), tx, tx_len, &out);
    /* An answer that does not fit: its client is told. */
    if (result == SANSMCP_SHORT)
        result = sansmcp_server_error(server, event->ticket, SANSMCP_CODE_INTERNAL_ERROR,
                                      SANSMCP_STR("The answer is too long"),
                                      (sansmcp_str){NULL, 0}, tx, tx_len, &out);
    if (result == SANSMCP_OK) host_send(host, &out);
}

/* How many clients may be connected at once. */
#ifndef CONNECTIONS
#define CONNECTIONS 1024
#endif

int main(int argc, char **argv) {
    static const struct host_app app = {.info = &echo, .receive = receive};
    static const struct host_limits limits = {
        .connections = CONNECTIONS, .sessions = 64, .slots = 512, .rx = 512 << 10, .tx = 256 << 10};
    static struct host host;
    char address[32];
    snprintf(address, sizeof address, "127.0.0.1:%.8s", argc > 1 ? argv[1] : "0");
    if (!host_open(&host, &app, &limits, address)) return 1;
    host_run(&host);
    return 1;
}
