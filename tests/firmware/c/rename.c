/* A question to the person in the middle of a call. From 2026-07-28 on the call ends with it and
 * comes again; before, what makes the call again has to be kept until the answer comes. */
#include "device.h"

#define KEPT_MAX 512
/* What the engine adds to the params of the call. */
#define KEPT_MORE 64

/* The call that waits for its answer, if the generation of its ticket is not 0; one at a time. */
static sansmcp_ticket waiting;
static char kept[KEPT_MAX];
static size_t kept_len;

static const sansmcp_object form = {.json = SANSMCP_STR_INIT(
    "{\"message\":\"What shall the device be called?\",\"requestedSchema\":{\"type\":\"object\","
    "\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}")};
static const sansmcp_ask_input inputs[] = {
    {.key = SANSMCP_STR_INIT("name"), .params = &form, .kind = SANSMCP_INPUT_ELICIT}};
static const sansmcp_ask question = {.inputs = inputs, .input_count = 1};

static sansmcp_result ask(const sansmcp_event *event, sansmcp_out *out) {
    if (waiting.generation != 0) return fail(event->ticket, SANSMCP_STR("busy"), out);
    if (sansmcp_event_params(event).len > KEPT_MAX - KEPT_MORE)
        return fail(event->ticket, SANSMCP_STR("the call is too long"), out);
    sansmcp_result result = sansmcp_server_ask(&engine.server, event, &question, board_now(),
        device.tx, sizeof device.tx, out);
    if (result == SANSMCP_UNDECLARED || result == SANSMCP_NOT_SUPPORTED)
        return sansmcp_server_undeclared(&engine.server, event->ticket,
            SANSMCP_CAPABILITY_ELICITATION_FORM, device.tx, sizeof device.tx, out);
    if (result != SANSMCP_OK || out->keep.data == NULL) return result;
    waiting = event->ticket;
    kept_len = out->keep.len < KEPT_MAX ? out->keep.len : KEPT_MAX;
    for (size_t at = 0; at < kept_len; at++) kept[at] = out->keep.data[at];
    return result;
}

sansmcp_result rename_device(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_str answer, content, name;
    sansmcp_text parts[] = {{"called ", 7}, {0}};
    size_t tx_len;
    if (sansmcp_event_input_response(event, SANSMCP_STR("name"), &answer) != SANSMCP_OK)
        return ask(event, out);
    if (sansmcp_response_action(answer) != SANSMCP_ACTION_ACCEPT
        || sansmcp_json_get(answer, SANSMCP_STR("content"), &content) != SANSMCP_OK
        || sansmcp_json_get(content, SANSMCP_STR("name"), &name) != SANSMCP_OK
        || sansmcp_json_text(name, &parts[1]) != SANSMCP_OK)
        return fail(event->ticket, SANSMCP_STR("no name was given"), out);
    sansmcp_text whole = joined(parts, 2, &tx_len);
    if (whole.data == NULL) return SANSMCP_SHORT;
    return sansmcp_server_answer_json_text(
        &engine.server, event->ticket, whole, device.tx, tx_len, out);
}

sansmcp_result rename_answered(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_ticket ticket = sansmcp_event_parent(event);
    sansmcp_event call;
    sansmcp_result result = sansmcp_server_resume(&engine.server, event,
        (sansmcp_str){kept, kept_len}, NULL, board_now(), device.again, sizeof device.again,
        &call, out);
    /* Another answer is half out: this one is tried again. */
    if (result == SANSMCP_STREAMING) return result;
    rename_cancel(ticket);
    if (result == SANSMCP_OK) return call.kind != 0 ? rename_device(&call, out) : SANSMCP_OK;
    return fail(ticket, SANSMCP_STR("no name was given"), out);
}

void rename_cancel(sansmcp_ticket ticket) {
    if (is_same(waiting, ticket)) waiting.generation = 0;
}

void rename_forget(void) { waiting.generation = 0; }
