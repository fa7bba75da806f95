#include "client_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Bytes of the longest message that goes out. */
enum { LONGEST_OUT = 1 << 24 };

static const sansmcp_client_info info = {
    .name = SANSMCP_STR_INIT("everything"),
    .version = SANSMCP_STR_INIT(SANSMCP_VERSION),
    .capabilities = SANSMCP_CAPABILITY_ROOTS | SANSMCP_CAPABILITY_SAMPLING
        | SANSMCP_CAPABILITY_ELICITATION_FORM | SANSMCP_CAPABILITY_ELICITATION_URL,
};

uint64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static void peer_new(peer *p, person *who) {
    memset(p, 0, sizeof *p);
    p->person = who;
    p->tx_len = 1 << 16;
    p->tx = memory(NULL, p->tx_len);
}

bool peer_program(peer *p, person *who, char **command, text *why) {
    peer_new(p, who);
    sansmcp_client_init(&p->client, &info, &p->connection, p->slots, MOST_SLOTS);
    return program_start(&p->wire.program, command, why);
}

bool peer_at(peer *p, person *who, const char *url, text *why) {
    peer_new(p, who);
    p->wire.is_http = true;
    sansmcp_client_init_http(&p->client, &info, &p->connection, p->slots, MOST_SLOTS,
                             &p->wire.remote.remote);
    return remote_open(&p->wire.remote, url, &p->client, why);
}

/* More room, where a message did not fit. */
bool peer_grow(peer *p, const sansmcp_out *out) {
    if (out->need > LONGEST_OUT || out->need <= p->tx_len) return false;
    p->tx_len = 2 * out->need;
    p->tx = memory(p->tx, p->tx_len);
    return true;
}

void peer_send(peer *p, const sansmcp_out *out, sansmcp_str schema) {
    /* Where it cannot be sent, an event tells. */
    if (p->wire.is_http)
        client_host_send(p->wire.remote.host, out, schema);
    else if (out->len > 0)
        program_send(&p->wire.program, out);
}

static void reply(peer *p, const sansmcp_event *event) {
    sansmcp_out out = {0};
    sansmcp_result result;
    do
        result = sansmcp_client_reply(&p->client, event, p->tx, p->tx_len, &out);
    while (result == SANSMCP_SHORT && peer_grow(p, &out));
    /* An answer that cannot be written is not missed by anybody but the server. */
    if (result == SANSMCP_OK) peer_send(p, &out, (sansmcp_str){0});
}

static void greet(peer *p, const sansmcp_event *event) {
    sansmcp_str server = sansmcp_event_server_info(event);
    greeting *hello = &p->hello;
    hello->revision = sansmcp_client_revision(&p->client);
    hello->capabilities = sansmcp_event_capabilities(event);
    text_empty(&hello->name);
    text_empty(&hello->version);
    text_empty(&hello->instructions);
    text_plain(&hello->name, json_get(server, "name"));
    text_plain(&hello->version, json_get(server, "version"));
    text_decode(&hello->instructions, sansmcp_event_instructions(event));
    p->is_greeted = true;
}

/* What the engine gave up, with what was received. */
static void failed(peer *p, const sansmcp_event *event) {
    sansmcp_outcome outcome = {0};
    if (!p->is_greeted && !p->wire.is_http
        && sansmcp_event_retry(event, &p->policy) == SANSMCP_OK) {
        p->wants_restart = true;
        return;
    }
    sansmcp_event_outcome(event, &outcome);
    text_empty(&p->refusal.said);
    text_add(&p->refusal.said,
             outcome.received.data != NULL ? outcome.received : peer_broken(p));
    p->refusal.kind = FAILED;
    p->refusal.number = outcome.failure;
    /* What waited for the connection has nothing left to wait for. */
    calls_fail(p, FAILED, outcome.failure, text_str(&p->refusal.said));
}

static void handle(peer *p, const sansmcp_event *event) {
    person_hears(p->person, event);
    switch (event->kind) {
    case SANSMCP_CLIENT_EVENT_CONNECTED: greet(p, event); break;
    case SANSMCP_CLIENT_EVENT_FAILED: failed(p, event); break;
    case SANSMCP_CLIENT_EVENT_ANSWERED: calls_answered(p, event); break;
    case SANSMCP_CLIENT_EVENT_INPUT_NEEDED: questions_keep(p, event); break;
    case SANSMCP_CLIENT_EVENT_SUSPENDED: calls_suspended(p, event); break;
    default: reply(p, event); break;
    }
}

void peer_settle(peer *p) {
    sansmcp_event event;
    sansmcp_out out = {0};
    sansmcp_result result;
    while (sansmcp_client_expire(&p->client, now_ms(), &event) == SANSMCP_OK) handle(p, &event);
    do {
        result = sansmcp_client_next_output(&p->client, p->tx, p->tx_len, &out);
        if (result == SANSMCP_OK) peer_send(p, &out, (sansmcp_str){0});
    } while (result == SANSMCP_OK || (result == SANSMCP_SHORT && peer_grow(p, &out)));
}

void peer_receive(peer *p, sansmcp_frame *frame) {
    sansmcp_event event;
    while (sansmcp_client_receive(&p->client, frame, now_ms(), &event) == SANSMCP_OK)
        handle(p, &event);
    peer_settle(p);
}

void peer_closed(peer *p, sansmcp_route route, const char *why) {
    text_empty(&p->broken);
    text_add(&p->broken, str_of(why));
    sansmcp_client_closed(&p->client, route, now_ms());
    peer_settle(p);
}

/* What the system says of a way that broke, where nothing was received. */
sansmcp_str peer_broken(const peer *p) {
    return p->wire.is_http ? str_of(p->wire.remote.host->trouble) : text_str(&p->broken);
}

/* What may not be done without somebody's leave. */
void peer_denied(peer *p, sansmcp_ticket ticket, int status) {
    call *of = call_of(p, ticket);
    sansmcp_client_cancel(&p->client, ticket);
    if (of != NULL) {
        call_end(of, SUSPENDED, status == 401 ? 1 : 2);
    } else if (sansmcp_ticket_number(ticket) != 0) {
        /* It is the handshake. */
        p->refusal.kind = FAILED;
        p->refusal.number = SANSMCP_FAILURE_DENIED;
    }
}

/* How long to wait where nothing comes, in milliseconds. */
static int patience(const peer *p, uint64_t until) {
    uint64_t deadline, now = now_ms();
    if (sansmcp_client_next_deadline(&p->client, &deadline) == SANSMCP_OK && deadline < until)
        until = deadline;
    if (questions_ready(p) < until) until = questions_ready(p);
    if (until <= now) return 0;
    return until - now < 60000 ? (int)(until - now) : 60000;
}

void peer_turn(peer *p, uint64_t until_ms) {
    peer_settle(p);
    questions_answer(p);
    calls_again(p, true);
    if (sansmcp_client_is_connected(&p->client)) calls_again(p, false);
    int wait_ms = patience(p, until_ms);
    if (p->wire.is_http)
        remote_turn(p, &p->wire.remote, wait_ms);
    else
        program_turn(p, &p->wire.program, wait_ms);
    peer_settle(p);
}

void peer_rest(peer *p, unsigned ms) {
    uint64_t until = now_ms() + ms;
    while (now_ms() < until) peer_turn(p, until);
}

bool peer_connect(peer *p, const sansmcp_policy *policy) {
    p->is_greeted = false;
    end_free(&p->refusal);
    sansmcp_result result = sansmcp_client_connect(&p->client, policy, now_ms());
    if (result != SANSMCP_OK) {
        p->refusal.kind = NOT_SENT;
        p->refusal.number = (int)result;
        return false;
    }
    while (!p->is_greeted && p->refusal.kind == FINE) peer_turn(p, UINT64_MAX);
    if (p->is_greeted && p->wire.is_http) remote_begun(p, &p->wire.remote);
    return p->is_greeted;
}

bool peer_set_level(peer *p, uint8_t level, ending *end) {
    sansmcp_out out = {0};
    sansmcp_ticket ticket = {0};
    sansmcp_result result;
    do
        result = sansmcp_client_set_level(&p->client, level, NULL, now_ms(), p->tx, p->tx_len,
                                          &ticket, &out);
    while (result == SANSMCP_SHORT && peer_grow(p, &out));
    if (result != SANSMCP_OK) {
        end->kind = NOT_SENT;
        end->number = (int)result;
        return false;
    }
    /* From 2026-07-28 on nothing is sent. */
    if (sansmcp_ticket_number(ticket) == 0) return true;
    call *opened = call_new(p, "logging/setLevel", STR("{}"), false);
    if (opened == NULL) return true;
    opened->ticket = ticket;
    peer_send(p, &out, (sansmcp_str){0});
    return peer_wait(p, opened, end);
}

void peer_listen(peer *p, sansmcp_subscription *subscription) {
    sansmcp_out out = {0};
    sansmcp_result result;
    do {
        result = sansmcp_client_listen(&p->client, subscription, now_ms(), p->tx, p->tx_len, &out);
        if (result == SANSMCP_OK) peer_send(p, &out, (sansmcp_str){0});
    } while (result == SANSMCP_OK || (result == SANSMCP_SHORT && peer_grow(p, &out)));
}

void peer_unlisten(peer *p, sansmcp_subscription *subscription) {
    sansmcp_out out = {0};
    sansmcp_result result;
    do {
        result = sansmcp_client_unlisten(&p->client, subscription, now_ms(), p->tx, p->tx_len,
                                         &out);
        if (result == SANSMCP_OK) peer_send(p, &out, (sansmcp_str){0});
    } while (result == SANSMCP_OK || (result == SANSMCP_SHORT && peer_grow(p, &out)));
    peer_settle(p);
}

void peer_leave(peer *p) {
    if (p->wire.is_http) {
        remote_leave(p, &p->wire.remote);
    } else {
        program_leave(p, &p->wire.program);
        program_free(&p->wire.program);
    }
    questions_free(p);
    for (size_t i = 0; i < MOST_CALLS; i++) {
        text_free(&p->calls[i].params);
        end_free(&p->calls[i].end);
    }
    while (p->schemas != NULL) {
        schema *next = p->schemas->next;
        text_free(&p->schemas->name);
        text_free(&p->schemas->json);
        free(p->schemas);
        p->schemas = next;
    }
    end_free(&p->refusal);
    text_free(&p->broken);
    text_free(&p->hello.name);
    text_free(&p->hello.version);
    text_free(&p->hello.instructions);
    free(p->tx);
    p->tx = NULL;
}
