/* What is remembered of calls: jobs, which take their time, step by step, while others are served;
 * and what the engine wants back when a client has answered. */
#include "server.h"

#include <string.h>

sansmcp_result begin(struct desk *desk, const sansmcp_event *call, job_step *step) {
    struct job *job = desk->work->jobs;
    const struct job *end = job + JOBS;
    while (job < end && job->step != NULL) job++;
    if (job == end || call->text.len > JOB_BYTES) return SANSMCP_BUSY;
    memcpy(job->text, call->text.data, call->text.len);
    job->call = *call;
    job->call.text.data = job->text;
    job->step = step;
    job->done = 0;
    job->due = desk->now;
    desk->out = (sansmcp_out){0};
    return SANSMCP_OK;
}

static bool is_same(sansmcp_ticket a, sansmcp_ticket b) {
    return sansmcp_ticket_number(a) == sansmcp_ticket_number(b);
}

/** The job that is due first; NULL: there is none. */
static const struct job *first(const struct work *work) {
    const struct job *found = NULL;
    for (const struct job *job = work->jobs; job < work->jobs + JOBS; job++)
        if (job->step != NULL && (found == NULL || job->due < found->due)) found = job;
    return found;
}

uint64_t app_next_due(const struct work *work) {
    const struct job *job = first(work);
    return job == NULL ? UINT64_MAX : job->due;
}

bool app_due(const struct work *work, uint64_t now, sansmcp_ticket *ticket) {
    const struct job *job = first(work);
    if (job == NULL || job->due > now) return false;
    *ticket = job->call.ticket;
    return true;
}

void app_go_on(struct desk *desk, sansmcp_ticket ticket) {
    for (struct job *job = desk->work->jobs; job < desk->work->jobs + JOBS; job++) {
        if (job->step == NULL || !is_same(job->call.ticket, ticket)) continue;
        uint32_t next_ms = UINT32_MAX;
        desk->work->written = 0;
        sansmcp_result result = job->step(desk, &job->call, job->done, &next_ms);
        if (result != SANSMCP_OK)
            refuse(desk, ticket, result);
        else
            deliver(desk, ticket);
        if (result != SANSMCP_OK || next_ms == UINT32_MAX) {
            job->step = NULL;
            return;
        }
        job->done++;
        job->due += next_ms;
        /* What comes late is not made up for: that would make a busy server busier. */
        if (job->due < desk->now) job->due = desk->now;
        return;
    }
}

struct kept *kept_of(struct work *work, sansmcp_ticket ticket) {
    for (struct kept *kept = work->kept; kept < work->kept + KEPT; kept++)
        if (kept->len > 0 && is_same(kept->ticket, ticket)) return kept;
    return NULL;
}

bool keep(struct work *work, sansmcp_ticket ticket, sansmcp_str text) {
    struct kept *kept = kept_of(work, ticket);
    for (size_t i = 0; kept == NULL && i < KEPT; i++)
        if (work->kept[i].len == 0) kept = &work->kept[i];
    if (kept == NULL || text.len > KEPT_BYTES) return false;
    memcpy(kept->text, text.data, text.len);
    kept->ticket = ticket;
    kept->len = text.len;
    return true;
}

void app_cancelled(struct work *work, sansmcp_ticket ticket) {
    for (struct job *job = work->jobs; job < work->jobs + JOBS; job++)
        if (job->step != NULL && is_same(job->call.ticket, ticket)) job->step = NULL;
    for (struct kept *kept = work->kept; kept < work->kept + KEPT; kept++)
        if (is_same(kept->ticket, ticket)) kept->len = 0;
}
