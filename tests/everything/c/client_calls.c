/* Calls: how they begin, are sent again, and end. */
#include "client_peer.h"

#include <string.h>

/*
 * How often one call is sent again because the server lost the session, wants to know who asks,
 * and the like.
 */
enum { MOST_TRIES = 3 };

call *call_of(peer *p, sansmcp_ticket ticket) {
    uint64_t number = sansmcp_ticket_number(ticket);
    for (size_t i = 0; i < MOST_CALLS; i++) {
        call *it = &p->calls[i];
        if (it->is_used && !it->has_ended && sansmcp_ticket_number(it->ticket) == number) return it;
    }
    return NULL;
}

call *call_new(peer *p, const char *method, sansmcp_str params, bool anyway) {
    for (size_t i = 0; i < MOST_CALLS; i++) {
        call *it = &p->calls[i];
        if (it->is_used) continue;
        text_free(&it->params);
        end_free(&it->end);
        *it = (call){.is_used = true, .method = method, .anyway = anyway};
        text_add(&it->params, params);
        return it;
    }
    return NULL;
}

void call_end(call *of, trouble kind, int number) {
    of->has_ended = true;
    of->end.kind = kind;
    of->end.number = number;
}

static sansmcp_options options_of(const call *of) {
    return (sansmcp_options){.idle_ms = 10000, .hard_ms = 20000, .anyway = of->anyway};
}

/* Sends a call, or one that was suspended again. */
static sansmcp_result send_call(peer *p, call *of, bool is_again) {
    sansmcp_str method = str_of(of->method);
    sansmcp_object params = {.json = text_str(&of->params)};
    sansmcp_options options = options_of(of);
    sansmcp_ticket ticket = {0};
    sansmcp_out out = {0};
    sansmcp_result result;
    do {
        result = is_again
            ? sansmcp_client_again(&p->client, of->ticket, method, &params, &options, now_ms(),
                                   p->tx, p->tx_len, &ticket, &out)
            : sansmcp_client_call(&p->client, method, &params, &options, now_ms(), p->tx,
                                  p->tx_len, &ticket, &out);
    } while (result == SANSMCP_SHORT && peer_grow(p, &out));
    if (result != SANSMCP_OK) return result;
    of->ticket = ticket;
    peer_send(p, &out, schema_of(p, of->method, params.json));
    return SANSMCP_OK;
}

call *peer_begin(peer *p, const char *method, sansmcp_str params, bool anyway, ending *end) {
    call *opened = call_new(p, method, params, anyway);
    sansmcp_result result = opened != NULL ? send_call(p, opened, false) : SANSMCP_BUSY;
    if (result == SANSMCP_OK) return opened;
    if (opened != NULL) opened->is_used = false;
    end_free(end);
    end->kind = NOT_SENT;
    end->number = (int)result;
    return NULL;
}

bool peer_wait(peer *p, call *of, ending *end) {
    while (!of->has_ended) peer_turn(p, UINT64_MAX);
    end_move(&of->end, end);
    of->is_used = false;
    return end->kind == FINE;
}

bool peer_call(peer *p, const char *method, sansmcp_str params, bool anyway, ending *end) {
    call *opened = peer_begin(p, method, params, anyway, end);
    return opened != NULL && peer_wait(p, opened, end);
}

void calls_answered(peer *p, const sansmcp_event *event) {
    sansmcp_outcome outcome = {0};
    call *of = call_of(p, event->ticket);
    if (of == NULL || sansmcp_event_outcome(event, &outcome) != SANSMCP_OK) return;
    switch (outcome.kind) {
    case SANSMCP_OUTCOME_RESULT:
        text_add(&of->end.json, outcome.result);
        call_end(of, FINE, 0);
        break;
    case SANSMCP_OUTCOME_ERROR:
        text_decode(&of->end.said, outcome.message);
        text_add(&of->end.json, outcome.data);
        call_end(of, REFUSED, outcome.code);
        break;
    default:
        text_add(&of->end.said,
                 outcome.received.data != NULL ? outcome.received : peer_broken(p));
        call_end(of, FAILED, outcome.failure);
        break;
    }
}

/* A suspended call may be sent again, or it ends. */
static call *try_again(peer *p, sansmcp_ticket ticket, uint8_t why) {
    call *of = call_of(p, ticket);
    if (of == NULL || ++of->tries <= MOST_TRIES) return of;
    sansmcp_client_cancel(&p->client, ticket);
    call_end(of, SUSPENDED, why);
    return NULL;
}

void calls_suspended(peer *p, const sansmcp_event *event) {
    uint8_t why = sansmcp_event_why(event);
    call *of = try_again(p, event->ticket, why);
    if (of == NULL) return;
    if (why == SANSMCP_PAUSE_HEADER)
        of->is_outdated = true;
    else
        of->is_delayed = true;
}

void calls_fail(peer *p, trouble kind, int number, sansmcp_str said) {
    for (size_t i = 0; i < MOST_CALLS; i++) {
        call *of = &p->calls[i];
        if (!of->is_used || of->has_ended) continue;
        text_add(&of->end.said, said);
        call_end(of, kind, number);
    }
}

void calls_again(peer *p, bool is_outdated) {
    for (size_t i = 0; i < MOST_CALLS; i++) {
        call *of = &p->calls[i];
        if (!of->is_used || of->has_ended) continue;
        if (is_outdated ? !of->is_outdated : !of->is_delayed) continue;
        of->is_outdated = false;
        of->is_delayed = false;
        if (is_outdated) {
            /* If it cannot be looked up, the call says so itself when it is made again. */
            tool_list tools = {0};
            ending end = {0};
            peer_tools(p, true, &tools, &end);
            tools_free(&tools);
            end_free(&end);
        }
        sansmcp_result result = send_call(p, of, true);
        if (result == SANSMCP_OK) continue;
        sansmcp_client_cancel(&p->client, of->ticket);
        call_end(of, NOT_SENT, (int)result);
    }
}

void end_free(ending *of) {
    text_free(&of->said);
    text_free(&of->json);
    of->kind = FINE;
    of->number = 0;
}

void end_move(ending *from, ending *to) {
    end_free(to);
    *to = *from;
    *from = (ending){0};
}

void end_words(const ending *of, text *to) {
    static const char *const pauses[] = {"nothing holds it", "the server wants to know who asks",
        "it is forbidden", "the session was lost", "the server speaks another revision",
        "the tool's headers have changed"};
    sansmcp_str said = text_str(&of->said), json = text_str(&of->json);
    sansmcp_account account;
    switch (of->kind) {
    case FINE: text_add(to, STR("it is done")); break;
    case REFUSED:
        text_print(to, "the server answered with error %d: %.*s", of->number, SHOW(said));
        if (json.len > 0) text_print(to, " (%.*s)", SHOW(json));
        break;
    case FAILED:
        account = sansmcp_failure_account((uint8_t)of->number);
        text_print(to, "%.*s: %.*s; %.*s", SHOW(account.whose_name), SHOW(account.message),
                   SHOW(account.advice));
        if (said.len > 200) said.len = 200;
        if (said.len > 0) text_print(to, " (%.*s)", SHOW(said));
        break;
    case SUSPENDED:
        text_print(to, "it cannot go on: %s", pauses[of->number >= 0 && of->number < 6
                                                         ? of->number : 0]);
        break;
    case UNANSWERED:
        text_print(to, "the server's question was not answered: %.*s", SHOW(said));
        break;
    case STUCK:
        text_add(to, STR("server: a list has no end; report it to whoever made the server"));
        break;
    case NOT_SENT:
        text_print(to, "not sent: %s", sansmcp_result_text((uint32_t)of->number));
        break;
    case GONE: text_add(to, STR("the host is gone")); break;
    }
}
