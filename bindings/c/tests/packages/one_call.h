/* A server that has one call, in memory: what the projects for chips run. */
#ifndef ONE_CALL_H
#define ONE_CALL_H

#include <sansmcp.h>
#include <string.h>

/* Writes the answer to a call of the tool into `answer`; its length, 0 if it failed. */
static size_t one_call(uint8_t *answer, size_t room) {
    static const char call[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
        "\"io.modelcontextprotocol/clientCapabilities\":{}}}}\n";
    static const sansmcp_tool tools[] = {{.name = SANSMCP_STR_INIT("echo")}};
    static const sansmcp_server_info info = {
        .name = SANSMCP_STR_INIT("echo"),
        .version = SANSMCP_STR_INIT("1.0.0"),
        .tools = tools,
        .tool_count = 1,
    };
    static uint8_t rx[512];
    static sansmcp_connection connection;
    static sansmcp_slot slots[1];
    sansmcp_lines lines;
    sansmcp_server server;
    sansmcp_frame frame;
    sansmcp_event event;
    sansmcp_out out;
    size_t space_len;

    sansmcp_lines_init(&lines, rx, sizeof rx);
    uint8_t *space = sansmcp_lines_space(&lines, &space_len);
    if (space_len < sizeof call - 1) return 0;
    memcpy(space, call, sizeof call - 1);
    sansmcp_lines_filled(&lines, sizeof call - 1);
    if (sansmcp_server_init(&server, &info, &connection, slots, 1) != SANSMCP_OK
        || sansmcp_lines_next_frame(&lines, &frame) != SANSMCP_OK
        || sansmcp_server_receive(&server, &frame, 0, &event) != SANSMCP_OK
        || sansmcp_server_answer_text(
               &server, event.ticket, SANSMCP_STR("from a chip"), answer, room, &out) != SANSMCP_OK)
        return 0;
    return out.len;
}

#endif
