/*
 * A host for a client over HTTP, to copy from: plain sockets, poll, one socket an exchange, no
 * heap. It knows HTTP/1.1 and nothing of the protocol: that is the library's.
 *
 *     static client_host host;
 *     client_host_open(&host, url, &client);
 *     sansmcp_client_connect(&client, NULL, client_host_now());
 *     for (;;) {
 *         while (sansmcp_client_next_output(&client, tx, sizeof tx, &out) == SANSMCP_OK)
 *             client_host_send(&host, &out, (sansmcp_str){0});
 *         client_host_wait(&host, -1);
 *         while (client_host_next(&host, &told) == SANSMCP_OK)
 *             ... told.frame goes to sansmcp_client_receive, its events to you ...
 *         while (sansmcp_client_expire(&client, client_host_now(), &event) == SANSMCP_OK)
 *             ... the event to you ...
 *     }
 */
#ifndef CLIENT_HOST_H
#define CLIENT_HOST_H

#include "client_response.h"
#include "client_url.h"

#include <poll.h>
#include <sys/socket.h>

/* How many exchanges may be open at once, and the longest message either way, in bytes. */
#ifndef CLIENT_EXCHANGES
#define CLIENT_EXCHANGES 16
#endif
#ifndef CLIENT_MESSAGE
#define CLIENT_MESSAGE (1 << 20)
#endif
enum { CLIENT_RAW = 16384, CLIENT_ADDRESSES = 4, CLIENT_TROUBLE = 256 };

typedef enum {
    CLIENT_FREE, /* as new */
    CLIENT_CONNECTING,
    CLIENT_SENDING,
    CLIENT_READING,
    CLIENT_FAILED, /* the library has to be told */
    CLIENT_OVER    /* the library knows; what it was given last is still looked at */
} client_state;

/* One request and its response. */
typedef struct {
    client_state state;
    int fd;
    sansmcp_route route;
    uint64_t since;               /* when it was begun, in milliseconds */
    size_t address, tried;        /* which one it is connected to, and how many were tried */
    size_t request_len, sent_len; /* of the request, which lies in `message` */
    client_response response;
    sansmcp_expect expect;
    bool is_handed_out; /* its body was given to the application */
    bool is_at_end;     /* the socket was closed by the server */
    uint64_t body_len;
    size_t raw_at, raw_len;
    sansmcp_events events;
    uint8_t raw[CLIENT_RAW];         /* as it came */
    uint8_t message[CLIENT_MESSAGE]; /* the request; then the body, or an event */
} client_exchange;

/* All zero bits when new. Some 17 MB as it is: put it where there is room, not on the stack. */
typedef struct {
    sansmcp_client *client;
    client_url url;
    const char *authorization; /* what an `Authorization` line says; NULL for none */
    struct sockaddr_storage addresses[CLIENT_ADDRESSES];
    socklen_t address_lens[CLIENT_ADDRESSES];
    size_t address_count, address; /* the one that answered last */
    size_t turn;                   /* the exchange that is looked at first */
    client_exchange *shown;        /* whose frame the application has */
    char trouble[CLIENT_TROUBLE];  /* what went wrong last, for a log */
    client_exchange exchanges[CLIENT_EXCHANGES];
} client_host;

typedef enum {
    CLIENT_TOLD_FRAME, /* a frame for sansmcp_client_receive */
    CLIENT_TOLD_DENIED /* 401 or 403: sansmcp_client_again or sansmcp_client_cancel */
} client_told_kind;

/* What came. It lasts until the next client_host_next. */
typedef struct {
    client_told_kind kind;
    sansmcp_frame frame;
    sansmcp_ticket ticket;
    sansmcp_str challenge;
    uint16_t status;
} client_told;

/* Milliseconds of a clock that only goes forward. */
uint64_t client_host_now(void);

/*
 * Points the host to a server, and looks its name up, which may take a while. Nothing is sent yet.
 * False: `trouble` says what is wrong.
 */
bool client_host_open(client_host *host, const char *url, sansmcp_client *client);

/*
 * Sends an output, or ends the exchange that it closes. `schema` is the input schema of the tool
 * that is called, NULL for all else. Other results than SANSMCP_OK: it could not be sent, and
 * sansmcp_client_expire will tell of it.
 */
sansmcp_result client_host_send(client_host *host, const sansmcp_out *out, sansmcp_str schema);

/*
 * Waits until something came, until the library's next deadline, or for so many milliseconds
 * (-1: no limit of yours).
 */
void client_host_wait(client_host *host, int most_ms);

/*
 * The same in steps, for those who wait for other things as well: what to poll for, and how long;
 * then, before anything else is done with the host, what came of it.
 */
size_t client_host_fds(const client_host *host, struct pollfd *fds, size_t room);
int client_host_patience(const client_host *host, int most_ms);
void client_host_polled(client_host *host, const struct pollfd *fds, size_t count);

/* What came. SANSMCP_NONE: no more for now. Call it until then. */
sansmcp_result client_host_next(client_host *host, client_told *told);

/* How many requests have no head of their response yet. */
size_t client_host_unanswered(const client_host *host);

/* Closes all sockets. */
void client_host_close(client_host *host);

#endif
