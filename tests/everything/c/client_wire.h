/* What messages go over: the standard input and output of a program, or HTTP. */
#ifndef CLIENT_WIRE_H
#define CLIENT_WIRE_H

#include "client_text.h"

#include "client_host.h"

#include <poll.h>
#include <sys/types.h>

struct peer;

/* A server that is a program. */
typedef struct {
    char **command;
    pid_t child; /* 0: it has ended */
    int to, from; /* -1: closed */
    sansmcp_lines lines;
    uint8_t *rx;
    text waiting;
    size_t written;
    unsigned restarts;
    bool is_leaving;
} program;

bool program_start(program *of, char **command, text *why);
void program_send(program *of, const sansmcp_out *out);
/* Waits until something can be read or written, at most so long, and does it. */
void program_turn(struct peer *p, program *of, int wait_ms);
/* Closes its input, and ends it if it does not end. */
void program_leave(struct peer *p, program *of);
void program_free(program *of);

/* A server at a URL: the host in tests/hosts/c does the work. */
typedef struct {
    client_host *host;
    sansmcp_remote remote;
} remote;

bool remote_open(remote *of, const char *url, sansmcp_client *client, text *why);
void remote_turn(struct peer *p, remote *of, int wait_ms);
/* Waits until each request has the head of its response; a server that is slow is let be. */
void remote_begun(struct peer *p, remote *of);
void remote_leave(struct peer *p, remote *of);

typedef struct {
    bool is_http;
    program program;
    remote remote;
} wire;

#endif
