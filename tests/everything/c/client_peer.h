/*
 * A server as the client sees it: something that can be called. The engine, the calls that are
 * open, what the server asks, and the way that messages take.
 *
 * Everything waits in peer_turn: it lets messages out and in, and answers what is asked.
 */
#ifndef CLIENT_PEER_H
#define CLIENT_PEER_H

#include "client_person.h"
#include "client_text.h"
#include "client_wire.h"

/* Why something came to nothing. */
typedef enum {
    FINE,
    REFUSED,    /* the server's error: number is its code */
    FAILED,     /* number is a sansmcp_failure, said what was received, or what the system says */
    SUSPENDED,  /* it cannot go on: number is a sansmcp_pause */
    UNANSWERED, /* what the server asked in the course of it was not answered */
    STUCK,      /* a list has no end */
    NOT_SENT,   /* number is the engine's sansmcp_result */
    GONE,       /* the host is gone */
} trouble;

/* How a call ended. All zero is new; end_free gives its memory back. */
typedef struct {
    trouble kind;
    int number;
    text said;
    text json; /* the result, or the error's data */
} ending;

/* A call under way. */
typedef struct {
    bool is_used, has_ended;
    bool anyway;      /* even if the server did not announce that it can do this */
    bool is_delayed;  /* it is sent again once there is a connection */
    bool is_outdated; /* its tool has to be looked up before it is sent again */
    unsigned tries;
    sansmcp_ticket ticket;
    const char *method; /* a literal */
    text params;
    ending end;
} call;

/* A question of the server's, taken out of its frame. */
typedef struct question {
    struct question *next;
    sansmcp_event event;
    char *message;
    uint64_t ready_at;
} question;

/* The input schema of a tool. */
typedef struct schema {
    struct schema *next;
    text name, json;
} schema;

/* Who the server is. */
typedef struct {
    uint8_t revision;
    uint32_t capabilities;
    text name, version, instructions;
} greeting;

enum { MOST_CALLS = 8, MOST_SLOTS = 32 };

typedef struct peer {
    sansmcp_client client;
    sansmcp_connection connection;
    sansmcp_slot slots[MOST_SLOTS];
    uint8_t *tx;
    size_t tx_len;
    wire wire;
    person *person;
    call calls[MOST_CALLS];
    question *asked;
    schema *schemas;
    bool is_greeted, wants_restart;
    greeting hello;
    ending refusal; /* where no connection came about */
    text broken;    /* what the system says of the way that is closed */
    sansmcp_policy policy;
} peer;

/* Entries of a list, each JSON text. */
typedef struct {
    text *items;
    size_t count;
} list;

/* The tools of a server; of those that must not be called their names, and why. */
typedef struct {
    list kept, dropped, reasons;
} tool_list;

/* Where the server is: a URL, or a program and its words. False: `why` says what is wrong. */
bool peer_at(peer *p, person *who, const char *url, text *why);
bool peer_program(peer *p, person *who, char **command, text *why);

/* Finds out who the server is; p->hello, or p->refusal. */
bool peer_connect(peer *p, const sansmcp_policy *policy);

/* Calls, and waits for the end. `method` is a literal, `params` an object. True: it is FINE. */
bool peer_call(peer *p, const char *method, sansmcp_str params, bool anyway, ending *end);
/* The same without waiting; NULL: it was not sent, and `end` says why. */
call *peer_begin(peer *p, const char *method, sansmcp_str params, bool anyway, ending *end);
/* Waits for the end of a call, which is over then. */
bool peer_wait(peer *p, call *of, ending *end);

/* All entries of a list: of `resources/list` those of `resources`. */
bool peer_list(peer *p, const char *method, const char *member, list *all, ending *end);
bool peer_tools(peer *p, bool anyway, tool_list *tools, ending *end);
bool peer_set_level(peer *p, uint8_t level, ending *end);
void peer_listen(peer *p, sansmcp_subscription *subscription);
void peer_unlisten(peer *p, sansmcp_subscription *subscription);

/* Lets things happen, for at most so long; once. */
void peer_turn(peer *p, uint64_t until_ms);
/* The same until then. */
void peer_rest(peer *p, unsigned ms);
/* Ends the session, or waits until the program has ended, and gives all memory back. */
void peer_leave(peer *p);

void list_add(list *to, sansmcp_str item);
void list_free(list *of);
void tools_free(tool_list *of);
void end_free(ending *of);
void end_move(ending *from, ending *to);
/* Adds in words what became of it. */
void end_words(const ending *of, text *to);
uint64_t now_ms(void);

/* What the files of the peer share. */
void peer_receive(peer *p, sansmcp_frame *frame);
void peer_closed(peer *p, sansmcp_route route, const char *why);
sansmcp_str peer_broken(const peer *p);
void peer_denied(peer *p, sansmcp_ticket ticket, int status);
bool peer_grow(peer *p, const sansmcp_out *out);
void peer_send(peer *p, const sansmcp_out *out, sansmcp_str schema);
void peer_settle(peer *p);
call *call_of(peer *p, sansmcp_ticket ticket);
call *call_new(peer *p, const char *method, sansmcp_str params, bool anyway);
void call_end(call *of, trouble kind, int number);
void calls_answered(peer *p, const sansmcp_event *event);
void calls_suspended(peer *p, const sansmcp_event *event);
void calls_fail(peer *p, trouble kind, int number, sansmcp_str said);
void calls_again(peer *p, bool is_outdated);
sansmcp_str schema_of(const peer *p, const char *method, sansmcp_str params);
void schema_keep(peer *p, sansmcp_text name, sansmcp_str json);
void questions_keep(peer *p, const sansmcp_event *event);
void questions_answer(peer *p);
uint64_t questions_ready(const peer *p);
void questions_free(peer *p);

#endif
