/* What every handler has at hand: to answer, to ask, to refuse. */
#include "server.h"

#include <string.h>

enum { MOST_QUESTIONS = 4 };

sansmcp_result say(struct desk *desk, const sansmcp_event *call, sansmcp_str text) {
    return sansmcp_server_answer_text(
        desk->server, call->ticket, text, desk->work->tx, MESSAGE, &desk->out);
}

sansmcp_result fail(struct desk *desk, const sansmcp_event *call, sansmcp_str why) {
    return sansmcp_server_fail(
        desk->server, call->ticket, why, desk->work->tx, MESSAGE, &desk->out);
}

sansmcp_result show(struct desk *desk, const sansmcp_event *call, const sansmcp_content *blocks,
                    size_t count) {
    sansmcp_answer answer = {.content = blocks, .content_count = count};
    return sansmcp_server_answer(
        desk->server, call->ticket, &answer, desk->work->tx, MESSAGE, &desk->out);
}

sansmcp_result invalid(struct desk *desk, const sansmcp_event *call, sansmcp_str why) {
    return sansmcp_server_error(desk->server, call->ticket, SANSMCP_CODE_INVALID_PARAMS, why,
                                nothing, desk->work->tx, MESSAGE, &desk->out);
}

sansmcp_result reply(struct desk *desk, const sansmcp_event *event) {
    return sansmcp_server_reply(desk->server, event, desk->work->tx, MESSAGE, &desk->out);
}

bool answered(const sansmcp_event *call, sansmcp_str key, sansmcp_str *answer) {
    return sansmcp_event_input_response(call, key, answer) == SANSMCP_OK;
}

bool can(const sansmcp_event *call, uint32_t needed) {
    return (sansmcp_event_capabilities(call) & needed) == needed;
}

sansmcp_limits limits_of(const struct work *work) {
    uint32_t patience = work->options.patience;
    return (sansmcp_limits){.idle_ms = patience, .hard_ms = patience};
}

struct question elicit(struct desk *desk, const sansmcp_event *call, sansmcp_str key,
                       const sansmcp_elicit *what) {
    struct question question = {
        .key = key,
        .kind = SANSMCP_INPUT_ELICIT,
        .needs = what->url.data == NULL ? SANSMCP_CAPABILITY_ELICITATION_FORM
                                        : SANSMCP_CAPABILITY_ELICITATION_URL,
    };
    sansmcp_writer writer = {.buffer = room(desk, 0), .buffer_len = PAPER - desk->work->written};
    question.trouble
        = sansmcp_writer_elicit(&writer, what, sansmcp_event_revision_number(call));
    if (question.trouble == SANSMCP_OK)
        question.trouble = sansmcp_writer_text(&writer, &question.params);
    if (question.trouble == SANSMCP_OK) desk->work->written += question.params.len;
    return question;
}

struct question prompt_model(struct desk *desk, sansmcp_str key, sansmcp_str text,
                             int64_t tokens) {
    return (struct question){
        .key = key,
        .kind = SANSMCP_INPUT_CREATE_MESSAGE,
        .needs = SANSMCP_CAPABILITY_SAMPLING,
        .params = JOIN(desk,
                       S("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                         "\"text\":\""),
                       text, S("\"}}],\"maxTokens\":"), digits(desk, tokens), S("}")),
    };
}

struct question folders(sansmcp_str key) {
    return (struct question){
        .key = key,
        .kind = SANSMCP_INPUT_LIST_ROOTS,
        .needs = SANSMCP_CAPABILITY_ROOTS,
    };
}

sansmcp_result ask(struct desk *desk, const sansmcp_event *call, const struct question *questions,
                   size_t count, sansmcp_str state) {
    sansmcp_object params[MOST_QUESTIONS];
    sansmcp_ask_input inputs[MOST_QUESTIONS];
    uint32_t needed = 0;
    if (count > MOST_QUESTIONS) return SANSMCP_OUT_OF_RANGE;
    for (size_t i = 0; i < count; i++) {
        params[i] = (sansmcp_object){.json = questions[i].params};
        inputs[i] = (sansmcp_ask_input){
            .key = questions[i].key, .kind = questions[i].kind, .params = &params[i]};
        needed |= questions[i].needs;
    }
    if (!can(call, needed))
        return sansmcp_server_undeclared(
            desk->server, call->ticket, needed, desk->work->tx, MESSAGE, &desk->out);
    for (size_t i = 0; i < count; i++)
        if (questions[i].trouble != SANSMCP_OK) return questions[i].trouble;
    sansmcp_ask all = {
        .inputs = inputs, .input_count = count, .state = state, .limits = limits_of(desk->work)};
    return sansmcp_server_ask(
        desk->server, call, &all, desk->now, desk->work->tx, MESSAGE, &desk->out);
}

void deliver(struct desk *desk, sansmcp_ticket ticket) {
    const sansmcp_out *out = &desk->out;
    bool is_kept = out->keep.len == 0 || keep(desk->work, ticket, out->keep);
    desk->send(desk->way, out);
    /* Without it the call cannot go on: it ends, and the question is taken back with it. */
    if (!is_kept) refuse(desk, ticket, SANSMCP_BUSY);
}

void refuse(struct desk *desk, sansmcp_ticket ticket, sansmcp_result why) {
    const char *words = sansmcp_result_text(why);
    sansmcp_str text = {words, strlen(words)};
    uint8_t *tx = desk->work->tx;
    /* The model sees it where a tool was called. */
    if (sansmcp_server_fail(desk->server, ticket, text, tx, MESSAGE, &desk->out) == SANSMCP_OK
        || sansmcp_server_error(desk->server, ticket, SANSMCP_CODE_INTERNAL_ERROR, text,
                                nothing, tx, MESSAGE, &desk->out)
            == SANSMCP_OK)
        desk->send(desk->way, &desk->out);
}
