/* An answer that is larger than the device: 100 KiB of text, made line by line as it goes out. */
#include "device.h"

#define LINES 1600
#define LINE_LEN 64
/* As much of the transmit buffer as it takes. */
#define PIECE_LEN 1024

/* The call that is answered, if the generation of its ticket is not 0; one at a time, since nothing
 * else can go out meanwhile. */
static sansmcp_ticket dumping;
static uint32_t line;
/* How much of the line has gone out. */
static size_t sent;
static bool is_cancelled;

sansmcp_result dump(const sansmcp_event *event, sansmcp_out *out) {
    const sansmcp_content block = {.kind = SANSMCP_CONTENT_TEXT};
    sansmcp_result result = sansmcp_server_begin(
        &engine.server, event->ticket, &block, device.tx, PIECE_LEN, out);
    if (result != SANSMCP_OK) return result;
    dumping = event->ticket;
    line = 0;
    sent = 0;
    is_cancelled = false;
    return SANSMCP_OK;
}

bool dump_goes_on(void) { return dumping.generation != 0; }

static void make_line(char *text) {
    digits(line, 4, text + 4);
    text[4] = ' ';
    for (uint32_t at = 0; at < LINE_LEN - 6; at++) text[5 + at] = (char)('a' + (line + at) % 26);
    text[LINE_LEN - 1] = '\n';
}

void dump_step(void) {
    char text[LINE_LEN];
    sansmcp_out out;
    size_t taken;
    if (!dump_goes_on()) return;
    if (line == LINES || is_cancelled) {
        if (sansmcp_server_end(&engine.server, dumping, (sansmcp_str){0}, device.tx, PIECE_LEN,
                &out) == SANSMCP_OK)
            send(&out);
        dumping.generation = 0;
        return;
    }
    make_line(text);
    if (sansmcp_server_piece(&engine.server, dumping, (const uint8_t *)text + sent,
            LINE_LEN - sent, device.tx, PIECE_LEN, &taken, &out) != SANSMCP_OK) {
        dumping.generation = 0;
        return;
    }
    send(&out);
    sent += taken;
    if (sent < LINE_LEN) return;
    sent = 0;
    line++;
}

bool dump_cancel(sansmcp_ticket ticket) {
    if (!dump_goes_on() || !is_same(dumping, ticket)) return false;
    is_cancelled = true;
    return true;
}

void dump_forget(void) { dumping.generation = 0; }
