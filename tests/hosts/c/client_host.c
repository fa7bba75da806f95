#include "client_host.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* How long an exchange may take that no call waits for. The library has the time of all others. */
enum { ASIDE_MS = 30000 };
/* So many answers to the server may be under way: events that want more are left unread. */
enum { MOST_ASIDES = CLIENT_EXCHANGES / 4 };

uint64_t client_host_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

bool client_host_open(client_host *host, const char *url, sansmcp_client *client) {
    memset(host, 0, sizeof *host);
    host->client = client;
    if (!client_url_read(&host->url, url, host->trouble, sizeof host->trouble)) return false;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    int error = getaddrinfo(host->url.host, host->url.port, &hints, &list);
    if (error != 0) {
        snprintf(host->trouble, sizeof host->trouble, "%s: %s", url, gai_strerror(error));
        return false;
    }
    for (struct addrinfo *it = list; it != NULL && host->address_count < CLIENT_ADDRESSES;
         it = it->ai_next) {
        if (it->ai_addrlen > sizeof *host->addresses) continue;
        memcpy(&host->addresses[host->address_count], it->ai_addr, it->ai_addrlen);
        host->address_lens[host->address_count++] = it->ai_addrlen;
    }
    freeaddrinfo(list);
    return host->address_count > 0;
}

/* ---- One exchange ---- */

static void shut(client_exchange *x, client_state state) {
    if (x->fd >= 0) close(x->fd);
    x->fd = -1;
    x->state = state;
}

/* The library need not hear of it any more. What the application looks at stays until then. */
static void drop(client_host *host, client_exchange *x) {
    shut(x, x == host->shown ? CLIENT_OVER : CLIENT_FREE);
}

/* It has ended, whole or not. */
static void finish(client_host *host, client_exchange *x) {
    drop(host, x);
    sansmcp_client_closed(host->client, x->route, client_host_now());
}

static void fail(client_host *host, client_exchange *x, const char *why) {
    snprintf(host->trouble, sizeof host->trouble, "%s", why);
    shut(x, CLIENT_FAILED);
}

/* Connects to the next address that was not tried. */
static void begin(client_host *host, client_exchange *x) {
    while (x->tried < host->address_count) {
        x->address = (host->address + x->tried++) % host->address_count;
        const struct sockaddr *to = (const struct sockaddr *)&host->addresses[x->address];
        x->fd = socket(to->sa_family, SOCK_STREAM, 0);
        if (x->fd >= 0 && fcntl(x->fd, F_SETFL, O_NONBLOCK) == 0
            && fcntl(x->fd, F_SETFD, FD_CLOEXEC) == 0
            && (connect(x->fd, to, host->address_lens[x->address]) == 0
                || errno == EINPROGRESS)) {
            x->state = CLIENT_CONNECTING;
            return;
        }
        snprintf(host->trouble, sizeof host->trouble, "%s", strerror(errno));
        shut(x, CLIENT_FAILED);
    }
    x->state = CLIENT_FAILED;
}

static void connected(client_host *host, client_exchange *x) {
    int error = 0;
    socklen_t len = sizeof error;
    if (getsockopt(x->fd, SOL_SOCKET, SO_ERROR, &error, &len) < 0) error = errno;
    if (error == 0) {
        host->address = x->address;
        x->state = CLIENT_SENDING;
        return;
    }
    snprintf(host->trouble, sizeof host->trouble, "%s", strerror(error));
    shut(x, CLIENT_FAILED);
    begin(host, x);
}

static void send_more(client_exchange *x) {
    while (x->sent_len < x->request_len) {
        ssize_t count = send(x->fd, x->message + x->sent_len, x->request_len - x->sent_len,
                             MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        /* A server may answer before it has read all, and close. */
        if (count < 0) break;
        x->sent_len += (size_t)count;
    }
    x->state = CLIENT_READING;
}

static void read_more(client_host *host, client_exchange *x) {
    ssize_t count = recv(x->fd, x->raw, sizeof x->raw, 0);
    if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return;
    x->raw_at = 0;
    x->raw_len = count > 0 ? (size_t)count : 0;
    x->is_at_end = count <= 0;
    if (count >= 0) return;
    snprintf(host->trouble, sizeof host->trouble, "%s", strerror(errno));
    x->response.stage = CLIENT_BROKEN;
}

static bool is_aside(const client_exchange *x) {
    return x->route.kind == SANSMCP_ROUTE_POST && x->route.number == 0;
}

/* ---- Requests ---- */


/* Writes a text at the end of the request; false if there is no room. */
static bool put(client_exchange *x, const void *text, size_t len) {
    if (len > sizeof x->message - x->request_len) return false;
    memcpy(x->message + x->request_len, text, len);
    x->request_len += len;
    return true;
}

static sansmcp_result write_request(client_host *host, client_exchange *x, const sansmcp_out *out,
                                    sansmcp_str schema) {
    char line[sizeof host->url.target + sizeof host->url.authority + 64];
    sansmcp_str verb = sansmcp_verb_name(out->verb), lines;
    int len = snprintf(line, sizeof line, "%.*s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n",
                       (int)verb.len, verb.data, host->url.target, host->url.authority);
    bool fits = put(x, line, (size_t)len);
    if (host->authorization != NULL)
        fits = fits && put(x, "Authorization: ", 15)
            && put(x, host->authorization, strlen(host->authorization)) && put(x, "\r\n", 2);
    if (!fits) return SANSMCP_SHORT;
    sansmcp_result result = sansmcp_client_head(host->client, out, schema,
        x->message + x->request_len, sizeof x->message - x->request_len, &lines);
    if (result != SANSMCP_OK) return result;
    x->request_len += lines.len;
    len = 0;
    if (out->verb == SANSMCP_VERB_POST)
        len = snprintf(line, sizeof line, "Content-Length: %zu\r\n", out->len);
    fits = put(x, line, (size_t)len) && put(x, "\r\n", 2) && put(x, out->data, out->len);
    return fits ? SANSMCP_OK : SANSMCP_SHORT;
}

sansmcp_result client_host_send(client_host *host, const sansmcp_out *out, sansmcp_str schema) {
    if (out->len == 0 && out->verb == SANSMCP_VERB_POST) {
        for (size_t i = 0; out->is_last && i < CLIENT_EXCHANGES; i++) {
            client_exchange *x = &host->exchanges[i];
            if (x->state != CLIENT_FREE && x->state != CLIENT_OVER
                && x->route.number == out->route.number && x->route.kind == out->route.kind)
                drop(host, x);
        }
        return SANSMCP_OK;
    }
    client_exchange *x = NULL;
    for (size_t i = 0; i < CLIENT_EXCHANGES && x == NULL; i++)
        if (host->exchanges[i].state == CLIENT_FREE) x = &host->exchanges[i];
    sansmcp_result result = SANSMCP_BUSY;
    if (x != NULL) {
        /* All but the two large buffers. */
        memset(x, 0, offsetof(client_exchange, raw));
        x->fd = -1;
        x->route = out->route;
        x->since = client_host_now();
        result = write_request(host, x, out, schema);
        if (result == SANSMCP_OK) {
            begin(host, x);
            return SANSMCP_OK;
        }
    }
    snprintf(host->trouble, sizeof host->trouble, "%s", sansmcp_result_text((uint32_t)result));
    sansmcp_client_closed(host->client, out->route, client_host_now());
    return result;
}

/* ---- Waiting ---- */

static bool is_waiting_for_room(const client_host *host, const client_exchange *x) {
    size_t asides = 0;
    for (size_t i = 0; i < CLIENT_EXCHANGES; i++)
        asides += host->exchanges[i].state != CLIENT_FREE && is_aside(&host->exchanges[i]);
    return x->expect.kind == SANSMCP_EXPECT_EVENTS && asides >= MOST_ASIDES;
}

size_t client_host_fds(const client_host *host, struct pollfd *fds, size_t room) {
    size_t count = 0;
    for (size_t i = 0; i < CLIENT_EXCHANGES && count < room; i++) {
        const client_exchange *x = &host->exchanges[i];
        short events = 0;
        if (x->state == CLIENT_CONNECTING || x->state == CLIENT_SENDING) events = POLLOUT;
        if (x->state == CLIENT_READING && x->raw_at == x->raw_len && !x->is_at_end)
            events = POLLIN;
        if (events != 0) fds[count++] = (struct pollfd){.fd = x->fd, .events = events};
    }
    return count;
}

int client_host_patience(const client_host *host, int most_ms) {
    uint64_t now = client_host_now(), until = most_ms < 0 ? UINT64_MAX : now + (uint64_t)most_ms;
    uint64_t deadline;
    if (sansmcp_client_next_deadline(host->client, &deadline) == SANSMCP_OK && deadline < until)
        until = deadline;
    for (size_t i = 0; i < CLIENT_EXCHANGES; i++) {
        const client_exchange *x = &host->exchanges[i];
        bool has_more = x->raw_at < x->raw_len || x->is_at_end;
        if (x->state == CLIENT_FAILED
            || (x->state == CLIENT_READING && has_more && !is_waiting_for_room(host, x)))
            return 0;
        if (x->state != CLIENT_FREE && is_aside(x) && x->since + ASIDE_MS < until)
            until = x->since + ASIDE_MS;
    }
    if (until == UINT64_MAX) return -1;
    if (until <= now) return 0;
    return until - now > 60000 ? 60000 : (int)(until - now);
}

void client_host_polled(client_host *host, const struct pollfd *fds, size_t count) {
    uint64_t now = client_host_now();
    for (size_t i = 0; i < CLIENT_EXCHANGES; i++) {
        client_exchange *x = &host->exchanges[i];
        bool is_open = x->state != CLIENT_FREE && x->state != CLIENT_OVER;
        for (size_t j = 0; is_open && j < count; j++) {
            if (x->fd < 0 || fds[j].fd != x->fd || fds[j].revents == 0) continue;
            if (x->state == CLIENT_CONNECTING) connected(host, x);
            if (x->state == CLIENT_SENDING) send_more(x);
            else if (x->state == CLIENT_READING) read_more(host, x);
            break;
        }
        if (is_open && is_aside(x) && now >= x->since + ASIDE_MS)
            fail(host, x, "the server takes too long");
    }
}

void client_host_wait(client_host *host, int most_ms) {
    struct pollfd fds[CLIENT_EXCHANGES];
    size_t count = client_host_fds(host, fds, CLIENT_EXCHANGES);
    if (poll(fds, (nfds_t)count, client_host_patience(host, most_ms)) < 0) count = 0;
    client_host_polled(host, fds, count);
}

/* ---- Responses ---- */

/* The head of a response is there. True: the application has to hear of it. */
static bool responded(client_host *host, client_exchange *x, client_told *told) {
    client_response *r = &x->response;
    if (sansmcp_client_responded(host->client, x->route, r->status, r->headers, r->header_count,
                                 client_host_now(), &x->expect) != SANSMCP_OK) {
        finish(host, x);
        return false;
    }
    x->body_len = 0;
    if (x->expect.kind == SANSMCP_EXPECT_EVENTS)
        sansmcp_events_init(&x->events, x->message, sizeof x->message);
    if (x->expect.kind == SANSMCP_EXPECT_NOTHING) finish(host, x);
    if (x->expect.kind != SANSMCP_EXPECT_DENIED) return false;
    /* Its challenge lies in the head. */
    host->shown = x;
    finish(host, x);
    *told = (client_told){.kind = CLIENT_TOLD_DENIED, .ticket = x->expect.ticket,
        .challenge = x->expect.challenge, .status = r->status};
    return true;
}

static void seen(client_host *host, client_exchange *x) {
    sansmcp_client_seen(host->client, x->route, sansmcp_events_last_id(&x->events),
                        sansmcp_events_retry(&x->events));
}

/* Reads more of what came. */
static void read_raw(client_exchange *x) {
    const uint8_t *piece;
    size_t piece_len, len = x->raw_len - x->raw_at, room = sizeof x->message;
    uint8_t *space = x->message;
    bool is_stream = x->expect.kind == SANSMCP_EXPECT_EVENTS && x->response.has_head;
    if (is_stream) {
        space = sansmcp_events_space(&x->events, &room);
        if (len > room) len = room;
    }
    x->raw_at += client_response_take(&x->response, x->raw + x->raw_at, len, &piece, &piece_len);
    if (is_stream) {
        memcpy(space, piece, piece_len);
        sansmcp_events_filled(&x->events, piece_len);
    } else if (piece_len <= room && x->body_len <= room - piece_len) {
        memcpy(space + x->body_len, piece, piece_len);
    }
    x->body_len += piece_len;
}

/* A body that is one message; of one that is too long, how long it is. */
static void show_body(client_host *host, client_exchange *x, client_told *told) {
    *told = (client_told){.kind = CLIENT_TOLD_FRAME, .status = x->response.status};
    if (x->body_len <= sizeof x->message) {
        told->frame.data = x->message;
        told->frame.len = (size_t)x->body_len;
    } else {
        told->frame.overlong_len = x->body_len;
        told->frame.overlong_kind = SANSMCP_OVERLONG_RESPONSE;
    }
    told->frame.route = x->route;
    x->is_handed_out = true;
    host->shown = x;
}

/* Goes on with an exchange. True: there is something for the application. */
static bool advance(client_host *host, client_exchange *x, client_told *told) {
    client_response *r = &x->response;
    if (x->state == CLIENT_FAILED) finish(host, x);
    while (x->state == CLIENT_READING) {
        bool had_head = r->has_head;
        if (had_head && x->expect.kind == SANSMCP_EXPECT_EVENTS) {
            sansmcp_sse_event event;
            if (is_waiting_for_room(host, x)) return false;
            if (sansmcp_events_next_event(&x->events, &event) == SANSMCP_OK) {
                *told = (client_told){.kind = CLIENT_TOLD_FRAME, .frame = event.frame,
                    .status = r->status};
                told->frame.route = x->route;
                host->shown = x;
                return true;
            }
            seen(host, x);
        }
        if (x->raw_at < x->raw_len && r->stage < CLIENT_WHOLE) {
            read_raw(x);
            if (!had_head && r->has_head && responded(host, x, told)) return true;
            continue;
        }
        if (x->is_at_end) client_response_end(r);
        if (r->stage == CLIENT_WHOLE && x->expect.kind == SANSMCP_EXPECT_JSON
            && !x->is_handed_out) {
            show_body(host, x, told);
            return true;
        }
        if (r->stage < CLIENT_WHOLE) return false;
        if (r->stage == CLIENT_BROKEN && host->trouble[0] == 0)
            snprintf(host->trouble, sizeof host->trouble, "the response is not whole");
        finish(host, x);
    }
    return false;
}

sansmcp_result client_host_next(client_host *host, client_told *told) {
    client_exchange *x = host->shown;
    host->shown = NULL;
    if (x != NULL && x->state == CLIENT_OVER) x->state = CLIENT_FREE;
    if (x != NULL && x->state == CLIENT_READING && x->expect.kind == SANSMCP_EXPECT_EVENTS)
        seen(host, x);
    for (size_t i = 0; i < CLIENT_EXCHANGES; i++) {
        size_t at = (host->turn + i) % CLIENT_EXCHANGES;
        if (!advance(host, &host->exchanges[at], told)) continue;
        host->turn = (at + 1) % CLIENT_EXCHANGES;
        return SANSMCP_OK;
    }
    return SANSMCP_NONE;
}

size_t client_host_unanswered(const client_host *host) {
    size_t count = 0;
    for (size_t i = 0; i < CLIENT_EXCHANGES; i++) {
        const client_exchange *x = &host->exchanges[i];
        count += x->state != CLIENT_FREE && x->state != CLIENT_OVER && !x->response.has_head;
    }
    return count;
}

void client_host_close(client_host *host) {
    host->shown = NULL;
    for (size_t i = 0; i < CLIENT_EXCHANGES; i++)
        if (host->exchanges[i].state != CLIENT_FREE) shut(&host->exchanges[i], CLIENT_FREE);
}
