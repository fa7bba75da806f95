/* What the server wants to know in the course of a call. */
#include "client_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void questions_keep(peer *p, const sansmcp_event *event) {
    question *kept = memory(NULL, sizeof *kept);
    question **last = &p->asked;
    kept->next = NULL;
    kept->event = *event;
    kept->message = memory(NULL, event->text.len);
    if (event->text.len > 0) memcpy(kept->message, event->text.data, event->text.len);
    kept->event.text.data = kept->message;
    kept->ready_at = now_ms() + sansmcp_event_pause_ms(event);
    while (*last != NULL) last = &(*last)->next;
    *last = kept;
    sansmcp_input input;
    for (size_t i = 0; sansmcp_event_input(event, i, &input) == SANSMCP_OK; i++) {
        if (p->person->is_loud) {
            text line = {0};
            text_print(&line, "    the server asks: %s\n", input_method(input.kind));
            fputs(line.data, stdout);
            text_free(&line);
        }
        p->person->asked++;
    }
}

/* Nobody can answer: from 2026-07-28 on that is the end of the call. */
static void refuse(peer *p, const question *it, const char *why) {
    sansmcp_out out = {0};
    sansmcp_result result;
    call *of = call_of(p, sansmcp_event_call(&it->event));
    do
        result = sansmcp_client_refuse(&p->client, &it->event, SANSMCP_CODE_INTERNAL_ERROR,
                                       str_of(why), p->tx, p->tx_len, &out);
    while (result == SANSMCP_SHORT && peer_grow(p, &out));
    if (result == SANSMCP_OK) peer_send(p, &out, (sansmcp_str){0});
    if (of != NULL) {
        text_add(&of->end.said, str_of(why));
        call_end(of, UNANSWERED, 0);
    }
}

static sansmcp_result provide(peer *p, const question *it, const sansmcp_given *given,
                              size_t count) {
    /* Before 2026-07-28 it is a request of the server's own. */
    call *of = call_of(p, sansmcp_event_call(&it->event));
    sansmcp_object params = {.json = of != NULL ? text_str(&of->params) : STR("{}")};
    sansmcp_options options = {.idle_ms = 10000, .hard_ms = 20000,
        .anyway = of != NULL && of->anyway};
    sansmcp_ticket ticket = {0};
    sansmcp_out out = {0};
    sansmcp_result result;
    do
        result = sansmcp_client_provide(&p->client, &it->event, given, count, &params, &options,
                                        now_ms(), p->tx, p->tx_len, &ticket, &out);
    while (result == SANSMCP_SHORT && peer_grow(p, &out));
    if (result == SANSMCP_OK) {
        if (of != NULL) of->ticket = ticket;
        peer_send(p, &out, of != NULL ? schema_of(p, of->method, params.json) : (sansmcp_str){0});
    } else if (of != NULL) {
        sansmcp_client_cancel(&p->client, of->ticket);
        call_end(of, NOT_SENT, (int)result);
    }
    return result;
}

static void answer(peer *p, const question *it) {
    text keys[SANSMCP_MAX_GIVEN] = {0}, answers[SANSMCP_MAX_GIVEN] = {0};
    sansmcp_object results[SANSMCP_MAX_GIVEN] = {0};
    sansmcp_given given[SANSMCP_MAX_GIVEN] = {0};
    sansmcp_input input;
    size_t count = 0;
    bool is_answered = true;
    while (count < SANSMCP_MAX_GIVEN && is_answered
           && sansmcp_event_input(&it->event, count, &input) == SANSMCP_OK) {
        is_answered = person_is_asked(p->person, &input, &answers[count]);
        text_decode(&keys[count], input.key);
        given[count].key = text_str(&keys[count]);
        if (input.kind == SANSMCP_INPUT_ELICIT) {
            given[count].params = input.params;
            given[count].content = text_str(&answers[count]);
        } else {
            results[count].json = text_str(&answers[count]);
            given[count].result = &results[count];
        }
        count++;
    }
    if (is_answered)
        provide(p, it, given, count);
    else
        refuse(p, it, "this is not known here");
    for (size_t i = 0; i < count; i++) {
        text_free(&keys[i]);
        text_free(&answers[i]);
    }
}

void questions_answer(peer *p) {
    uint64_t now = now_ms();
    question **place = &p->asked;
    while (*place != NULL && !p->person->is_slow) {
        question *it = *place;
        if (it->ready_at > now) {
            place = &it->next;
            continue;
        }
        *place = it->next;
        answer(p, it);
        free(it->message);
        free(it);
    }
}

uint64_t questions_ready(const peer *p) {
    uint64_t first = UINT64_MAX;
    if (p->person->is_slow) return first;
    for (const question *it = p->asked; it != NULL; it = it->next)
        if (it->ready_at < first) first = it->ready_at;
    return first;
}

void questions_free(peer *p) {
    while (p->asked != NULL) {
        question *next = p->asked->next;
        free(p->asked->message);
        free(p->asked);
        p->asked = next;
    }
}
