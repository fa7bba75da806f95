/* What all parts of the device use to say something. */
#include "device.h"

sansmcp_result answer_text(sansmcp_ticket ticket, sansmcp_str text, sansmcp_out *out) {
    return sansmcp_server_answer_text(
        &engine.server, ticket, text, device.tx, sizeof device.tx, out);
}

sansmcp_result fail(sansmcp_ticket ticket, sansmcp_str why, sansmcp_out *out) {
    return sansmcp_server_fail(&engine.server, ticket, why, device.tx, sizeof device.tx, out);
}

sansmcp_result reply(const sansmcp_event *event, sansmcp_out *out) {
    return sansmcp_server_reply(&engine.server, event, device.tx, sizeof device.tx, out);
}

bool is_called(const sansmcp_event *event, sansmcp_str name) {
    return sansmcp_text_equals(sansmcp_event_name(event), name);
}

bool is_same(sansmcp_ticket a, sansmcp_ticket b) {
    return a.generation == b.generation && a.index == b.index;
}

sansmcp_text joined(const sansmcp_text *parts, size_t part_count, size_t *tx_len) {
    size_t len = 0, at;
    for (size_t part = 0; part < part_count; part++) len += parts[part].len;
    if (len > sizeof device.tx) return (sansmcp_text){0};
    *tx_len = at = sizeof device.tx - len;
    for (size_t part = 0; part < part_count; part++)
        for (size_t from = 0; from < parts[part].len; from++)
            device.tx[at++] = (uint8_t)parts[part].data[from];
    return (sansmcp_text){(const char *)device.tx + *tx_len, len};
}

sansmcp_str digits(uint32_t number, size_t least, char *end) {
    char *begin = end;
    while (number > 0 || (size_t)(end - begin) < least) {
        *--begin = (char)('0' + number % 10);
        number /= 10;
    }
    return (sansmcp_str){begin, (size_t)(end - begin)};
}
