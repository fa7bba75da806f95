/* The loop: from bytes to events, from events to answers, and what is due without being asked
 * for. */
#include "device.h"

/* How many listeners there may be at once. */
#define LISTENERS 3

/* Half a line that has been silent for so long will not be ended: its host is gone. */
#define SILENCE_MS 1000

engine_memory engine;
device_memory device;

/* For the table of sizes: a section that goes into no memory. */
__attribute__((section(".sizes"), used)) static const uint8_t size_of_engine[sizeof(engine_memory)];

static sansmcp_frame frame;
static sansmcp_event event;
static bool has_frame;
/* The event could not be answered yet, since another answer is half out: nothing more is read. */
static bool is_held;
/* Something was said on the line since it was new. */
static bool is_used;
/* What arrived last was no whole line; and when it arrived. */
static bool is_half;
static uint64_t heard;

void send(const sansmcp_out *out) { board_write(out->data, out->len); }

/* A line does not say that its host is gone; but whoever says `initialize` begins, also where the
 * engine refuses it for what was before: a connection, or an open request of the same id. That it
 * stands in a batch is no such reason. */
static bool is_of_new_host(void) {
    if (event.kind == SANSMCP_EVENT_INITIALIZE) return true;
    return event.kind == SANSMCP_EVENT_REFUSED
        && sansmcp_event_refusal_code(&event) == SANSMCP_CODE_INVALID_REQUEST && frame.len > 0
        && frame.data[0] == '{'
        && sansmcp_text_equals(sansmcp_event_method(&event), SANSMCP_STR("initialize"));
}

/* Forgets all that was the old host's, and reads the message again as the first. */
static void begin_anew(void) {
    static const uint8_t line_end = '\n';
    /* What is half out shall not stand before the first answer to the new host. */
    if (dump_goes_on()) board_write(&line_end, 1);
    engine.connection = (sansmcp_connection){0};
    for (size_t at = 0; at < SLOTS; at++) engine.slots[at] = (sansmcp_slot){0};
    measure_forget();
    dump_forget();
    rename_forget();
    is_used = false;
    frame.reading = 0;
}

static bool next_frame(void) {
    if (sansmcp_lines_next_frame(&engine.lines, &frame) == SANSMCP_OK) return true;
    if (!is_half || board_now() - heard < SILENCE_MS) return false;
    if (sansmcp_lines_finish(&engine.lines, &frame) == SANSMCP_OK) return true;
    is_half = false;
    return false;
}

static bool next_event(void) {
    for (;;) {
        while (has_frame) {
            uint64_t now = board_now();
            has_frame = sansmcp_server_receive(&engine.server, &frame, now, &event) == SANSMCP_OK;
            if (!has_frame) break;
            bool was_used = is_used;
            is_used = true;
            if (!was_used || !is_of_new_host()) return true;
            begin_anew();
        }
        has_frame = next_frame();
        if (!has_frame)
            return sansmcp_server_expire(&engine.server, board_now(), &event) == SANSMCP_OK;
    }
}

static sansmcp_result call(sansmcp_out *out) {
    if (is_called(&event, SANSMCP_STR("measure"))) return measure(&event, out);
    if (is_called(&event, SANSMCP_STR("dump"))) return dump(&event, out);
    if (is_called(&event, SANSMCP_STR("set_pin"))) return set_pin(&event, out);
    if (is_called(&event, SANSMCP_STR("rename"))) return rename_device(&event, out);
    return read_channel(&event, out);
}

static sansmcp_result cancel(void) {
    measure_cancel(event.ticket);
    rename_cancel(event.ticket);
    /* Of a listener that ended there is nothing to give up; what is half out ends by itself. */
    if (!dump_cancel(event.ticket)) sansmcp_server_abandon(&engine.server, event.ticket);
    return SANSMCP_NONE;
}

/* From 2026-07-28 on nothing says that a host with a listener is gone, and its slot stays taken: so
 * one more than there may be ends the oldest. next_output tells whom it concerns. */
static sansmcp_result listen(sansmcp_out *out) {
    static uint32_t begun, began_as[SLOTS];
    sansmcp_ticket all[SLOTS];
    size_t count, oldest = 0;
    if (sansmcp_server_listens(&engine.server, all, SLOTS, &count) == SANSMCP_OK
        && count >= LISTENERS && count <= SLOTS) {
        for (size_t at = 1; at < count; at++)
            if (began_as[all[at].index] < began_as[all[oldest].index]) oldest = at;
        sansmcp_server_end_listen(&engine.server, all[oldest]);
    }
    if (event.ticket.index < SLOTS) began_as[event.ticket.index] = ++begun;
    return reply(&event, out);
}

static sansmcp_result handle(sansmcp_out *out) {
    switch (event.kind) {
    case SANSMCP_EVENT_LISTEN: return listen(out);
    case SANSMCP_EVENT_CALL_TOOL: return call(out);
    case SANSMCP_EVENT_LIST_TOOLS: return list_tools(&event, out);
    case SANSMCP_EVENT_READ_RESOURCE: return read_resource(&event, out);
    case SANSMCP_EVENT_GET_PROMPT: return get_prompt(&event, out);
    case SANSMCP_EVENT_ANSWERED: return rename_answered(&event, out);
    case SANSMCP_EVENT_CANCELLED: return cancel();
    default: return reply(&event, out);
    }
}

/* Sends what the event leads to. What cannot be said is an error, so that nobody waits for it. */
static void take(void) {
    sansmcp_out out;
    sansmcp_result result = handle(&out);
    is_held = result == SANSMCP_STREAMING;
    if (is_held || result == SANSMCP_NONE || result == SANSMCP_STALE) return;
    if (result != SANSMCP_OK) {
        sansmcp_ticket ticket = event.ticket;
        sansmcp_str words = {sansmcp_result_text((uint32_t)result), 0};
        while (words.data[words.len] != 0) words.len++;
        if (event.kind == SANSMCP_EVENT_ANSWERED) ticket = sansmcp_event_parent(&event);
        result = sansmcp_server_error(&engine.server, ticket, SANSMCP_CODE_INTERNAL_ERROR,
            words, (sansmcp_str){0}, device.tx, sizeof device.tx, &out);
    }
    if (result == SANSMCP_OK) send(&out);
}

/* As much as has arrived and fits. Not while a frame is held, which lies in the same buffer. */
static void read(void) {
    size_t room;
    uint8_t *space = sansmcp_lines_space(&engine.lines, &room);
    size_t count = board_read(space, room);
    if (count == 0) return;
    heard = board_now();
    is_half = space[count - 1] != '\n';
    sansmcp_lines_filled(&engine.lines, count);
}

void serve(void) {
    sansmcp_out out;
    sansmcp_lines_init(&engine.lines, device.rx, sizeof device.rx);
    if (sansmcp_server_init(&engine.server, &info, &engine.connection, engine.slots, SLOTS)
        != SANSMCP_OK)
        return;
    for (;;) {
        if (is_held) take();
        if (!is_held) read();
        while (!is_held && next_event()) take();
        measure_step();
        dump_step();
        while (sansmcp_server_next_output(&engine.server, device.tx, sizeof device.tx, &out)
            == SANSMCP_OK)
            send(&out);
        if (!dump_goes_on() && !is_held) board_wait();
    }
}
