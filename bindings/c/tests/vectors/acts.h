/* What every server's application does. */
#ifndef ACTS_H
#define ACTS_H

#include "features.h"

static inline sansmcp_number number_of(sansmcp_str text) {
    return (sansmcp_number){text, 0, SANSMCP_NUMBER_TEXT};
}

static inline void put_all(desk *d, sansmcp_server *server, sansmcp_ticket ticket,
                           const uint8_t *data, size_t len) {
    sansmcp_out out;
    do {
        size_t taken = 0;
        sansmcp_result result =
            sansmcp_server_piece(server, ticket, data, len, d->tx, d->tx_len, &taken, &out);
        sent(d, result, &out);
        if (result != SANSMCP_OK) return;
        data += taken;
        len -= taken;
    } while (len > 0 && !d->c->failed);
}

/* What the README's echo server does. */
static inline sansmcp_result echo(desk *d, sansmcp_server *server, const sansmcp_event *event,
                                  sansmcp_out *out) {
    sansmcp_text text;
    if (event->kind != SANSMCP_EVENT_CALL_TOOL
        || !sansmcp_text_equals(sansmcp_event_name(event), SANSMCP_STR("echo")))
        return sansmcp_server_reply(server, event, d->tx, d->tx_len, out);
    if (sansmcp_event_arg(event, SANSMCP_STR("text"), &text) == SANSMCP_OK)
        return sansmcp_server_answer_json_text(server, event->ticket, text, d->tx, d->tx_len, out);
    return sansmcp_server_fail(server, event->ticket, SANSMCP_STR("text is missing"), d->tx,
                               d->tx_len, out);
}

static inline sansmcp_result begin(desk *d, sansmcp_server *server, sansmcp_ticket ticket,
                                   sansmcp_str words_of_it, sansmcp_out *out) {
    sansmcp_content block = {0};
    sansmcp_str kind = word(&words_of_it);
    if (is(kind, "contents") || is(kind, "bytes")) {
        sansmcp_str uri = word(&words_of_it);
        return sansmcp_server_begin_contents(server, ticket, uri, words_of_it, is(kind, "bytes"),
                                             d->tx, d->tx_len, out);
    }
    if (is(kind, "image")) {
        block.kind = SANSMCP_CONTENT_IMAGE;
    } else if (is(kind, "audio")) {
        block.kind = SANSMCP_CONTENT_AUDIO;
    } else if (is(kind, "blob")) {
        block.kind = SANSMCP_CONTENT_BLOB;
        block.uri = word(&words_of_it);
    } else if (!is(kind, "text")) {
        wrong(d->c, "begin what?");
    }
    if (words_of_it.len > 0) block.mime_type = words_of_it;
    return sansmcp_server_begin(server, ticket, &block, d->tx, d->tx_len, out);
}

/* A result of one block; every other way of cutting it is said by the short form of the call. */
static inline sansmcp_result answer(desk *d, sansmcp_server *server, sansmcp_ticket ticket,
                                    sansmcp_str text, bool is_failure, sansmcp_out *out) {
    if (d->c->cut % 2 == 0 && is_failure)
        return sansmcp_server_fail(server, ticket, text, d->tx, d->tx_len, out);
    if (d->c->cut % 2 == 0)
        return sansmcp_server_answer_text(server, ticket, text, d->tx, d->tx_len, out);
    sansmcp_content block = {.kind = SANSMCP_CONTENT_TEXT, .text = text};
    sansmcp_answer whole = {.content = &block, .content_count = 1, .is_failed = is_failure};
    return sansmcp_server_answer(server, ticket, &whole, d->tx, d->tx_len, out);
}

/* Does an action if it is one of these, on a server and on what came in last. */
static inline bool act(desk *d, sansmcp_server *server, sansmcp_str verb, sansmcp_str rest,
                       const sansmcp_event *event) {
    static const sansmcp_str none = {0};
    sansmcp_ticket ticket = event->ticket;
    sansmcp_result result = SANSMCP_OK;
    sansmcp_out out = {0};
    uint8_t *tx = d->tx;
    size_t tx_len = d->tx_len;
    if (feature(d, server, verb, rest, event)) return true;
    if (is(verb, "keep")) {
        if (d->kept_count == MOST_KEPT) abort();
        kept_event *kept = &d->kept[d->kept_count++];
        kept->name = rest;
        keep(kept, event);
    } else if (is(verb, "reply")) {
        result = sansmcp_server_reply(server, event, tx, tx_len, &out);
    } else if (is(verb, "echo")) {
        result = echo(d, server, event, &out);
    } else if (is(verb, "answer") || is(verb, "fail")) {
        result = answer(d, server, ticket, rest, is(verb, "fail"), &out);
    } else if (is(verb, "result")) {
        result = sansmcp_server_result(server, ticket, rest, tx, tx_len, &out);
    } else if (is(verb, "error")) {
        int32_t code = (int32_t)number(word(&rest));
        result = sansmcp_server_error(server, ticket, code, rest, none, tx, tx_len, &out);
    } else if (is(verb, "progress")) {
        sansmcp_number progress = number_of(word(&rest)), total = number_of(word(&rest));
        if (is(total.text, "-")) total = (sansmcp_number){0};
        result = sansmcp_server_progress(server, ticket, progress, total,
                                         rest.len > 0 ? rest : none, tx, tx_len, &out);
    } else if (is(verb, "begin")) {
        result = begin(d, server, ticket, rest, &out);
    } else if (is(verb, "piece")) {
        put_all(d, server, ticket, (const uint8_t *)rest.data, rest.len);
    } else if (is(verb, "piecex")) {
        size_t len;
        uint8_t *data = bytes_of(rest, &len);
        put_all(d, server, ticket, data, len);
        free(data);
    } else if (is(verb, "end")) {
        result = sansmcp_server_end(server, ticket, rest.len > 0 ? rest : none, tx, tx_len, &out);
    } else if (is(verb, "begin_reply")) {
        result = sansmcp_server_begin_reply(server, event, tx, tx_len, &out);
    } else if (is(verb, "cancelled")) {
        if (sansmcp_server_is_cancelled(server, ticket) != is(rest, "yes"))
            wrong(d->c, "expected %.*s", (int)rest.len, rest.data);
    } else if (is(verb, "abandon")) {
        result = sansmcp_server_abandon(server, ticket);
    } else {
        return false;
    }
    sent(d, result, &out);
    return true;
}

#endif
