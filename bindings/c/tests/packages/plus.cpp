// A server in C++ that has one call, in memory, and says what it answered.
#include <sansmcp.h>

#include <cstdio>
#include <cstring>
#include <string>

int main() {
    static const sansmcp_tool tools[] = {{SANSMCP_STR_INIT("echo")}};
    sansmcp_server_info info{};
    info.name = SANSMCP_STR("echo");
    info.version = SANSMCP_STR("1.0.0");
    info.tools = tools;
    info.tool_count = 1;

    const std::string call =
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":{)"
        R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
        R"("io.modelcontextprotocol/clientCapabilities":{}}}})"
        "\n";
    sansmcp_connection connection{};
    sansmcp_slot slots[2]{};
    sansmcp_lines lines{};
    sansmcp_server server{};
    sansmcp_frame frame{};
    sansmcp_event event{};
    sansmcp_out out{};
    uint8_t rx[1024], tx[1024];
    size_t room = 0;
    sansmcp_lines_init(&lines, rx, sizeof rx);
    uint8_t *space = sansmcp_lines_space(&lines, &room);
    if (call.size() > room) return 1;
    std::memcpy(space, call.data(), call.size());
    sansmcp_lines_filled(&lines, call.size());
    if (sansmcp_server_init(&server, &info, &connection, slots, 2) != SANSMCP_OK
        || sansmcp_lines_next_frame(&lines, &frame) != SANSMCP_OK
        || sansmcp_server_receive(&server, &frame, 0, &event) != SANSMCP_OK
        || event.kind != SANSMCP_EVENT_CALL_TOOL
        || sansmcp_server_answer_text(
               &server, event.ticket, SANSMCP_STR("from C++"), tx, sizeof tx, &out) != SANSMCP_OK)
        return 1;
    std::fwrite(out.data, 1, out.len, stdout);
    return 0;
}
