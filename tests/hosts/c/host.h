/*
 * A server over Streamable HTTP with nothing but the library and POSIX sockets: one thread, one
 * poll loop, many connections. All that can grow is bounded, and all memory is taken at the start.
 */
#ifndef HOST_H
#define HOST_H

#include "link.h"

#include <poll.h>

/* Where the endpoint is. */
#define HOST_PATH "/mcp"

struct host;

/* The application. */
struct host_app {
    const sansmcp_server_info *info;
    /* NULL: as one of all zero bits. */
    const sansmcp_endpoint_policy *policy;
    /* Deals with one event: writes its outputs into host->tx with `server`, and gives each to
     * host_send at once. Every event that can be answered has to be, now or later. */
    void (*receive)(struct host *host, sansmcp_server *server, const sansmcp_event *event);
    /* May be NULL. Called after each event and in each turn of the loop: what waits for the time,
     * and what has changed. With sansmcp_endpoint_server it has the server of a ticket. */
    void (*turn)(struct host *host);
    /* May be NULL. When `turn` is to be called again though nothing comes in, as a time of
     * host_now; UINT64_MAX: it does not matter. */
    uint64_t (*next_due)(struct host *host);
    /* May be NULL. Nobody waits for the answer to a request any more; its ticket is abandoned
     * right after. */
    void (*cancelled)(struct host *host, sansmcp_ticket ticket);
    /* The application's own. */
    void *self;
};

/* How much there may be at once; 0 is a usual number. */
struct host_limits {
    /* Connections: 64. When all are taken one that rests is closed, or else new ones wait. */
    size_t connections;
    /* Clients with sessions: 32. */
    size_t sessions;
    /* Open requests: 64. */
    size_t slots;
    /* Bytes of the longest request, head and body: 64 KiB. */
    size_t rx;
    /* Bytes of the largest answer: 64 KiB. Four times as many may wait to be sent to a client. */
    size_t tx;
    /* Bytes of events that are kept for clients that come again, where the policy has `replay`: 1
     * MiB. */
    size_t store;
};

struct host {
    struct host_app app;
    struct host_limits limits;
    sansmcp_endpoint endpoint;
    /* Where the application writes its outputs, limits.tx bytes. */
    uint8_t *tx;
    /* The rest is the host's own. */
    sansmcp_hub hub;
    sansmcp_store store;
    struct link *links;
    struct pollfd *polled;
    int listener, random;
    uint64_t start;
    char url[128];
};

/* Takes memory and opens a port: `address` is such as `127.0.0.1:0`, where 0 is any free one.
 * False, with a word on standard error, if that cannot be. It says `serving URL` there when it
 * serves. */
bool host_open(struct host *host, const struct host_app *app, const struct host_limits *limits,
               const char *address);
/* Serves until something fails that nobody can help. */
void host_run(struct host *host);
/* Sends an output to whom it belongs. It is copied. */
void host_send(struct host *host, const sansmcp_out *out);
/* Sends what sansmcp_endpoint_put_off gave. */
void host_deliver(struct host *host, const sansmcp_delivery *delivery);
/* The time in milliseconds since the start. */
uint64_t host_now(const struct host *host);

#endif
