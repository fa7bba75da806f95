/* A server at a URL. */
#include "client_peer.h"

#include <stdlib.h>
#include <string.h>

/* What begins or ends a connection may take so long, in milliseconds. */
enum { OPENING = 2000 };

bool remote_open(remote *of, const char *url, sansmcp_client *client, text *why) {
    of->host = memory(NULL, sizeof *of->host);
    memset(of->host, 0, sizeof *of->host);
    if (client_host_open(of->host, url, client)) return true;
    text_add(why, str_of(of->host->trouble));
    return false;
}

void remote_turn(struct peer *p, remote *of, int wait_ms) {
    client_told told;
    client_host_wait(of->host, wait_ms);
    while (client_host_next(of->host, &told) == SANSMCP_OK) {
        if (told.kind == CLIENT_TOLD_FRAME)
            peer_receive(p, &told.frame);
        else
            peer_denied(p, told.ticket, told.status);
    }
}

void remote_begun(struct peer *p, remote *of) {
    uint64_t until = now_ms() + OPENING;
    while (client_host_unanswered(of->host) > 0 && now_ms() < until) peer_turn(p, until);
}

void remote_leave(struct peer *p, remote *of) {
    sansmcp_client_leave(&p->client);
    peer_settle(p);
    remote_begun(p, of);
    client_host_close(of->host);
    free(of->host);
    of->host = NULL;
}
