/* Calls that take their time: a step each 50 ms, with progress, two at once. */
#include "device.h"

#define JOBS 2
#define STEP_MS 50
#define STEPS_DEFAULT 10
#define STEPS_MAX 100

/* A call under way, if the generation of its ticket is not 0. */
typedef struct {
    sansmcp_ticket ticket;
    uint32_t steps;
    uint32_t done;
    uint64_t due;
} job;

static job jobs[JOBS];

sansmcp_result measure(const sansmcp_event *event, sansmcp_out *out) {
    int64_t steps = STEPS_DEFAULT;
    sansmcp_str value;
    if (sansmcp_json_get(sansmcp_event_arguments(event), SANSMCP_STR("steps"), &value) == SANSMCP_OK
        && (sansmcp_json_integer(value, &steps) != SANSMCP_OK || steps < 1 || steps > STEPS_MAX))
        return fail(event->ticket, SANSMCP_STR("steps is out of bounds"), out);
    for (job *it = jobs; it < jobs + JOBS; it++) {
        if (it->ticket.generation != 0) continue;
        *it = (job){event->ticket, (uint32_t)steps, 0, board_now() + STEP_MS};
        return SANSMCP_NONE;
    }
    return fail(event->ticket, SANSMCP_STR("busy"), out);
}

/* A step whose message cannot go out yet, since an answer is half out, is taken the next time. */
static void step(job *it, uint64_t now) {
    sansmcp_out out;
    sansmcp_result result;
    if (it->done < it->steps) {
        if (now < it->due) return;
        result = sansmcp_server_progress(&engine.server, it->ticket, SANSMCP_INTEGER(it->done + 1),
            SANSMCP_INTEGER(it->steps), SANSMCP_STR("measuring"), device.tx, sizeof device.tx,
            &out);
        if (result == SANSMCP_STREAMING) return;
        if (result == SANSMCP_OK) send(&out);
        it->done++;
        it->due += STEP_MS;
        if (it->done < it->steps) return;
    }
    char memory[DIGITS_MAX];
    sansmcp_str count = digits(it->steps, 1, memory + sizeof memory);
    const sansmcp_text parts[] = {{"measured ", 9}, {count.data, count.len}, {" times", 6}};
    size_t tx_len;
    sansmcp_text whole = joined(parts, 3, &tx_len);
    result = sansmcp_server_answer_json_text(
        &engine.server, it->ticket, whole, device.tx, tx_len, &out);
    if (result == SANSMCP_STREAMING) return;
    if (result == SANSMCP_OK) send(&out);
    it->ticket.generation = 0;
}

void measure_step(void) {
    uint64_t now = board_now();
    for (job *it = jobs; it < jobs + JOBS; it++)
        if (it->ticket.generation != 0) step(it, now);
}

void measure_cancel(sansmcp_ticket ticket) {
    for (job *it = jobs; it < jobs + JOBS; it++)
        if (is_same(it->ticket, ticket)) it->ticket.generation = 0;
}

void measure_forget(void) {
    for (job *it = jobs; it < jobs + JOBS; it++) it->ticket.generation = 0;
}
