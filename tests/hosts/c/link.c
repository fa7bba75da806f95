/* One connection: bytes in, bytes out, and its time limits. */
#include "link.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const sansmcp_str nothing = {NULL, 0};

void link_open(struct link *link, int socket, uint64_t now) {
    sansmcp_http1 *conversation = &link->conversation;
    uint8_t *unsent = link->unsent;
    size_t room = link->room;
    sansmcp_http1_init(conversation, conversation->buffer, conversation->buffer_len);
    sansmcp_http1 kept = *conversation;
    *link = (struct link){
        .socket = socket,
        .conversation = kept,
        .unsent = unsent,
        .room = room,
        .since = now,
        .last_said = now,
        .stuck = LINK_NEVER,
    };
}

void link_close(struct link *link) {
    if (link->socket >= 0) close(link->socket);
    link->socket = -1;
}

static size_t waiting(const struct link *link) {
    return link->end - link->sent;
}

bool link_is_behind(const struct link *link) {
    return waiting(link) > link->room / 4;
}

bool link_wants_input(struct link *link) {
    size_t room;
    sansmcp_http1_space(&link->conversation, &room);
    /* Who does not take what is said is not listened to. */
    return room > 0 && !link->is_at_end && !link_is_behind(link);
}

bool link_wants_output(const struct link *link) {
    return waiting(link) > 0;
}

static void failed(struct link *link) {
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) link->is_broken = true;
}

void link_read(struct link *link) {
    size_t room;
    if (!link_wants_input(link)) return;
    uint8_t *space = sansmcp_http1_space(&link->conversation, &room);
    ssize_t n = recv(link->socket, space, room, 0);
    if (n < 0)
        failed(link);
    else if (n == 0)
        link->is_at_end = true;
    else
        sansmcp_http1_filled(&link->conversation, (size_t)n);
}

static bool is_closed(struct link *link) {
    return sansmcp_http1_stage_of(&link->conversation) == SANSMCP_HTTP1_CLOSED;
}

/* Sends as much as is taken. */
static bool push(struct link *link) {
    size_t before = link->sent;
    while (waiting(link) > 0) {
        ssize_t n = send(link->socket, link->unsent + link->sent, waiting(link), MSG_NOSIGNAL);
        if (n < 0) {
            failed(link);
            break;
        }
        link->sent += (size_t)n;
    }
    return link->sent != before;
}

void link_write(struct link *link, uint64_t now) {
    if (push(link)) {
        link->last_said = now;
        link->stuck = LINK_NEVER;
    }
    if (waiting(link) > 0) {
        if (link->stuck == LINK_NEVER) link->stuck = now;
        return;
    }
    link->sent = link->end = 0;
    if (is_closed(link) && !link->is_shut) {
        link->is_shut = true;
        shutdown(link->socket, SHUT_WR);
    }
}

/* Room for so many bytes behind what waits; who takes too little for that is given up. */
static bool make_room(struct link *link, size_t len) {
    if (link->is_broken) return false;
    if (len > link->room - link->end) {
        push(link);
        memmove(link->unsent, link->unsent + link->sent, waiting(link));
        link->end = waiting(link);
        link->sent = 0;
    }
    if (len > link->room - link->end) link->is_broken = true;
    return !link->is_broken;
}

void link_put(struct link *link, sansmcp_str bytes) {
    if (bytes.len == 0 || !make_room(link, bytes.len)) return;
    memcpy(link->unsent + link->end, bytes.data, bytes.len);
    link->end += bytes.len;
}

void link_begin(struct link *link, uint16_t status, const sansmcp_header *headers, size_t count,
                uint64_t length) {
    sansmcp_http1_sent sent = {0};
    for (size_t need = 512;; need = sent.need) {
        if (!make_room(link, need)) return;
        sansmcp_result result = sansmcp_http1_write_head(
            link->terms, status, headers, count, length, link->unsent + link->end,
            link->room - link->end, &sent);
        if (result == SANSMCP_OK) break;
        if (result != SANSMCP_SHORT) {
            link->is_broken = true;
            return;
        }
    }
    link->end += sent.len;
    link->terms.keep = sent.keep;
    link->form = sent.form;
    link->has_begun = true;
}

void link_body(struct link *link, sansmcp_str a, sansmcp_str b, sansmcp_str c) {
    if (!link->has_begun || link->form == SANSMCP_HTTP1_BODY_NONE) return;
    size_t len = a.len + b.len + c.len;
    if (len == 0) return;
    bool is_chunked = link->form == SANSMCP_HTTP1_BODY_CHUNKED;
    sansmcp_http1_chunk_head head = sansmcp_http1_chunk(len);
    /* All of it or nothing: then the connection is given up. */
    if (!make_room(link, len + sizeof head.bytes + 2)) return;
    if (is_chunked) link_put(link, (sansmcp_str){head.bytes, head.len});
    link_put(link, a);
    link_put(link, b);
    link_put(link, c);
    if (is_chunked) link_put(link, SANSMCP_STR("\r\n"));
}

void link_end(struct link *link) {
    if (link->has_begun && link->form == SANSMCP_HTTP1_BODY_CHUNKED)
        link_put(link, sansmcp_http1_last_chunk());
    link->has_begun = link->is_events = link->is_half = false;
    if (link->terms.keep)
        sansmcp_http1_finish(&link->conversation);
    else
        sansmcp_http1_close(&link->conversation);
}

void link_respond(struct link *link, uint16_t status, const sansmcp_header *headers, size_t count,
                  sansmcp_str body) {
    link_begin(link, status, headers, count, body.len);
    link_body(link, body, nothing, nothing);
    link_end(link);
}

uint64_t link_rests(const struct link *link) {
    bool rests = link->stage == SANSMCP_HTTP1_IDLE && waiting(link) == 0;
    return rests ? link->since : LINK_NEVER;
}

/* From the first byte of the head to the last of the body it is one request. */
static bool is_request(uint8_t stage) {
    return stage >= SANSMCP_HTTP1_IN_HEAD && stage <= SANSMCP_HTTP1_IN_BODY;
}

void link_tell(struct link *link, uint64_t now) {
    uint8_t stage = sansmcp_http1_stage_of(&link->conversation);
    if (stage != link->stage && !(is_request(stage) && is_request(link->stage)))
        link->since = now;
    link->stage = stage;
}

/* The client takes too long. */
static void give_up(struct link *link) {
    link->terms = (sansmcp_http1_terms){0};
    if (link->stage == SANSMCP_HTTP1_DRAINING)
        sansmcp_http1_close(&link->conversation);
    else
        link_respond(link, 408, NULL, 0, nothing);
}

/* Whether a time has come; if not, it is when to ask again. */
static bool is_past(uint64_t since, uint64_t limit, uint64_t now, uint64_t *due) {
    if (now >= since + limit) return true;
    if (since + limit < *due) *due = since + limit;
    return false;
}

bool link_tick(struct link *link, uint64_t now, uint64_t *due) {
    bool is_sent = waiting(link) == 0;
    link_tell(link, now);
    *due = LINK_NEVER;
    if (link->is_broken) return false;
    if (link->stuck != LINK_NEVER && is_past(link->stuck, LINK_STALLED_MS, now, due)) return false;
    switch (link->stage) {
    case SANSMCP_HTTP1_IDLE:
        return !is_sent || !(link->is_at_end || is_past(link->since, LINK_IDLE_MS, now, due));
    case SANSMCP_HTTP1_IN_HEAD:
    case SANSMCP_HTTP1_IN_BODY:
    case SANSMCP_HTTP1_DRAINING:
        if (link->is_at_end) return !is_sent;
        if (is_past(link->since, LINK_REQUEST_MS, now, due)) {
            give_up(link);
            *due = now;
        }
        return true;
    case SANSMCP_HTTP1_ANSWERING:
        if (link->is_at_end) return false;
        if (link->is_events && !link->is_half && is_sent
            && is_past(link->last_said, LINK_KEEP_ALIVE_MS, now, due)) {
            link_body(link, sansmcp_sse_keep_alive(), nothing, nothing);
            *due = now;
        }
        return true;
    case SANSMCP_HTTP1_CLOSED:
        return !is_sent || !(link->is_at_end || is_past(link->since, LINK_LINGER_MS, now, due));
    default:
        return true;
    }
}
