/* Streamable HTTP: the same application on plain sockets, both eras on one endpoint. */
#include "server.h"

#include <host.h>

static struct work *work_of(struct host *host) { return host->app.self; }

static void send_out(void *way, const sansmcp_out *out) { host_send(way, out); }

static struct desk desk_of(struct host *host, sansmcp_server *server) {
    return (struct desk){
        .server = server,
        .work = work_of(host),
        .now = host_now(host),
        .send = send_out,
        .way = host,
    };
}

static void receive(struct host *host, sansmcp_server *server, const sansmcp_event *event) {
    struct desk desk = desk_of(host, server);
    app_handle(&desk, event);
}

/** Tells what has happened to those who want to know. */
static void tell(struct host *host, struct news *news) {
    sansmcp_out out;
    sansmcp_delivery delivery;
    for (uint8_t what = SANSMCP_WHAT_TOOLS; what <= SANSMCP_WHAT_RESOURCES; what++)
        if (news->changed[what]) (void)sansmcp_endpoint_changed(&host->endpoint, what);
    if (news->updated) {
        sansmcp_receivers receivers = {0};
        while (sansmcp_endpoint_updated(&host->endpoint, S(WATCHED), &receivers, host->tx,
                                        host->limits.tx, &out)
               == SANSMCP_OK)
            host_send(host, &out);
    }
    for (size_t i = 0; i < news->put_off_count; i++)
        if (sansmcp_endpoint_put_off(&host->endpoint, news->put_off[i].ticket,
                                     news->put_off[i].retry_ms, &delivery)
            == SANSMCP_OK)
            host_deliver(host, &delivery);
    *news = (struct news){0};
}

/** Goes on with the jobs whose time has come. */
static void turn(struct host *host) {
    struct work *work = work_of(host);
    sansmcp_ticket ticket;
    sansmcp_server server;
    while (app_due(work, host_now(host), &ticket)) {
        if (sansmcp_endpoint_server(&host->endpoint, ticket, &server) != SANSMCP_OK) {
            app_cancelled(work, ticket);
            continue;
        }
        struct desk desk = desk_of(host, &server);
        app_go_on(&desk, ticket);
    }
    tell(host, &work->news);
}

static uint64_t next_due(struct host *host) { return app_next_due(work_of(host)); }

static void cancelled(struct host *host, sansmcp_ticket ticket) {
    app_cancelled(work_of(host), ticket);
}

int serve_http(struct work *work, const char *address) {
    static const sansmcp_endpoint_policy policy = {.replay = true};
    static const struct host_limits limits = {
        .connections = 512,
        .sessions = 256,
        .slots = 1024,
        .rx = MESSAGE + 8192,
        .tx = MESSAGE,
        .store = 4 << 20,
    };
    static struct host host;
    const struct host_app app = {
        .info = everything(),
        .policy = &policy,
        .receive = receive,
        .turn = turn,
        .next_due = next_due,
        .cancelled = cancelled,
        .self = work,
    };
    if (host_open(&host, &app, &limits, address)) host_run(&host);
    return 1;
}
