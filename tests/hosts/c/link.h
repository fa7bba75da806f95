/* One connection of the host: its socket, what was read, what waits to be sent, its time limits. */
#ifndef HOST_LINK_H
#define HOST_LINK_H

#include <sansmcp.h>

/* How long a client may take, in milliseconds: from the first byte of a request to its last. */
#ifndef LINK_REQUEST_MS
#define LINK_REQUEST_MS 15000
#endif
/* Between requests; and before one between requests may be closed for another. */
#ifndef LINK_IDLE_MS
#define LINK_IDLE_MS 60000
#endif
#ifndef LINK_REST_MS
#define LINK_REST_MS 1000
#endif
/* In which nothing of what waits to be sent is taken. */
#ifndef LINK_STALLED_MS
#define LINK_STALLED_MS 30000
#endif
/* After the last response, for the client to close. */
#ifndef LINK_LINGER_MS
#define LINK_LINGER_MS 2000
#endif
/* Between signs of life on streams of events. */
#ifndef LINK_KEEP_ALIVE_MS
#define LINK_KEEP_ALIVE_MS 15000
#endif
/* Bytes of a body that nobody wants which are read, so that its connection can go on. */
#define LINK_SKIPPED 65536

#define LINK_NEVER UINT64_MAX

struct link {
    /* -1: there is no connection. */
    int socket;
    /* Where its requests begin and end. */
    sansmcp_http1 conversation;
    /* On which terms the response that is under way is sent. */
    sansmcp_http1_terms terms;
    /* A response has begun, and how its body is sent: a sansmcp_http1_body_form. */
    bool has_begun;
    uint8_t form;
    /* The response is a stream of events, which may be silent for long; a message is half out. */
    bool is_events, is_half;
    /* What waits to be sent lies from `sent` to `end`. */
    uint8_t *unsent;
    size_t room, sent, end;
    /* What it is doing, a sansmcp_http1_stage, and since when. */
    uint8_t stage;
    uint64_t since;
    /* When something was sent last, and since when nothing is taken; LINK_NEVER: all was. */
    uint64_t last_said, stuck;
    /* Nothing more comes; our side was ended; it is to be closed whatever waits. */
    bool is_at_end, is_shut, is_broken;
};

/* Takes a socket that was just accepted. The buffers are the link's for good. */
void link_open(struct link *link, int socket, uint64_t now);
/* Closes the socket. */
void link_close(struct link *link);

/* Whether there is room and reason to read, and whether something waits to be sent. */
bool link_wants_input(struct link *link);
bool link_wants_output(const struct link *link);
/* Reads what there is, as far as there is room. */
void link_read(struct link *link);
/* Sends what waits, as far as it is taken. */
void link_write(struct link *link, uint64_t now);

/* Begins a response. `length` is that of its body, or SANSMCP_HTTP1_STREAM. */
void link_begin(struct link *link, uint16_t status, const sansmcp_header *headers, size_t count,
                uint64_t length);
/* The next bytes of its body, in up to three parts. */
void link_body(struct link *link, sansmcp_str a, sansmcp_str b, sansmcp_str c);
/* The response is whole. */
void link_end(struct link *link);
/* Responds at once. */
void link_respond(struct link *link, uint16_t status, const sansmcp_header *headers, size_t count,
                  sansmcp_str body);
/* Bytes that belong to no response. */
void link_put(struct link *link, sansmcp_str bytes);

/* So much waits to be sent that its next request has to wait, too. */
bool link_is_behind(const struct link *link);
/* Since when it rests, if it may be closed for another one; else LINK_NEVER. */
uint64_t link_rests(const struct link *link);
/* Notes when it went on to something else. */
void link_tell(struct link *link, uint64_t now);
/* What the time brings: false if the connection is over; `due` is when to ask again. */
bool link_tick(struct link *link, uint64_t now, uint64_t *due);

#endif
