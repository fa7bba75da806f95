/* The loop: the connections in turn, each a little, and between them the endpoint. */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const sansmcp_str nothing = {NULL, 0};

static uint64_t clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)(now.tv_nsec / 1000000);
}

uint64_t host_now(const struct host *host) {
    return clock_ms() - host->start;
}

static sansmcp_str text_of(const char *data, size_t len) {
    return (sansmcp_str){data, len};
}

/* ---- What goes out ---- */

/* Begins a response with the protocol's headers, and those for the page that may read it. */
static void begin(struct host *host, struct link *link, const sansmcp_response_head *head,
                  uint64_t length) {
    sansmcp_header own[SANSMCP_MAX_HEADERS], headers[SANSMCP_MAX_RESPONSE_HEADERS + 3];
    sansmcp_http1_request request;
    size_t count = 0, more = 0;
    sansmcp_response_headers(head, headers, SANSMCP_MAX_RESPONSE_HEADERS, &count);
    if (sansmcp_http1_request_of(&link->conversation, own, SANSMCP_MAX_HEADERS, &request)
        == SANSMCP_OK)
        sansmcp_endpoint_exposed(&host->endpoint, &request.head, headers + count, 3, &more);
    link_begin(link, head->status, headers, count + more, length);
    link->is_events = head->body == SANSMCP_BODY_EVENTS;
}

static void reply(struct host *host, struct link *link, const sansmcp_response_head *head,
                  sansmcp_str body) {
    begin(host, link, head, body.len);
    link_body(link, body, nothing, nothing);
    link_end(link);
}

void host_deliver(struct host *host, const sansmcp_delivery *delivery) {
    const sansmcp_str lead = text_of(delivery->lead.bytes, delivery->lead.len);
    const sansmcp_str bytes = text_of((const char *)delivery->data, delivery->len);
    if (delivery->keep.sequence != 0)
        sansmcp_store_keep(&host->store, delivery->keep, delivery->data, delivery->len);
    if (!delivery->has_to || delivery->to >= host->limits.connections) return;
    struct link *link = &host->links[delivery->to];
    /* Its response may have been given up. */
    if (link->socket < 0
        || sansmcp_http1_stage_of(&link->conversation) != SANSMCP_HTTP1_ANSWERING)
        return;
    if (delivery->has_head)
        begin(host, link, &delivery->head,
              delivery->is_end ? delivery->body_len : SANSMCP_HTTP1_STREAM);
    link_body(link, lead, bytes, delivery->tail);
    link->is_half = delivery->is_half;
    if (delivery->is_cut)
        link->is_broken = true; /* nobody may take it for whole */
    else if (delivery->is_end)
        link_end(link);
}

void host_send(struct host *host, const sansmcp_out *out) {
    sansmcp_delivery delivery;
    if (sansmcp_endpoint_deliver(&host->endpoint, out, &delivery) == SANSMCP_OK)
        host_deliver(host, &delivery);
}

/* ---- What is due ---- */

/* Sends what is due by itself. */
static void drain(struct host *host) {
    sansmcp_out out;
    while (sansmcp_endpoint_next_output(&host->endpoint, host->tx, host->limits.tx, &out)
           == SANSMCP_OK)
        host_send(host, &out);
}

static void settle(struct host *host) {
    if (host->app.turn != NULL) host->app.turn(host);
    drain(host);
}

/* Requests that nobody waits for any more. */
static void give_up(struct host *host) {
    sansmcp_ticket ticket;
    sansmcp_server server;
    size_t count, left = host->limits.slots + 1;
    while (left-- > 0
           && sansmcp_endpoint_cancelled(&host->endpoint, &ticket, 1, &count) == SANSMCP_OK
           && count > 0) {
        if (host->app.cancelled != NULL) host->app.cancelled(host, ticket);
        if (sansmcp_endpoint_server(&host->endpoint, ticket, &server) != SANSMCP_OK
            || sansmcp_server_abandon(&server, ticket) != SANSMCP_OK)
            return;
    }
}

static void expire(struct host *host) {
    sansmcp_event event;
    sansmcp_server server;
    while (sansmcp_endpoint_expire(&host->endpoint, host_now(host), &event) == SANSMCP_OK) {
        sansmcp_ticket call = sansmcp_event_parent(&event);
        /* The client is told that nobody waits any more before the call is answered. */
        drain(host);
        if (sansmcp_endpoint_server(&host->endpoint, call, &server) == SANSMCP_OK)
            host->app.receive(host, &server, &event);
        settle(host);
    }
}

/* ---- What comes in ---- */

static void open_stream(struct host *host, struct link *link, const sansmcp_verdict *verdict) {
    sansmcp_sse_id after = verdict->missed.after;
    const uint32_t last = verdict->missed.last;
    sansmcp_kept kept;
    if (verdict->has_replaced && verdict->replaces < host->limits.connections)
        link_end(&host->links[verdict->replaces]);
    if (last > 0
        && sansmcp_store_after(&host->store, after, last, &kept) != SANSMCP_OK) {
        sansmcp_http_reply gone;
        sansmcp_denial_reply(SANSMCP_DENIAL_UNKNOWN_EVENT, &gone);
        sansmcp_endpoint_closed(&host->endpoint, (uint32_t)(link - host->links));
        reply(host, link, &gone.head, gone.body);
        return;
    }
    begin(host, link, &verdict->head, SANSMCP_HTTP1_STREAM);
    link_body(link, text_of(verdict->first.bytes, verdict->first.len), nothing, nothing);
    while (last > 0 && sansmcp_store_after(&host->store, after, last, &kept) == SANSMCP_OK) {
        sansmcp_sse_fields fields;
        sansmcp_sse_head(&kept.id, &fields);
        link_body(link, text_of(fields.bytes, fields.len),
                  text_of((const char *)kept.data, kept.len), sansmcp_sse_tail());
        after = kept.id;
    }
    if (verdict->is_over) link_end(link);
}

/* Decides by the head alone. */
static void judge(struct host *host, struct link *link) {
    sansmcp_header headers[SANSMCP_MAX_HEADERS], answer[SANSMCP_MAX_HEADERS];
    sansmcp_http1 *conversation = &link->conversation;
    sansmcp_http1_request request;
    sansmcp_verdict verdict;
    size_t count = 0;
    bool is_awaited = false;
    uint16_t status = 0;
    uint32_t number = (uint32_t)(link - host->links);
    if (sansmcp_http1_request_of(conversation, headers, SANSMCP_MAX_HEADERS, &request)
        != SANSMCP_OK)
        status = 400;
    else if (!sansmcp_str_equals(request.path, SANSMCP_STR(HOST_PATH)))
        status = 404;
    else if (sansmcp_endpoint_judge(&host->endpoint, &request.head, number, 0, host_now(host),
                                    &verdict)
             != SANSMCP_OK)
        status = 400;
    else if (verdict.kind == SANSMCP_VERDICT_BODY) {
        /* What is longer, or does not fit, is refused with 413. */
        sansmcp_http1_accept(conversation, verdict.longest_body, &is_awaited);
        if (is_awaited) link_put(link, sansmcp_http1_continue());
        return;
    }
    sansmcp_http1_skip(conversation, LINK_SKIPPED, &link->terms);
    if (status != 0) {
        link_respond(link, status, NULL, 0, nothing);
    } else if (verdict.kind == SANSMCP_VERDICT_PREFLIGHT) {
        sansmcp_endpoint_preflight(&host->endpoint, &request.head, answer, SANSMCP_MAX_HEADERS,
                                   &count);
        if (count > SANSMCP_MAX_HEADERS) count = SANSMCP_MAX_HEADERS;
        link_respond(link, 204, answer, count, nothing);
    } else if (verdict.kind == SANSMCP_VERDICT_STREAM) {
        open_stream(host, link, &verdict);
    } else {
        reply(host, link, &verdict.head, verdict.body);
    }
    give_up(host);
}

/* Deals with the body of a POST. */
static void post(struct host *host, struct link *link) {
    sansmcp_header headers[SANSMCP_MAX_HEADERS];
    sansmcp_http1_request request;
    sansmcp_event event;
    sansmcp_server server;
    sansmcp_delivery delivery;
    uint8_t random[16];
    sansmcp_http1_terms_of(&link->conversation, &link->terms);
    if (read(host->random, random, sizeof random) != (ssize_t)sizeof random
        || sansmcp_http1_request_of(&link->conversation, headers, SANSMCP_MAX_HEADERS, &request)
            != SANSMCP_OK) {
        link_respond(link, 500, NULL, 0, nothing);
        return;
    }
    sansmcp_frame frame = {
        .data = request.body,
        .len = request.body_len,
        .head = &request.head,
        .route = {.number = (uint32_t)(link - host->links), .kind = SANSMCP_ROUTE_POST},
    };
    while (sansmcp_endpoint_receive(&host->endpoint, &frame, host_now(host), random, &event)
           == SANSMCP_OK) {
        if (sansmcp_endpoint_server_of(&host->endpoint, &frame, &server) == SANSMCP_OK)
            host->app.receive(host, &server, &event);
        settle(host);
    }
    if (sansmcp_endpoint_received(&host->endpoint, &frame, &delivery) == SANSMCP_OK)
        host_deliver(host, &delivery);
    give_up(host);
}

/* Does what the bytes of a connection say, also without new ones: a request may have waited for
 * the one before. */
static void advance(struct host *host, struct link *link) {
    sansmcp_http1_step step;
    while (link->socket >= 0 && !link->is_broken && !link_is_behind(link)) {
        sansmcp_result result = sansmcp_http1_advance(&link->conversation, &step);
        link_tell(link, host_now(host));
        if (result != SANSMCP_OK) return;
        if (step.kind == SANSMCP_HTTP1_HEAD) {
            judge(host, link);
        } else if (step.kind == SANSMCP_HTTP1_REQUEST) {
            post(host, link);
        } else {
            sansmcp_http1_terms_of(&link->conversation, &link->terms);
            link->terms.keep = 0;
            link_respond(link, step.status, NULL, 0, nothing);
        }
    }
}

/* ---- Connections ---- */

/* A connection is over, and whatever was under way on it. */
static void drop(struct host *host, struct link *link) {
    link_close(link);
    sansmcp_endpoint_closed(&host->endpoint, (uint32_t)(link - host->links));
    give_up(host);
}

/* A place for a new connection: one that rests makes room, but nobody is turned away in the middle,
 * or right before the next request. NULL: there is none, and `due` is when one may be. */
static struct link *place(struct host *host, uint64_t *due) {
    struct link *found = NULL;
    uint64_t since = LINK_NEVER;
    for (size_t i = 0; i < host->limits.connections; i++) {
        struct link *link = &host->links[i];
        if (link->socket < 0) return link;
        if (link_rests(link) < since) {
            found = link;
            since = link_rests(link);
        }
    }
    if (found == NULL || since + LINK_REST_MS <= host_now(host)) return found;
    if (since + LINK_REST_MS < *due) *due = since + LINK_REST_MS;
    return NULL;
}

/* False where no more can be accepted ever. */
static bool accept_all(struct host *host) {
    struct link *link;
    uint64_t due;
    while ((link = place(host, &due)) != NULL) {
        int on = 1, socket = accept(host->listener, NULL, NULL);
        if (socket < 0) return errno != EBADF && errno != EINVAL && errno != ENOTSOCK;
        if (link->socket >= 0) drop(host, link);
        fcntl(socket, F_SETFL, O_NONBLOCK);
        fcntl(socket, F_SETFD, FD_CLOEXEC);
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        link_open(link, socket, host_now(host));
    }
    return true;
}

/* When the loop has to go on though nothing comes in. */
static int patience(struct host *host, uint64_t due) {
    uint64_t deadline, now = host_now(host);
    if (sansmcp_endpoint_next_deadline(&host->endpoint, &deadline) == SANSMCP_OK
        && deadline < due)
        due = deadline;
    if (host->app.next_due != NULL && (deadline = host->app.next_due(host)) < due) due = deadline;
    if (due == UINT64_MAX) return -1;
    if (due <= now) return 0;
    return due - now < 60000 ? (int)(due - now) : 60000;
}

void host_run(struct host *host) {
    const size_t count = host->limits.connections;
    for (;;) {
        uint64_t first = UINT64_MAX, due, now;
        expire(host);
        settle(host);
        give_up(host);
        now = host_now(host);
        for (size_t i = 0; i < count; i++) {
            struct link *link = &host->links[i];
            host->polled[i] = (struct pollfd){.fd = -1};
            if (link->socket < 0) continue;
            /* What was held up goes on once its answers are taken. */
            link_write(link, now);
            advance(host, link);
            link_write(link, now);
            if (!link_tick(link, now, &due)) {
                drop(host, link);
                due = now;
            }
            if (due < first) first = due;
            if (link->socket < 0) continue;
            short events = (short)((link_wants_input(link) ? POLLIN : 0)
                                   | (link_wants_output(link) ? POLLOUT : 0));
            host->polled[i] = (struct pollfd){.fd = link->socket, .events = events};
        }
        /* What one connection brought about for another is on its way at once. */
        for (size_t i = 0; i < count; i++) {
            struct link *link = &host->links[i];
            if (link->socket < 0) continue;
            link_write(link, now);
            if (link_wants_output(link)) host->polled[i].events |= POLLOUT;
        }
        host->polled[count] = (struct pollfd){.fd = host->listener, .events = POLLIN};
        if (place(host, &first) == NULL) host->polled[count].fd = -1;
        if (poll(host->polled, (nfds_t)count + 1, patience(host, first)) < 0 && errno != EINTR) {
            perror("poll");
            return;
        }
        for (size_t i = 0; i < count; i++) {
            short seen = host->polled[i].fd < 0 ? 0 : host->polled[i].revents;
            if ((seen & (POLLIN | POLLHUP | POLLERR)) != 0) link_read(&host->links[i]);
            if ((seen & (POLLHUP | POLLERR)) != 0) host->links[i].is_broken = true;
        }
        if ((host->polled[count].revents & POLLIN) != 0 && !accept_all(host)) {
            perror("accept");
            return;
        }
    }
}

/* ---- The start ---- */

static size_t or_usual(size_t given, size_t usual) {
    return given == 0 ? usual : given;
}

static bool complain(const char *what) {
    fprintf(stderr, "%s: %s\n", what, errno == 0 ? "not possible" : strerror(errno));
    return false;
}

/* Opens a port, and writes down where. */
static bool listen_at(struct host *host, const char *address) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                             .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    struct sockaddr_storage own;
    socklen_t own_len = sizeof own;
    char name[64], port[16];
    int on = 1;
    const char *colon = strrchr(address, ':');
    size_t len = colon == NULL ? 0 : (size_t)(colon - address);
    bool is_v6 = len > 2 && address[0] == '[' && address[len - 1] == ']';
    errno = 0;
    if (len == 0 || len >= sizeof name) return complain(address);
    memcpy(name, address + (is_v6 ? 1 : 0), len);
    name[is_v6 ? len - 2 : len] = '\0';
    if (getaddrinfo(name, colon + 1, &hints, &found) != 0) return complain(address);
    host->listener = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    bool is_open = host->listener >= 0
        && setsockopt(host->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0
        && fcntl(host->listener, F_SETFL, O_NONBLOCK) == 0
        && bind(host->listener, found->ai_addr, found->ai_addrlen) == 0
        /* Whoever finds the queue full comes back after 1, 2, 4 … seconds, behind a crowd that does
           not wait: as many as the system allows. */
        && listen(host->listener, SOMAXCONN) == 0
        && getsockname(host->listener, (struct sockaddr *)&own, &own_len) == 0
        && getnameinfo((struct sockaddr *)&own, own_len, NULL, 0, port, sizeof port,
                       NI_NUMERICSERV)
            == 0;
    freeaddrinfo(found);
    if (!is_open) return complain(address);
    snprintf(host->url, sizeof host->url, "http://%.*s:%s" HOST_PATH, (int)len, address, port);
    return true;
}

/* Memory for all there may be at once. It stays until the process ends. */
static bool take_memory(struct host *host) {
    struct host_limits *limits = &host->limits;
    size_t streams = limits->connections + limits->sessions;
    host->tx = calloc(limits->tx, 1);
    host->links = calloc(limits->connections, sizeof *host->links);
    host->polled = calloc(limits->connections + 1, sizeof *host->polled);
    uint8_t *store = calloc(limits->store, 1);
    sansmcp_endpoint_memory memory = {
        .hub = &host->hub,
        .sessions = calloc(limits->sessions, sizeof(sansmcp_session)),
        .session_count = limits->sessions,
        .streams = calloc(streams, sizeof(sansmcp_stream)),
        .stream_count = streams,
        .slots = calloc(limits->slots, sizeof(sansmcp_slot)),
        .slot_count = limits->slots,
    };
    if (host->tx == NULL || host->links == NULL || host->polled == NULL || store == NULL
        || memory.sessions == NULL || memory.streams == NULL || memory.slots == NULL)
        return complain("memory");
    for (size_t i = 0; i < limits->connections; i++) {
        struct link *link = &host->links[i];
        uint8_t *rx = calloc(limits->rx, 1);
        link->socket = -1;
        link->room = 4 * limits->tx + 4096;
        link->unsent = calloc(link->room, 1);
        if (rx == NULL || link->unsent == NULL) return complain("memory");
        sansmcp_http1_init(&link->conversation, rx, limits->rx);
    }
    sansmcp_store_init(&host->store, store, limits->store);
    sansmcp_result result
        = sansmcp_endpoint_init(&host->endpoint, host->app.info, host->app.policy, &memory);
    if (result != SANSMCP_OK) fprintf(stderr, "its tables: %s\n", sansmcp_result_text(result));
    return result == SANSMCP_OK;
}

bool host_open(struct host *host, const struct host_app *app, const struct host_limits *limits,
               const char *address) {
    memset(host, 0, sizeof *host);
    host->app = *app;
    host->limits = (struct host_limits){
        .connections = or_usual(limits->connections, 64),
        .sessions = or_usual(limits->sessions, 32),
        .slots = or_usual(limits->slots, 64),
        .rx = or_usual(limits->rx, 65536),
        .tx = or_usual(limits->tx, 65536),
        .store = or_usual(limits->store, 1 << 20),
    };
    /* Each connection is a file; where so many are not to be had, there are fewer. */
    struct rlimit files;
    const size_t others = 16;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0
        && files.rlim_cur < host->limits.connections + others) {
        files.rlim_cur = host->limits.connections + others;
        if (files.rlim_cur > files.rlim_max) files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
        if (getrlimit(RLIMIT_NOFILE, &files) == 0
            && files.rlim_cur < host->limits.connections + others && files.rlim_cur > others)
            host->limits.connections = (size_t)files.rlim_cur - others;
    }
    host->start = clock_ms();
    host->random = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (host->random < 0) return complain("/dev/urandom");
    if (!take_memory(host) || !listen_at(host, address)) return false;
    fprintf(stderr, "serving %s\n", host->url);
    return true;
}
