/*
 * sansmcp: the Model Context Protocol as a pure state machine. Bytes in, events out; answers in,
 * bytes out. No heap, no clock, no threads, no I/O: you bring the buffers, the time and the pipe.
 *
 * This file is drawn by bindings/c/tests/header.rs from bindings/c/src and bindings/c/manual.txt.
 * Do not edit it.
 *
 * How the functions read
 * - First the object, then inputs, then outputs. A pointer to const is only read.
 * - Structs are plain: put them where you like, `= {0}` is new, and there is nothing to free.
 * - Calls return a sansmcp_result. Outputs are written if it is SANSMCP_OK; after SANSMCP_SHORT
 *   they say how many bytes it takes. Nothing has happened unless it is SANSMCP_OK.
 * - A NULL where something is needed is SANSMCP_NULL_POINTER. A function that returns a text
 *   returns NULL with length 0 for it.
 * - A buffer is a pointer and its length in bytes. It must not overlap what is read.
 * - Text is UTF-8, a pointer and a length, without a NUL at its end. A sansmcp_str is plain text or
 *   JSON text, as is said of it; a sansmcp_text is the inside of a JSON string, escapes and all.
 * - Time is in milliseconds, from a clock of yours that never goes back.
 *
 * What lasts how long
 * - What you pass is read during the call and not kept, but for what an init function is given:
 *   tables, connections, slots and buffers stay where they are while the object is used.
 * - Texts of an event lie in its frame. A frame lies in the receive buffer, and lasts until more
 *   bytes are asked for or the next frame is.
 * - A sansmcp_out points into your transmit buffer, and lasts until that is used again.
 * - A ticket names a request as long as it is open. An old one is SANSMCP_STALE, never a mix-up.
 *
 * Threads and interrupts
 * - There is no state but yours: no statics, no locks, no errno. Each function may be called from
 *   any thread, any stack and any interrupt.
 * - One connection with all that belongs to it (slots, lines, buffers; over HTTP the endpoint with
 *   all its tables) is for one caller at a time. Different ones are nothing to each other.
 * - No function waits, and none calls back. The time that one takes is bounded by the bytes that it
 *   is given and writes, and by the tables. An interrupt had better take bytes in only, into a ring
 *   of yours, and leave the rest to the main loop.
 *
 * What has to hold what
 *
 *   receive buffer (sansmcp_lines)    the longest message that you accept, and its line end. A
 *                                     longer one is answered with an error; the next one works.
 *   transmit buffer (tx)              the largest answer, at least SANSMCP_MIN_TX bytes, in which
 *                                     every error of the engine fits. Lists cut themselves to it,
 *                                     and go on with a cursor; answers in pieces need no more.
 *   second transmit buffer            only if you ask the client: sansmcp_server_resume makes the call
 *                                     again in it, while it is answered from the first.
 *   sansmcp_slot, 256 bytes           one for each request that may be open at once, of both sides,
 *                                     and for each listener.
 *   sansmcp_connection, 216 bytes     one a pipe.
 */

#ifndef SANSMCP_H
#define SANSMCP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header; sansmcp_version() is the one of the library. */
#define SANSMCP_VERSION "0.1.0"
#define SANSMCP_VERSION_MAJOR 0
#define SANSMCP_VERSION_MINOR 1
#define SANSMCP_VERSION_PATCH 0

/* A text of a string literal, in an expression. */
#ifdef __cplusplus
#define SANSMCP_STR(literal) (sansmcp_str{"" literal, sizeof(literal) - 1})
#else
#define SANSMCP_STR(literal) ((sansmcp_str){"" literal, sizeof(literal) - 1})
#endif

/* A text of a string literal, in a static initialiser. */
#define SANSMCP_STR_INIT(literal) {"" literal, sizeof(literal) - 1}

/* Numbers, for sansmcp_server_progress and sansmcp_field. */
#ifdef __cplusplus
#define SANSMCP_INTEGER(value) (sansmcp_number{{0, 0}, (value), SANSMCP_NUMBER_INTEGER})
#define SANSMCP_DECIMAL(literal) \
    (sansmcp_number{SANSMCP_STR_INIT(literal), 0, SANSMCP_NUMBER_TEXT})
#else
#define SANSMCP_INTEGER(value) ((sansmcp_number){{0, 0}, (value), SANSMCP_NUMBER_INTEGER})
#define SANSMCP_DECIMAL(literal) \
    ((sansmcp_number){SANSMCP_STR_INIT(literal), 0, SANSMCP_NUMBER_TEXT})
#endif

/** Bytes of a transmit buffer in which every error answer of the engine fits. */
#define SANSMCP_MIN_TX 512

/** A time in milliseconds that never comes, where 0 stands for a usual one. */
#define SANSMCP_FOREVER 4294967295

/** How many things a server can be given at once. */
#define SANSMCP_MAX_GIVEN 16

/** How many resources one subscription can listen to. */
#define SANSMCP_MAX_URIS 16

/**
 * What a call returns. Outputs are written if it is SANSMCP_OK, and otherwise only where it says
 * so.
 */
typedef enum {
    /** It is done. */
    SANSMCP_OK = 0,
    /** There is nothing (any more): the end of a loop, not an error. */
    SANSMCP_NONE = 1,
    /**
     * The buffer is too small; the output says how many bytes it takes. Nothing else has
     * happened, so the call can be made again with a larger one.
     */
    SANSMCP_SHORT = 2,
    /** The ticket was answered before, given up, or never issued. */
    SANSMCP_STALE = 3,
    /** A streamed answer is under way on this connection; go on with it first. */
    SANSMCP_STREAMING = 4,
    /** No slot is free. */
    SANSMCP_BUSY = 5,
    /** The revision, or the kind of message that the ticket belongs to, does not allow this. */
    SANSMCP_NOT_SUPPORTED = 6,
    /** A text that should be JSON is not one value of the kind asked for. */
    SANSMCP_NOT_JSON = 7,
    /** A text is not UTF-8, or has half a surrogate pair where plain text is asked for. */
    SANSMCP_NOT_TEXT = 8,
    /** A pointer is NULL that must not be. */
    SANSMCP_NULL_POINTER = 9,
    /** A number is none of its enumeration, or a length is larger than memory. */
    SANSMCP_OUT_OF_RANGE = 10,
    /** A client has no connection yet, or none any more. */
    SANSMCP_NOT_READY = 11,
    /** The server did not announce the capability that this needs. */
    SANSMCP_NOT_OFFERED = 12,
    /** The client did not declare the capability that this needs. */
    SANSMCP_UNDECLARED = 13,
    /** The server's cursor came before, or is no string: there is no way to the next page. */
    SANSMCP_STUCK = 14,
} sansmcp_result;

/** For whom a cached result holds; the value of sansmcp_server_info.cache_scope. */
typedef enum {
    /** For the same user only. */
    SANSMCP_CACHE_PRIVATE = 0,
    /** For everybody. */
    SANSMCP_CACHE_PUBLIC = 1,
} sansmcp_cache_scope;

/**
 * What a server can do, and what a client can: the bits of sansmcp_server_info.capabilities and of
 * sansmcp_client_info.capabilities.
 */
typedef enum {
    /** `tools`: announced anyway when there is a tool. */
    SANSMCP_CAPABILITY_TOOLS = 1,
    /** `tools.listChanged`. */
    SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED = 2,
    /** `resources`. */
    SANSMCP_CAPABILITY_RESOURCES = 4,
    /** `resources.subscribe`. */
    SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE = 8,
    /** `resources.listChanged`. */
    SANSMCP_CAPABILITY_RESOURCES_LIST_CHANGED = 16,
    /** `prompts`. */
    SANSMCP_CAPABILITY_PROMPTS = 32,
    /** `prompts.listChanged`. */
    SANSMCP_CAPABILITY_PROMPTS_LIST_CHANGED = 64,
    /** `logging`. */
    SANSMCP_CAPABILITY_LOGGING = 128,
    /** `completions`. */
    SANSMCP_CAPABILITY_COMPLETIONS = 256,
    /** Of clients: `roots`. */
    SANSMCP_CAPABILITY_ROOTS = 65536,
    /** Of clients: `roots.listChanged`. */
    SANSMCP_CAPABILITY_ROOTS_LIST_CHANGED = 131072,
    /** Of clients: `sampling`. */
    SANSMCP_CAPABILITY_SAMPLING = 262144,
    /** Of clients: `sampling.tools`. */
    SANSMCP_CAPABILITY_SAMPLING_TOOLS = 524288,
    /** Of clients: `sampling.context`. */
    SANSMCP_CAPABILITY_SAMPLING_CONTEXT = 1048576,
    /** Of clients: `elicitation` by form. */
    SANSMCP_CAPABILITY_ELICITATION_FORM = 2097152,
    /** Of clients: `elicitation.url`. */
    SANSMCP_CAPABILITY_ELICITATION_URL = 4194304,
} sansmcp_capability;

/**
 * What came in to a client; the value of sansmcp_event.kind. Give each event to
 * sansmcp_client_reply that is not answered otherwise.
 */
typedef enum {
    /** The server is there: calls can be made from now on. */
    SANSMCP_CLIENT_EVENT_CONNECTED = 65,
    /** No connection came about, or it ended: all that was open has ended before. */
    SANSMCP_CLIENT_EVENT_FAILED = 66,
    /** A request of yours came to its end (sansmcp_event_outcome). Its ticket is over. */
    SANSMCP_CLIENT_EVENT_ANSWERED = 67,
    /**
     * The server wants input of the user or the model: answer with sansmcp_client_provide or
     * sansmcp_client_refuse.
     */
    SANSMCP_CLIENT_EVENT_INPUT_NEEDED = 68,
    /**
     * A request of yours has to be sent again (sansmcp_client_again), or given up
     * (sansmcp_client_cancel).
     */
    SANSMCP_CLIENT_EVENT_SUSPENDED = 69,
    /** Progress on a request of yours. */
    SANSMCP_CLIENT_EVENT_PROGRESS = 70,
    /** A log message. */
    SANSMCP_CLIENT_EVENT_LOG = 71,
    /** The server says what it agrees to tell. */
    SANSMCP_CLIENT_EVENT_LISTENING = 72,
    /** A listen came to its end (sansmcp_event_outcome). */
    SANSMCP_CLIENT_EVENT_LISTEN_ENDED = 73,
    /** A list has changed; the ticket is that of the listen, where there is one. */
    SANSMCP_CLIENT_EVENT_CHANGED = 74,
    /** A resource has changed; the ticket is that of the listen, where there is one. */
    SANSMCP_CLIENT_EVENT_UPDATED = 75,
    /**
     * The server does not need the answer to a request of its any more: answer late (nothing is
     * written), or give its ticket up with sansmcp_client_cancel.
     */
    SANSMCP_CLIENT_EVENT_WITHDRAWN = 76,
    /** `ping`. */
    SANSMCP_CLIENT_EVENT_PING = 77,
    /**
     * A request that the protocol does not know: yours to answer with sansmcp_client_result, if
     * it is one of yours.
     */
    SANSMCP_CLIENT_EVENT_REQUEST = 78,
    /** A notification that the protocol does not know, or one that needs nothing done. */
    SANSMCP_CLIENT_EVENT_NOTIFICATION = 79,
    /** A request that breaks a rule: sansmcp_client_reply answers it with the error. */
    SANSMCP_CLIENT_EVENT_REFUSED = 80,
    /** A message that needs no answer and means nothing here: for a log. */
    SANSMCP_CLIENT_EVENT_IGNORED = 81,
} sansmcp_client_event_kind;

/** An error code as it stands in a response; any other number will do, too. */
typedef enum {
    /** The message is not JSON. */
    SANSMCP_CODE_PARSE_ERROR = -32700,
    /** The message is JSON but no valid request. */
    SANSMCP_CODE_INVALID_REQUEST = -32600,
    /** The method does not exist, or its capability is not offered. */
    SANSMCP_CODE_METHOD_NOT_FOUND = -32601,
    /** The params are wrong: an unknown tool, a bad cursor, a missing field. */
    SANSMCP_CODE_INVALID_PARAMS = -32602,
    /** Something went wrong inside. */
    SANSMCP_CODE_INTERNAL_ERROR = -32603,
    /** 2026-07-28: an HTTP header and the body disagree. */
    SANSMCP_CODE_HEADER_MISMATCH = -32020,
    /** 2026-07-28: the request needs a capability that the client did not declare. */
    SANSMCP_CODE_MISSING_CLIENT_CAPABILITY = -32021,
    /** 2026-07-28: the request's revision is not spoken here. */
    SANSMCP_CODE_UNSUPPORTED_PROTOCOL_VERSION = -32022,
    /** Before 2026-07-28: the resource does not exist. */
    SANSMCP_CODE_RESOURCE_NOT_FOUND = -32002,
    /** 2025-11-25: the user has to visit a URL first. */
    SANSMCP_CODE_URL_ELICITATION_REQUIRED = -32042,
} sansmcp_code;

/**
 * What a block of content is; the value of sansmcp_content.kind. Beside each stand the members
 * that it has.
 */
typedef enum {
    /** Text: text or json_text. */
    SANSMCP_CONTENT_TEXT = 0,
    /** A picture: data, mime_type. */
    SANSMCP_CONTENT_IMAGE = 1,
    /** Sound, from 2025-03-26 on: data, mime_type. */
    SANSMCP_CONTENT_AUDIO = 2,
    /** A resource made of text: uri, text or json_text, mime_type if known. */
    SANSMCP_CONTENT_RESOURCE = 3,
    /** A resource made of bytes: uri, data, mime_type if known. */
    SANSMCP_CONTENT_BLOB = 4,
    /** A link to a resource, from 2025-06-18 on: uri, name, mime_type if known. */
    SANSMCP_CONTENT_LINK = 5,
} sansmcp_content_kind;

/**
 * What came in to a server; the value of sansmcp_event.kind. sansmcp_server_reply answers all of
 * them as far as the engine can: give it every event that is not yours.
 */
typedef enum {
    /** `initialize`. */
    SANSMCP_EVENT_INITIALIZE = 1,
    /** `notifications/initialized`: the server may speak first from now on. */
    SANSMCP_EVENT_INITIALIZED = 2,
    /** `server/discover`. */
    SANSMCP_EVENT_DISCOVER = 3,
    /** `ping`. */
    SANSMCP_EVENT_PING = 4,
    /** `tools/list`: answered from the caller's table of tools. */
    SANSMCP_EVENT_LIST_TOOLS = 5,
    /** `tools/call`: yours to answer. */
    SANSMCP_EVENT_CALL_TOOL = 6,
    /**
     * The peer gave up on a request that was open: stop its work, and answer late (nothing is
     * written) or abandon its ticket.
     */
    SANSMCP_EVENT_CANCELLED = 7,
    /** A request that the protocol does not know: yours to answer, if it is one of yours. */
    SANSMCP_EVENT_REQUEST = 8,
    /** A notification that the protocol does not know, or one that needs nothing done. */
    SANSMCP_EVENT_NOTIFICATION = 9,
    /** A request that breaks a rule: sansmcp_server_reply answers it with the error. */
    SANSMCP_EVENT_REFUSED = 10,
    /** A message that needs no answer and means nothing here: for a log. */
    SANSMCP_EVENT_IGNORED = 11,
    /** `resources/list`. */
    SANSMCP_EVENT_LIST_RESOURCES = 12,
    /** `resources/templates/list`. */
    SANSMCP_EVENT_LIST_TEMPLATES = 13,
    /** `prompts/list`. */
    SANSMCP_EVENT_LIST_PROMPTS = 14,
    /** `resources/read`: yours to answer. */
    SANSMCP_EVENT_READ_RESOURCE = 15,
    /** `prompts/get`: yours to answer. */
    SANSMCP_EVENT_GET_PROMPT = 16,
    /** `completion/complete`: yours to answer; sansmcp_server_reply has no suggestions. */
    SANSMCP_EVENT_COMPLETE = 17,
    /** `logging/setLevel`. */
    SANSMCP_EVENT_SET_LEVEL = 18,
    /** `resources/subscribe`. */
    SANSMCP_EVENT_SUBSCRIBE = 19,
    /** `resources/unsubscribe`. */
    SANSMCP_EVENT_UNSUBSCRIBE = 20,
    /** `subscriptions/listen`. */
    SANSMCP_EVENT_LISTEN = 21,
    /** A request of yours ended: the peer answered it, or time ran out. */
    SANSMCP_EVENT_ANSWERED = 22,
} sansmcp_event_kind;

/** Why a connection or a request failed; the value of sansmcp_outcome.failure. */
typedef enum {
    /** Nothing failed. */
    SANSMCP_FAILURE_NONE = 0,
    /** No answer and no progress within sansmcp_options.idle_ms. */
    SANSMCP_FAILURE_SILENT = 1,
    /** No answer within sansmcp_options.hard_ms. */
    SANSMCP_FAILURE_TOO_SLOW = 2,
    /** The pipe was closed before the answer came. */
    SANSMCP_FAILURE_CLOSED = 3,
    /**
     * The server ended when it was asked for its era: start it again and connect with what
     * sansmcp_event_retry gives.
     */
    SANSMCP_FAILURE_CLOSED_ON_PROBE = 4,
    /** The answer is no valid response, or its result is no object. */
    SANSMCP_FAILURE_MALFORMED = 5,
    /** The answer is longer than the receive buffer. */
    SANSMCP_FAILURE_TOO_LONG = 6,
    /** The result is of a type that is not known. */
    SANSMCP_FAILURE_UNKNOWN_RESULT = 7,
    /** Client and server have no revision in common. */
    SANSMCP_FAILURE_NO_COMMON_REVISION = 8,
    /** `initialize` was answered with a revision that was not offered. */
    SANSMCP_FAILURE_WRONG_REVISION = 9,
    /** The server answered the handshake with an error. */
    SANSMCP_FAILURE_REFUSED = 10,
    /** The server asked for something that the client did not declare. */
    SANSMCP_FAILURE_UNDECLARED = 11,
    /** The server asked for input again and again. */
    SANSMCP_FAILURE_TOO_MANY_ROUNDS = 12,
} sansmcp_failure;

/** A hint that may be left out; the value of the hints in sansmcp_tool_annotations. */
typedef enum {
    /** Nothing is said. */
    SANSMCP_HINT_NONE = 0,
    /** No. */
    SANSMCP_HINT_NO = 1,
    /** Yes. */
    SANSMCP_HINT_YES = 2,
} sansmcp_hint;

/** What the server wants; the value of sansmcp_input.kind. */
typedef enum {
    /** Something of the person: `elicitation/create`. */
    SANSMCP_INPUT_ELICIT = 1,
    /** A message of the model: `sampling/createMessage`. */
    SANSMCP_INPUT_CREATE_MESSAGE = 2,
    /** The roots: `roots/list`. */
    SANSMCP_INPUT_LIST_ROOTS = 3,
} sansmcp_input_kind;

/** How serious a log message is, the least serious first. */
typedef enum {
    /** `debug`. */
    SANSMCP_LEVEL_DEBUG = 1,
    /** `info`. */
    SANSMCP_LEVEL_INFO = 2,
    /** `notice`. */
    SANSMCP_LEVEL_NOTICE = 3,
    /** `warning`. */
    SANSMCP_LEVEL_WARNING = 4,
    /** `error`. */
    SANSMCP_LEVEL_ERROR = 5,
    /** `critical`. */
    SANSMCP_LEVEL_CRITICAL = 6,
    /** `alert`. */
    SANSMCP_LEVEL_ALERT = 7,
    /** `emergency`. */
    SANSMCP_LEVEL_EMERGENCY = 8,
} sansmcp_level;

/** What a sansmcp_number holds; the value of its kind. */
typedef enum {
    /** No number. */
    SANSMCP_NUMBER_NONE = 0,
    /** The value of integer. */
    SANSMCP_NUMBER_INTEGER = 1,
    /** The value of text. */
    SANSMCP_NUMBER_TEXT = 2,
} sansmcp_number_kind;

/** How a request ended; the value of sansmcp_outcome.kind. */
typedef enum {
    /** The server ended a listen without a word. */
    SANSMCP_OUTCOME_NONE = 0,
    /** With the server's result. */
    SANSMCP_OUTCOME_RESULT = 1,
    /** With the server's error. */
    SANSMCP_OUTCOME_ERROR = 2,
    /** Without either: a sansmcp_failure. */
    SANSMCP_OUTCOME_FAILED = 3,
} sansmcp_outcome_kind;

/** Why a request cannot go on without the application. */
typedef enum {
    /** It can. */
    SANSMCP_PAUSE_NONE = 0,
    /** The server named another revision, which is spoken from now on (-32022). */
    SANSMCP_PAUSE_REVISION = 4,
} sansmcp_pause;

/** A published revision of the protocol; the oldest is the smallest. */
typedef enum {
    /** 2024-11-05, the first. */
    SANSMCP_REVISION_2024_11_05 = 1,
    /** 2025-03-26, the only one with JSON-RPC batches. */
    SANSMCP_REVISION_2025_03_26 = 2,
    /** 2025-06-18. */
    SANSMCP_REVISION_2025_06_18 = 3,
    /** `DRAFT-2025-v3`: 2025-06-18 with icons and elicitation defaults. */
    SANSMCP_REVISION_DRAFT_2025_V3 = 4,
    /** 2025-11-25, the last that begins with `initialize`. */
    SANSMCP_REVISION_2025_11_25 = 5,
    /** 2026-07-28, where every request carries its own context. */
    SANSMCP_REVISION_2026_07_28 = 6,
} sansmcp_revision;

/** What kind of way a message took; the value of sansmcp_route.kind. */
typedef enum {
    /** A byte stream in both directions that lasts: standard input and output, a socket, a UART. */
    SANSMCP_ROUTE_PIPE = 0,
    /** One HTTP POST and its response. */
    SANSMCP_ROUTE_POST = 1,
    /** A stream of events towards the peer that no request opened. */
    SANSMCP_ROUTE_STREAM = 2,
} sansmcp_route_kind;

/** A kind of list whose changes can be told. */
typedef enum {
    /** None. */
    SANSMCP_WHAT_NONE = 0,
    /** The tools. */
    SANSMCP_WHAT_TOOLS = 1,
    /** The prompts. */
    SANSMCP_WHAT_PROMPTS = 2,
    /** The resources and their templates. */
    SANSMCP_WHAT_RESOURCES = 3,
} sansmcp_what;

/** Whose fault a failure is. */
typedef enum {
    /** The server's: it broke a rule, refused, or said nothing. */
    SANSMCP_WHOSE_SERVER = 0,
    /** Ours: a bound, a policy, a missing right. */
    SANSMCP_WHOSE_CLIENT = 1,
    /** Of neither: the pipe between them. */
    SANSMCP_WHOSE_NETWORK = 2,
} sansmcp_whose;

/**
 * A text in UTF-8: where it is and how many bytes it has. It needs no NUL at its end.
 *
 * SANSMCP_STR("...") makes one of a literal, SANSMCP_STR_INIT("...") in a static initialiser.
 * All zero bits say that there is none, which is something else than an empty one.
 *
 * What a call is given is read during the call and not kept. What a call gives lasts as long as
 * the memory that it was read from: mostly until the next frame is taken.
 */
typedef struct {
    /** The first byte, or NULL. */
    const char *data;
    /** How many bytes. */
    size_t len;
} sansmcp_str;

/**
 * The inside of a JSON string as it was written: without its quotes, and with its escapes.
 *
 * It is compared with sansmcp_text_equals, which sees through escapes, decoded with
 * sansmcp_text_decode, and can go into an answer as it is, which costs no decoding.
 */
typedef struct {
    /** The first byte, or NULL. */
    const char *data;
    /** How many bytes. */
    size_t len;
} sansmcp_text;

/**
 * Cuts a byte stream into frames, one message a line, in a buffer of the caller's.
 *
 * Read into sansmcp_lines_space, say how much with sansmcp_lines_filled, take frames with
 * sansmcp_lines_next_frame until there is none, and begin again. At the end of the input take the
 * rest with sansmcp_lines_finish.
 *
 * The buffer bounds the longest message: take the longest arguments that a tool of yours accepts
 * and add 1 KiB. A longer line is refused with an error to its sender, and the next one works.
 *
 * It may be moved at any time; the buffer stays where it is.
 */
typedef struct {
    /** The caller's buffer. */
    uint8_t *buffer;
    /** Its length in bytes; at most 4 GiB are used. */
    size_t buffer_len;
    /** The engine's; all zero bits when new. */
    uint64_t state[30];
} sansmcp_lines;

/**
 * Where a message came from, and where its answer belongs: it goes in with a frame and comes
 * back with each output. All zero bits: the only way of a program with one pipe. 8 bytes.
 */
typedef struct {
    /** A number of the caller's choice: a socket, a file descriptor, anything. */
    uint32_t number;
    /** A sansmcp_route_kind. */
    uint8_t kind;
} sansmcp_route;

/**
 * One message, or one batch of them: where its bytes are, the way they came, and how far they
 * were read.
 *
 * sansmcp_lines_next_frame and sansmcp_lines_finish fill it. For a message that stands alone,
 * such as the body of an HTTP POST, set data and len and leave the rest zero.
 */
typedef struct {
    /**
     * The bytes of the message; at most 4 GiB. Of one that did not fit into the buffer
     * (overlong_len is not 0) they are gone, and this is its id, or NULL.
     */
    const uint8_t *data;
    /** How many bytes. */
    size_t len;
    /**
     * Who sent it: a number of the caller's choice for an authenticated sender, 0 for nobody in
     * particular.
     */
    uint64_t principal;
    /** The length in bytes of a line that did not fit into the buffer; 0 for all others. */
    uint64_t overlong_len;
    /** The engine's: how far it was read, 0 for not at all. */
    uint64_t reading;
    /** The way it came. */
    sansmcp_route route;
    /** The engine's: what kind of message did not fit. */
    uint8_t overlong_kind;
} sansmcp_frame;

/**
 * Names one request until it is answered. One that is out of date is an error value, never a
 * mix-up. All zero bits: no request. 8 bytes.
 */
typedef struct {
    /** How often its slot was used, from 1. */
    uint32_t generation;
    /** The place of its slot in the table. */
    uint16_t index;
} sansmcp_ticket;

/**
 * One event: plain numbers over the text of its message, which lies in the frame.
 *
 * It lasts as long as the frame. To keep it longer, copy the len bytes at text.data, copy the
 * event, and let text.data of the copy point to the copied bytes. Often the ticket alone is
 * enough.
 */
typedef struct {
    /** A sansmcp_event_kind; of a client's a sansmcp_client_event_kind. */
    uint8_t kind;
    /** The request to answer, the one that was cancelled, or the one of ours that it is of. */
    sansmcp_ticket ticket;
    /** The message. */
    sansmcp_str text;
    /** The engine's: where its parts stand in the text. */
    uint32_t parts[32];
} sansmcp_event;

/** A picture that stands for a thing. */
typedef struct {
    /** An `https:` or `data:` URI, required. */
    sansmcp_str src;
    /** Its media type, if the source does not tell. */
    sansmcp_str mime_type;
    /** Sizes such as `48x48`, or `any`. */
    const sansmcp_str *sizes;
    /** How many sizes. */
    size_t size_count;
    /** `light` or `dark`. From 2025-11-25 on. */
    sansmcp_str theme;
} sansmcp_icon;

/** Hints about a tool's behaviour. None of them is a promise. */
typedef struct {
    /** A name for people. */
    sansmcp_str title;
    /** A sansmcp_hint: it changes nothing. */
    uint8_t read_only;
    /** A sansmcp_hint: it may destroy something. */
    uint8_t destructive;
    /** A sansmcp_hint: a second call with the same arguments changes nothing more. */
    uint8_t idempotent;
    /** A sansmcp_hint: it deals with an open world, such as the web. */
    uint8_t open_world;
} sansmcp_tool_annotations;

/** A tool that the model may call. What is left zero is not said. */
typedef struct {
    /** The name it is called by, required: 1 to 64 of `A-Z a-z 0-9 _ - . /`. */
    sansmcp_str name;
    /** The name for people. From 2025-06-18 on. */
    sansmcp_str title;
    /** What it does, for the model. */
    sansmcp_str description;
    /** JSON Schema of the arguments, an object; left out, any object will do. */
    sansmcp_str input_schema;
    /** JSON Schema of the structured result. From 2025-06-18 on. */
    sansmcp_str output_schema;
    /** What it does to the world. From 2025-03-26 on. */
    sansmcp_tool_annotations annotations;
    /** Its pictures. From DRAFT-2025-v3 on. */
    const sansmcp_icon *icons;
    /** How many icons. */
    size_t icon_count;
    /** `_meta`, the JSON text of an object. From 2025-06-18 on. */
    sansmcp_str meta;
} sansmcp_tool;

/**
 * What a server says of itself, and its tables. What is left zero is not said. It has to stay
 * as it is while a server uses it.
 */
typedef struct {
    /** The name for programs, required. */
    sansmcp_str name;
    /** The version, required. */
    sansmcp_str version;
    /** The name for people. From 2025-06-18 on. */
    sansmcp_str title;
    /** What it is. From 2025-11-25 on. */
    sansmcp_str description;
    /** Where to read about it. From DRAFT-2025-v3 on. */
    sansmcp_str website_url;
    /** What the model should know before it uses the server. */
    sansmcp_str instructions;
    /** Its pictures. From DRAFT-2025-v3 on. */
    const sansmcp_icon *icons;
    /** How many icons. */
    size_t icon_count;
    /** The tools. `tools` is announced when there is one. */
    const sansmcp_tool *tools;
    /** How many tools. */
    size_t tool_count;
    /**
     * Capabilities beyond those that follow from the tables: bits of
     * sansmcp_capability.
     */
    uint32_t capabilities;
    /**
     * How long lists and `server/discover` may be kept, in milliseconds; 0: not at all. From
     * 2026-07-28 on.
     */
    uint32_t cache_ttl_ms;
    /** A sansmcp_cache_scope. */
    uint8_t cache_scope;
} sansmcp_server_info;

/** The state of one connection. All zero bits when new; it holds no pointer and may be moved. */
typedef struct {
    /** The engine's. */
    uint32_t state[54];
} sansmcp_connection;

/**
 * Memory for one open request: give a server as many as requests may be open at once. All zero
 * bits when new; it holds no pointer.
 */
typedef struct {
    /** The engine's. */
    uint64_t state[32];
} sansmcp_slot;

/**
 * A server: pointers to what it says, to the state of a connection and to the slots. It has no
 * state of its own, so it may be made whenever it is handy, and copied.
 */
typedef struct {
    /** What it says of itself. */
    const sansmcp_server_info *info;
    /** The connection. */
    sansmcp_connection *connection;
    /** The table of open requests; NULL if there is none. */
    sansmcp_slot *slots;
    /** How many slots; at most 65,534 are used. */
    size_t slot_count;
} sansmcp_server;

/**
 * One whole message, or one piece of a streamed answer, or nothing: write data, len bytes of it,
 * to where route says. It lies in the buffer that was passed with the call, and lasts as long as
 * nobody writes there.
 */
typedef struct {
    /**
     * The bytes for a byte stream, with the newline that ends a message; never NULL after
     * SANSMCP_OK. A piece of a streamed answer has no newline before its last.
     */
    const uint8_t *data;
    /** How many bytes. 0: nothing is due. */
    size_t len;
    /** After SANSMCP_SHORT: how many bytes the whole message takes. Else 0. */
    size_t need;
    /** Where the bytes belong. */
    sansmcp_route route;
    /** It ends the exchange: nothing more of it will follow. */
    bool is_last;
} sansmcp_out;

/**
 * A number: an integer, or any other as JSON writes it. SANSMCP_INTEGER(42) makes one, and
 * SANSMCP_DECIMAL("0.25"). All zero bits: none.
 */
typedef struct {
    /** A number that is no integer, such as `0.25`. */
    sansmcp_str text;
    /** An integer. */
    int64_t integer;
    /** A sansmcp_number_kind. */
    uint8_t kind;
} sansmcp_number;

/** One block of an answer. Set what its kind has, and leave the rest zero. */
typedef struct {
    /** A sansmcp_content_kind. */
    uint8_t kind;
    /** Plain text. */
    sansmcp_str text;
    /** Text as it came in, which is copied without decoding; looked at if text is NULL. */
    sansmcp_text json_text;
    /** Bytes, which go out as base64. */
    const uint8_t *data;
    /** How many bytes. */
    size_t data_len;
    /** The media type. */
    sansmcp_str mime_type;
    /** The URI of the resource. */
    sansmcp_str uri;
    /** The name of the resource. */
    sansmcp_str name;
} sansmcp_content;

/** The result of a call. What is left zero is not said. */
typedef struct {
    /** The blocks of content. */
    const sansmcp_content *content;
    /** How many blocks. */
    size_t content_count;
    /**
     * The structured result: the JSON text of an object, from 2026-07-28 on of any value. Before
     * 2025-06-18 it is left out: say the same in a block of text, for older clients.
     */
    sansmcp_str structured;
    /** `_meta`: the JSON text of an object. */
    sansmcp_str meta;
    /**
     * Why the tool failed: said as the last block of text, and the result is marked as a failure,
     * which the model sees. NULL: it did not.
     */
    sansmcp_str failure;
} sansmcp_answer;

/**
 * What a client says of itself. What is left zero is not said. It has to stay as it is while a
 * client uses it.
 */
typedef struct {
    /** The name for programs, required. */
    sansmcp_str name;
    /** The version, required. */
    sansmcp_str version;
    /** The name for people. From 2025-06-18 on. */
    sansmcp_str title;
    /** What it is. From 2025-11-25 on. */
    sansmcp_str description;
    /** Where to read about it. From DRAFT-2025-v3 on. */
    sansmcp_str website_url;
    /** Its pictures. From DRAFT-2025-v3 on. */
    const sansmcp_icon *icons;
    /** How many icons. */
    size_t icon_count;
    /** Extensions and their settings: the JSON text of an object of objects. From 2026-07-28 on. */
    sansmcp_str extensions;
    /** Capabilities that the protocol does not know: the JSON text of an object of objects. */
    sansmcp_str experimental;
    /**
     * What it can do for servers: bits of sansmcp_capability. Those that a revision lacks are not
     * declared in it.
     */
    uint32_t capabilities;
} sansmcp_client_info;

/**
 * A client: pointers to what it says, to the state of a connection and to the slots. It has no
 * state of its own, so it may be made whenever it is handy, and copied.
 */
typedef struct {
    /** What it says of itself. */
    const sansmcp_client_info *info;
    /** The connection. */
    sansmcp_connection *connection;
    /** The table of open requests, those of the server included; NULL if there is none. */
    sansmcp_slot *slots;
    /** How many slots; at most 65,534 are used. */
    size_t slot_count;
} sansmcp_client;

/** How a connection comes about. All zero bits: any revision. */
typedef struct {
    /**
     * How long to wait for an answer to `server/discover`, in milliseconds, before it counts as a
     * server of an older revision. 0: 3 seconds.
     */
    uint32_t probe_ms;
    /**
     * How long to wait for an answer to `initialize`, in milliseconds, before the connection
     * fails. 0: 30 seconds.
     */
    uint32_t connect_ms;
    /** The newest sansmcp_revision that may be spoken. 0: the newest there is. */
    uint8_t newest;
    /** The oldest sansmcp_revision that may be spoken. 0: the oldest there is. */
    uint8_t oldest;
    /**
     * What was spoken with this server last time (sansmcp_client_revision), if that is known: it
     * is not asked for its era again. If it has changed since, that is found out. 0: not known.
     */
    uint8_t known;
} sansmcp_policy;

/** One member of a JSON object: its key, and one of the values. */
typedef struct {
    /** Its name. */
    sansmcp_str key;
    /** Plain text. */
    sansmcp_str text;
    /** Text as it came in, which is copied without decoding; looked at if text is NULL. */
    sansmcp_text json_text;
    /** The JSON text of any value; looked at if there is no text. */
    sansmcp_str json;
    /** A number; looked at if there is nothing else. */
    sansmcp_number number;
} sansmcp_field;

/**
 * A JSON object that goes out: either its JSON text, or members, of which one may be an object of
 * members itself, as the arguments of a call are. All zero bits: an object without members.
 */
typedef struct {
    /** The JSON text of the whole object; then the rest is not looked at. */
    sansmcp_str json;
    /** Its members. */
    const sansmcp_field *fields;
    /** How many. */
    size_t field_count;
    /** The key of one more member, which is an object, such as `arguments`. NULL: there is none. */
    sansmcp_str inner_key;
    /** The members of that object. */
    const sansmcp_field *inner;
    /** How many. */
    size_t inner_count;
} sansmcp_object;

/** How a request is made. All zero bits: with the usual limits, where the server announced it. */
typedef struct {
    /**
     * How long the answer may take, in milliseconds, since the request was sent or the last
     * progress on it came. 0: five minutes. SANSMCP_FOREVER: no limit, and no progress is asked
     * for.
     */
    uint32_t idle_ms;
    /** How long the answer may take in all, in milliseconds. 0: one hour. */
    uint32_t hard_ms;
    /** Members of `_meta` of your own: the JSON text of an object. */
    sansmcp_str meta;
    /**
     * Not 0: ask even for what the server did not announce, since some announce less than they
     * have.
     */
    uint8_t anyway;
} sansmcp_options;

/** An answer to one of the things that the server wants. */
typedef struct {
    /** The name of the thing (sansmcp_input.key), decoded. */
    sansmcp_str key;
    /** The result of its method, such as `{"action":"decline"}`. */
    const sansmcp_object *result;
    /**
     * Looked at if result is NULL: of an elicitation that the person accepts the params
     * (sansmcp_input.params), whose defaults are added to the content.
     */
    sansmcp_str params;
    /** The form as it was filled in: the JSON text of an object. */
    sansmcp_str content;
} sansmcp_given;

/**
 * What is to be listened to, and how far that was said: set the first members and leave the rest
 * zero. It has to be kept until the subscription has ended; it may be moved, its URIs may not.
 */
typedef struct {
    /** The URIs of resources whose changes are to be told. */
    const sansmcp_str *uris;
    /** How many; at most SANSMCP_MAX_URIS. */
    size_t uri_count;
    /** Not 0: changes of the list of tools. */
    uint8_t tools;
    /** Not 0: changes of the list of prompts. */
    uint8_t prompts;
    /** Not 0: changes of the list of resources. */
    uint8_t resources;
    /** The engine's: it is to end. */
    uint8_t ends;
    /**
     * Names it in events, once sansmcp_client_listen was called. It changes if the listen was
     * suspended: sansmcp_client_listen goes on with it.
     */
    sansmcp_ticket ticket;
    /** The engine's: how many messages were written. */
    size_t at;
} sansmcp_subscription;

/** How long a result may be kept, and for whom. From 2026-07-28 on. */
typedef struct {
    /** How long, in milliseconds; 0: not at all. */
    uint32_t ttl_ms;
    /** A sansmcp_cache_scope. */
    uint8_t scope;
} sansmcp_cache_hint;

/** One thing that the server wants. */
typedef struct {
    /**
     * The name under which the answer goes back. Before 2026-07-28 there is one thing alone, and
     * it is empty.
     */
    sansmcp_text key;
    /** The params of its method as JSON text, an object. NULL: it has none. */
    sansmcp_str params;
    /** A sansmcp_input_kind. */
    uint8_t kind;
} sansmcp_input;

/** How far a request has come. */
typedef struct {
    /** How far it has come. */
    sansmcp_number progress;
    /** How far it has to come; none where that is not known. */
    sansmcp_number total;
    /** What is being done. NULL: the server does not say. */
    sansmcp_text message;
} sansmcp_progress;

/** How a request, a listen or a connection ended. What does not belong to its kind is zero. */
typedef struct {
    /** The result as JSON text, an object. */
    sansmcp_str result;
    /** Of an error what was wrong, in one sentence. NULL: the server does not say. */
    sansmcp_text message;
    /** Of an error more of it: JSON text of any value. NULL: there is no more. */
    sansmcp_str data;
    /**
     * What was received under `result` or `error` as JSON text, also where the request failed
     * because of it. NULL: nothing was.
     */
    sansmcp_str received;
    /**
     * Of an error its code, such as those of sansmcp_code; 0 for one that is no number of 32
     * bits.
     */
    int32_t code;
    /** A sansmcp_outcome_kind. */
    uint8_t kind;
    /** A sansmcp_failure. */
    uint8_t failure;
} sansmcp_outcome;

/** What is said about a sansmcp_failure; the texts last for ever. All zero for other numbers. */
typedef struct {
    /** Its name for logs, such as `closed_on_probe`. */
    sansmcp_str name;
    /** What happened. */
    sansmcp_str message;
    /** What can be done. */
    sansmcp_str advice;
    /** Whose fault it is: `server`, `client` or `network`. */
    sansmcp_str whose_name;
    /** The same as a sansmcp_whose. */
    uint8_t whose;
} sansmcp_account;

/**
 * The guard of one walk through the pages of a list, against a server whose cursors go in a
 * circle. All zero bits when new.
 */
typedef struct {
    /** The engine's. */
    uint64_t state[2];
} sansmcp_pages;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* ============================================================================================ */
/* Results and version */

/** A short text for a log: what the result means. It ends with a NUL and lasts for ever. */
const char *sansmcp_result_text(uint32_t result);

/**
 * The version of the library, such as "0.1.0"; compare it with SANSMCP_VERSION, the one of the
 * header. It ends with a NUL and lasts for ever.
 */
const char *sansmcp_version(void);

/* ============================================================================================ */
/* Text */

/** Whether two plain texts have the same bytes. No text at all equals only itself. */
bool sansmcp_str_equals(sansmcp_str a, sansmcp_str b);

/** Whether the inside of a JSON string means the same as a plain text, however it is escaped. */
bool sansmcp_text_equals(sansmcp_text inside, sansmcp_str plain);

/**
 * Decodes the inside of a JSON string into a buffer: `decoded` is the plain text there, which
 * has no NUL at its end. At most as many bytes as the inside has are needed.
 *
 * SANSMCP_SHORT: the buffer is too small, `decoded` is NULL with the length that it takes.
 * SANSMCP_NOT_TEXT: it has half a surrogate pair, which stands for no character.
 * SANSMCP_NONE: there is no text.
 */
sansmcp_result sansmcp_text_decode(sansmcp_text inside,
                                   char *buffer,
                                   size_t buffer_len,
                                   sansmcp_str *decoded);

/* ============================================================================================ */
/* JSON values */

/**
 * The member `key` of a JSON object, as JSON text. SANSMCP_NONE: it has none, or is no object.
 * SANSMCP_NOT_JSON: the text is not JSON.
 */
sansmcp_result sansmcp_json_get(sansmcp_str json, sansmcp_str key, sansmcp_str *value);

/**
 * The item at `index`, counted from 0, of a JSON array, as JSON text. SANSMCP_NONE: it is not
 * that long, or is no array. SANSMCP_NOT_JSON: the text is not JSON.
 */
sansmcp_result sansmcp_json_at(sansmcp_str json, size_t index, sansmcp_str *value);

/** The inside of a JSON string. SANSMCP_NONE: it is none. */
sansmcp_result sansmcp_json_text(sansmcp_str json, sansmcp_text *value);

/**
 * The value of a JSON number, if it is integral and fits: 42, 42.0 and 4.2e1 do. SANSMCP_NONE:
 * it does not, or is no number.
 */
sansmcp_result sansmcp_json_integer(sansmcp_str json, int64_t *value);

/** The value of a JSON truth value. SANSMCP_NONE: it is none. */
sansmcp_result sansmcp_json_bool(sansmcp_str json, bool *value);

/* ============================================================================================ */
/* Lines: a byte stream cut into messages */

/** Begins with an empty buffer; what is in it is not looked at. */
sansmcp_result sansmcp_lines_init(sansmcp_lines *lines, uint8_t *buffer, size_t buffer_len);

/**
 * The free part of the buffer, to read into, and its length in bytes. NULL and 0 if `lines` is
 * NULL; `space_len` must not be.
 *
 * Never empty (for a buffer that is not) once sansmcp_lines_next_frame has returned
 * SANSMCP_NONE, so that a read of zero bytes always means the end of the input.
 */
uint8_t *sansmcp_lines_space(sansmcp_lines *lines, size_t *space_len);

/**
 * Says that the first `count` bytes of the space were filled. More than there is space for
 * counts as all of it.
 */
sansmcp_result sansmcp_lines_filled(sansmcp_lines *lines, size_t count);

/**
 * The next message. SANSMCP_NONE: more bytes are needed. Call it until then.
 *
 * The frame refers to the buffer, and lasts until the next call with `lines`.
 */
sansmcp_result sansmcp_lines_next_frame(sansmcp_lines *lines, sansmcp_frame *frame);

/**
 * The next message when no more bytes will come. SANSMCP_NONE: none is left, and `lines` is as
 * new. Call it until then: it gives the lines that are whole and at last one whose newline is
 * missing.
 *
 * The frame refers to the buffer, and lasts until the next call with `lines`.
 */
sansmcp_result sansmcp_lines_finish(sansmcp_lines *lines, sansmcp_frame *frame);

/* ============================================================================================ */
/* Events: what a message says */

/** The request's id as written, quotes included. NULL: it has none that could be read. */
sansmcp_str sansmcp_event_id(const sansmcp_event *event);

/** The method's name. NULL: there is none. */
sansmcp_text sansmcp_event_method(const sansmcp_event *event);

/** The name of the tool that is called. NULL: the message has none. */
sansmcp_text sansmcp_event_name(const sansmcp_event *event);

/** The params as JSON text, an object. NULL: the message has none. */
sansmcp_str sansmcp_event_params(const sansmcp_event *event);

/** The `_meta` of the params as JSON text, an object. NULL: the message has none. */
sansmcp_str sansmcp_event_meta(const sansmcp_event *event);

/** The client's name and version as JSON text, an object. NULL: the message does not say. */
sansmcp_str sansmcp_event_client_info(const sansmcp_event *event);

/** The arguments of a call as JSON text, an object. NULL: the call has none. */
sansmcp_str sansmcp_event_arguments(const sansmcp_event *event);

/**
 * The argument `key` of a call, if it is a string: its inside. SANSMCP_NONE: there is no such
 * argument, or it is something else, which sansmcp_json_get gives.
 */
sansmcp_result sansmcp_event_arg(const sansmcp_event *event, sansmcp_str key, sansmcp_text *value);

/** The cursor of a request for a list. NULL: it asks for the first page. */
sansmcp_text sansmcp_event_cursor(const sansmcp_event *event);

/** Why a request was cancelled. NULL: the peer does not say. */
sansmcp_text sansmcp_event_reason(const sansmcp_event *event);

/** The revision that was asked for. NULL: the message does not say. */
sansmcp_text sansmcp_event_requested_version(const sansmcp_event *event);

/**
 * The revision that a request is served in, such as `2025-11-25`. NULL: it belongs to none. The
 * text lasts for ever.
 */
sansmcp_str sansmcp_event_revision(const sansmcp_event *event);

/** Whether the peer asked for progress notifications. */
bool sansmcp_event_wants_progress(const sansmcp_event *event);

/** The code of the error that a refused message gets, such as -32700; 0: nothing is wrong. */
int32_t sansmcp_event_refusal_code(const sansmcp_event *event);

/**
 * Which rule a refused or ignored message breaks, in words as they stand in JSON. NULL: nothing
 * is wrong. The text lasts for ever.
 */
sansmcp_text sansmcp_event_refusal_text(const sansmcp_event *event);

/**
 * The name of a sansmcp_event_kind or a sansmcp_client_event_kind for logs, such as `call_tool`;
 * NULL for other numbers. The text lasts for ever.
 */
sansmcp_str sansmcp_event_kind_name(uint8_t kind);

/** The ticket as one number below 2^48. */
uint64_t sansmcp_ticket_number(sansmcp_ticket ticket);

/** The ticket of a number; no request for 2^48 and more. */
sansmcp_ticket sansmcp_ticket_of_number(uint64_t number);

/* ============================================================================================ */
/* Server: events in, answers out */

/**
 * Points a server to what it needs, and looks through the tables of `info` once.
 *
 * SANSMCP_NOT_TEXT, SANSMCP_NOT_JSON, SANSMCP_OUT_OF_RANGE: a text, a schema or a number in the
 * tables is wrong.
 */
sansmcp_result sansmcp_server_init(sansmcp_server *server,
                                   const sansmcp_server_info *info,
                                   sansmcp_connection *connection,
                                   sansmcp_slot *slots,
                                   size_t slot_count);

/**
 * Reads the next message of a frame; `now_ms` is the time in milliseconds from any start.
 * SANSMCP_NONE: the frame has no more. Call it until then: a batch (2025-03-26) is several
 * events.
 *
 * Each event that can be answered has to be: by sansmcp_server_reply, or by its ticket, at once
 * or later.
 */
sansmcp_result sansmcp_server_receive(sansmcp_server *server,
                                      sansmcp_frame *frame,
                                      uint64_t now_ms,
                                      sansmcp_event *event);

/**
 * Answers an event as far as the engine can: the handshake, discovery, ping and lists, refused
 * messages with their error, a call of a tool or method that is not yours with "unknown". What
 * needs no answer gives an output of no bytes.
 *
 * An error fits in SANSMCP_MIN_TX bytes. A list is cut to the buffer and needs room for its
 * largest entry; where no larger buffer is to be had, sansmcp_server_begin_reply sends it in
 * pieces. SANSMCP_STALE: it was answered before.
 */
sansmcp_result sansmcp_server_reply(sansmcp_server *server,
                                    const sansmcp_event *event,
                                    uint8_t *tx,
                                    size_t tx_len,
                                    sansmcp_out *out);

/**
 * Answers a request with an error: a code, a message for people, and data as JSON text, which
 * may be left out.
 */
sansmcp_result sansmcp_server_error(sansmcp_server *server,
                                    sansmcp_ticket ticket,
                                    int32_t code,
                                    sansmcp_str message,
                                    sansmcp_str data,
                                    uint8_t *tx,
                                    size_t tx_len,
                                    sansmcp_out *out);

/**
 * Answers a request with a result of your own making: the JSON text of an object. What the
 * revision demands beside it is added where the object does not have it.
 */
sansmcp_result sansmcp_server_result(sansmcp_server *server,
                                     sansmcp_ticket ticket,
                                     sansmcp_str json,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_out *out);

/**
 * Tells how far a request has come; `total` and `message` may be left out. No bytes where
 * nothing is due: the peer did not ask for it, gave the request up, or `progress` is not larger
 * than the last one sent. SANSMCP_NOT_JSON: the text of a number is none.
 */
sansmcp_result sansmcp_server_progress(sansmcp_server *server,
                                       sansmcp_ticket ticket,
                                       sansmcp_number progress,
                                       sansmcp_number total,
                                       sansmcp_str message,
                                       uint8_t *tx,
                                       size_t tx_len,
                                       sansmcp_out *out);

/**
 * Whether the peer cancelled this request, so that work on it may stop. Its slot stays taken
 * until it is answered (nothing is written then) or abandoned.
 */
bool sansmcp_server_is_cancelled(const sansmcp_server *server, sansmcp_ticket ticket);

/**
 * Gives up on a request: its slot is free again, and nothing is sent. Meant for requests that
 * were cancelled. SANSMCP_STREAMING: its answer is half out and has to be ended.
 */
sansmcp_result sansmcp_server_abandon(sansmcp_server *server, sansmcp_ticket ticket);

/**
 * The tickets of all requests that are not answered yet, those that were cancelled included:
 * as many as there is room for in `tickets`, which may be NULL with room for none; `open_count`
 * says how many there are.
 */
sansmcp_result sansmcp_server_open(const sansmcp_server *server,
                                   sansmcp_ticket *tickets,
                                   size_t ticket_room,
                                   size_t *open_count);

/* ============================================================================================ */
/* Answers of tools */

/**
 * Answers a call with a result of any number of blocks.
 *
 * SANSMCP_NOT_SUPPORTED: the revision lacks a kind of content; say it as text.
 */
sansmcp_result sansmcp_server_answer(sansmcp_server *server,
                                     sansmcp_ticket ticket,
                                     const sansmcp_answer *answer,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_out *out);

/** Answers a call with one block of text. */
sansmcp_result sansmcp_server_answer_text(sansmcp_server *server,
                                          sansmcp_ticket ticket,
                                          sansmcp_str plain,
                                          uint8_t *tx,
                                          size_t tx_len,
                                          sansmcp_out *out);

/**
 * Answers a call with one block of text as it came in, such as an argument: it is copied without
 * decoding. SANSMCP_NULL_POINTER: there is no text.
 */
sansmcp_result sansmcp_server_answer_json_text(sansmcp_server *server,
                                               sansmcp_ticket ticket,
                                               sansmcp_text inside,
                                               uint8_t *tx,
                                               size_t tx_len,
                                               sansmcp_out *out);

/** Answers a call with a failure of the tool, which the model sees: one block of text says why. */
sansmcp_result sansmcp_server_fail(sansmcp_server *server,
                                   sansmcp_ticket ticket,
                                   sansmcp_str why,
                                   uint8_t *tx,
                                   size_t tx_len,
                                   sansmcp_out *out);

/* ============================================================================================ */
/* Answers in pieces, larger than any buffer */

/**
 * Begins to answer `initialize`, `server/discover` or a list in pieces, where
 * sansmcp_server_reply says that the buffer is too small. sansmcp_server_next_output gives the
 * other pieces; until the last is out, what the tables say must not change. A list sends one
 * entry this way and goes on with a cursor.
 *
 * SANSMCP_NOT_SUPPORTED: it is another event.
 */
sansmcp_result sansmcp_server_begin_reply(sansmcp_server *server,
                                          const sansmcp_event *event,
                                          uint8_t *tx,
                                          size_t tx_len,
                                          sansmcp_out *out);

/**
 * The next message or piece that is due without being asked for. SANSMCP_NONE: none is. Call it
 * until then whenever something else was sent, and after sansmcp_server_begin_reply.
 */
sansmcp_result sansmcp_server_next_output(sansmcp_server *server,
                                          uint8_t *tx,
                                          size_t tx_len,
                                          sansmcp_out *out);

/**
 * Begins the answer to a call as one block of content whose text or bytes come in pieces:
 * `block` says its kind and what else it has beside them. Text, image, audio and blob can be
 * sent so.
 *
 * Until sansmcp_server_end nothing else may go out on this connection, and once begun the answer
 * ends as valid JSON, whatever happens. SANSMCP_SHORT: nothing has begun.
 */
sansmcp_result sansmcp_server_begin(sansmcp_server *server,
                                    sansmcp_ticket ticket,
                                    const sansmcp_content *block,
                                    uint8_t *tx,
                                    size_t tx_len,
                                    sansmcp_out *out);

/**
 * Sends the next piece: `taken` says how many of the `data_len` bytes were taken, `out` what to
 * send. Offer the rest again. After a cancel all of it is taken and nothing sent: end it then.
 *
 * Text has to be UTF-8; a character may be cut by the end of a piece only if the rest of it is
 * offered again. SANSMCP_SHORT: the buffer has no room for even one character (6 bytes) or one
 * group of base64 (4 bytes).
 */
sansmcp_result sansmcp_server_piece(sansmcp_server *server,
                                    sansmcp_ticket ticket,
                                    const uint8_t *data,
                                    size_t data_len,
                                    uint8_t *tx,
                                    size_t tx_len,
                                    size_t *taken,
                                    sansmcp_out *out);

/**
 * Ends the stream and the answer. With a `failure`, the result says that the tool failed, and
 * why; what was sent before stands. NULL: it did not fail.
 *
 * SANSMCP_SHORT: the stream still waits for its end. 48 bytes are enough without a failure.
 */
sansmcp_result sansmcp_server_end(sansmcp_server *server,
                                  sansmcp_ticket ticket,
                                  sansmcp_str failure,
                                  uint8_t *tx,
                                  size_t tx_len,
                                  sansmcp_out *out);

/* ============================================================================================ */
/* Client: revisions */

/**
 * The name of a sansmcp_revision, such as `2025-11-25`; NULL for other numbers. The text lasts
 * for ever.
 */
sansmcp_str sansmcp_revision_name(uint8_t number);

/* ============================================================================================ */
/* Client: its connection, messages in */

/**
 * Points a client to what it needs, for one pipe, and looks through `info` once. While a slot is
 * in use the table has to be the same.
 *
 * SANSMCP_NOT_TEXT, SANSMCP_NOT_JSON, SANSMCP_OUT_OF_RANGE: a text in it is wrong, its extensions,
 * or the length of a table.
 */
sansmcp_result sansmcp_client_init(sansmcp_client *client,
                                   const sansmcp_client_info *info,
                                   sansmcp_connection *connection,
                                   sansmcp_slot *slots,
                                   size_t slot_count);

/**
 * Begins a connection; sansmcp_client_next_output has its first message, and
 * SANSMCP_CLIENT_EVENT_CONNECTED or SANSMCP_CLIENT_EVENT_FAILED tells what came of it. After one
 * has failed another may be begun, with a pipe of its own. `policy` may be NULL: any revision.
 *
 * `now_ms` is the time in milliseconds from any start, here and wherever else it is asked for.
 *
 * SANSMCP_NOT_SUPPORTED: there is a connection, or one is coming about, or the policy allows no
 * revision. SANSMCP_OUT_OF_RANGE: a revision is none.
 */
sansmcp_result sansmcp_client_connect(sansmcp_client *client,
                                      const sansmcp_policy *policy,
                                      uint64_t now_ms);

/**
 * The next message that is due without being asked for: the handshake, what is taken back.
 * SANSMCP_NONE: none is. Call it until then, after each other call.
 *
 * SANSMCP_SHORT: what the client says of itself has to fit, and 300 bytes.
 */
sansmcp_result sansmcp_client_next_output(sansmcp_client *client,
                                          uint8_t *tx,
                                          size_t tx_len,
                                          sansmcp_out *out);

/**
 * Reads the next message of a frame. SANSMCP_NONE: the frame has no more. Call it until then: a
 * batch (2025-03-26) is several events, and what concerns the engine alone is none.
 *
 * Each event has to be given to sansmcp_client_reply, at once or later, but for those that are
 * answered otherwise.
 */
sansmcp_result sansmcp_client_receive(sansmcp_client *client,
                                      sansmcp_frame *frame,
                                      uint64_t now_ms,
                                      sansmcp_event *event);

/**
 * What is to be told without a message of the server's: what came to its end at this time, or
 * with the pipe. SANSMCP_NONE: nothing. Call it until then when sansmcp_client_next_deadline has
 * come, and after sansmcp_client_closed. Then sansmcp_client_next_output has what is to be sent
 * of it.
 *
 * The event lasts as long as it is kept.
 */
sansmcp_result sansmcp_client_expire(sansmcp_client *client, uint64_t now_ms, sansmcp_event *event);

/**
 * When to call sansmcp_client_expire, as a time in milliseconds; 0 is at once. SANSMCP_NONE:
 * nothing waits with a limit. Ask again after each event: progress moves it.
 */
sansmcp_result sansmcp_client_next_deadline(const sansmcp_client *client, uint64_t *deadline_ms);

/**
 * Tells that the pipe was closed, after what came on it was received: all that is open has failed
 * then, and sansmcp_client_expire tells of it. `route` is the one that its frames had.
 */
sansmcp_result sansmcp_client_closed(sansmcp_client *client, sansmcp_route route, uint64_t now_ms);

/**
 * Answers an event as far as the engine can: `ping`, requests that are refused, and requests of
 * the server's that are not yours. What needs no answer gives an output of no bytes.
 *
 * SANSMCP_SHORT: SANSMCP_MIN_TX bytes are enough. SANSMCP_STALE: it was answered before.
 */
sansmcp_result sansmcp_client_reply(sansmcp_client *client,
                                    const sansmcp_event *event,
                                    uint8_t *tx,
                                    size_t tx_len,
                                    sansmcp_out *out);

/** The sansmcp_revision that is spoken; 0 while there is no connection. */
uint8_t sansmcp_client_revision(const sansmcp_client *client);

/** What the server announced: bits of sansmcp_capability. */
uint32_t sansmcp_client_capabilities(const sansmcp_client *client);

/** Whether there is a connection: from SANSMCP_CLIENT_EVENT_CONNECTED on, until it ends. */
bool sansmcp_client_is_connected(const sansmcp_client *client);

/**
 * The tickets of all that is open, requests and listens of yours and requests of the server's: as
 * many as there is room for in `tickets`, which may be NULL with room for none; `open_count` says
 * how many there are.
 */
sansmcp_result sansmcp_client_open(const sansmcp_client *client,
                                   sansmcp_ticket *tickets,
                                   size_t ticket_room,
                                   size_t *open_count);

/* ============================================================================================ */
/* Client: requests and answers out */

/**
 * Writes a request, such as `tools/call`. `ticket` names it in the events that follow: at last
 * SANSMCP_CLIENT_EVENT_ANSWERED. `params` and `options` may be NULL.
 *
 * SANSMCP_NOT_READY: there is no connection. SANSMCP_NOT_SUPPORTED: the revision lacks the method,
 * or it is a notification, or the engine's own; or the params have a `_meta` with members of your
 * own, which belong into the options. SANSMCP_NOT_OFFERED: the server did not announce it.
 * SANSMCP_BUSY: no slot is free.
 */
sansmcp_result sansmcp_client_call(sansmcp_client *client,
                                   sansmcp_str method,
                                   const sansmcp_object *params,
                                   const sansmcp_options *options,
                                   uint64_t now_ms,
                                   uint8_t *tx,
                                   size_t tx_len,
                                   sansmcp_ticket *ticket,
                                   sansmcp_out *out);

/**
 * Writes a suspended request (SANSMCP_CLIENT_EVENT_SUSPENDED) again, under the ticket that this
 * gives: the old one is over. Give the method and the params as they were.
 *
 * SANSMCP_STALE: it is not suspended. Else as sansmcp_client_call, and it stays suspended.
 */
sansmcp_result sansmcp_client_again(sansmcp_client *client,
                                    sansmcp_ticket suspended,
                                    sansmcp_str method,
                                    const sansmcp_object *params,
                                    const sansmcp_options *options,
                                    uint64_t now_ms,
                                    uint8_t *tx,
                                    size_t tx_len,
                                    sansmcp_ticket *ticket,
                                    sansmcp_out *out);

/**
 * Gives the server what it wants (SANSMCP_CLIENT_EVENT_INPUT_NEEDED). From 2026-07-28 on the call
 * goes out again, under the ticket that this gives: `params` and `options` are those of the call.
 * Before, it answers the server's request with the first of `given`; the ticket is that of the
 * call, or none where that is not known, and `params` and `options` are not looked at.
 *
 * SANSMCP_STALE: the call or the request is over. SANSMCP_NOT_SUPPORTED: it is another event, or
 * nothing is given before 2026-07-28. SANSMCP_OUT_OF_RANGE: more than SANSMCP_MAX_GIVEN are given.
 * Else as sansmcp_client_call. It can be given again then.
 */
sansmcp_result sansmcp_client_provide(sansmcp_client *client,
                                      const sansmcp_event *event,
                                      const sansmcp_given *given,
                                      size_t given_count,
                                      const sansmcp_object *params,
                                      const sansmcp_options *options,
                                      uint64_t now_ms,
                                      uint8_t *tx,
                                      size_t tx_len,
                                      sansmcp_ticket *ticket,
                                      sansmcp_out *out);

/**
 * Gives the server nothing. Before 2026-07-28 its request is answered with an error, such as -1
 * for what the user does not want; from then on there is no such answer, and the call ends here.
 *
 * SANSMCP_STALE: the call or the request is over. SANSMCP_NOT_SUPPORTED: it is another event.
 */
sansmcp_result sansmcp_client_refuse(sansmcp_client *client,
                                     const sansmcp_event *event,
                                     int32_t code,
                                     sansmcp_str message,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_out *out);

/**
 * Ends a request or a listen without an answer; there will be no event of it, and
 * sansmcp_client_next_output tells the server. Of a request of the server's it gives the answer
 * up. SANSMCP_STALE: there is nothing to end.
 */
sansmcp_result sansmcp_client_cancel(sansmcp_client *client, sansmcp_ticket ticket);

/**
 * Asks for log messages from a sansmcp_level on. From 2026-07-28 on nothing is sent and the
 * ticket is none: each later request says so. Else as sansmcp_client_call.
 */
sansmcp_result sansmcp_client_set_level(sansmcp_client *client,
                                        uint8_t level,
                                        const sansmcp_options *options,
                                        uint64_t now_ms,
                                        uint8_t *tx,
                                        size_t tx_len,
                                        sansmcp_ticket *ticket,
                                        sansmcp_out *out);

/**
 * Writes a notification, such as `notifications/roots/list_changed`, or one of your own. `params`
 * may be NULL.
 *
 * SANSMCP_NOT_SUPPORTED: the revision lacks the method, or it is no notification, or the engine's
 * own. SANSMCP_UNDECLARED: it tells of what the client did not declare. SANSMCP_NOT_READY: there
 * is no connection.
 */
sansmcp_result sansmcp_client_notify(sansmcp_client *client,
                                     sansmcp_str method,
                                     const sansmcp_object *params,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_out *out);

/**
 * Answers a request of the server's that the protocol does not know
 * (SANSMCP_CLIENT_EVENT_REQUEST), before 2026-07-28. `result` may be NULL: an object without
 * members. SANSMCP_STALE: it was answered before.
 */
sansmcp_result sansmcp_client_result(sansmcp_client *client,
                                     sansmcp_ticket ticket,
                                     const sansmcp_object *result,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_out *out);

/**
 * Answers a request of the server's with an error: a code, a message for people, and data as JSON
 * text, which may be left out. Before 2026-07-28. SANSMCP_STALE: it was answered before.
 */
sansmcp_result sansmcp_client_error(sansmcp_client *client,
                                    sansmcp_ticket ticket,
                                    int32_t code,
                                    sansmcp_str message,
                                    sansmcp_str data,
                                    uint8_t *tx,
                                    size_t tx_len,
                                    sansmcp_out *out);

/* ============================================================================================ */
/* Client: what it is told of */

/**
 * Asks to be told of changes. SANSMCP_NONE: all was said. Call it until then: from 2026-07-28 on
 * it is one message, before one for each resource, since changes of lists come by themselves
 * there. SANSMCP_CLIENT_EVENT_LISTENING says what the server agreed to,
 * SANSMCP_CLIENT_EVENT_LISTEN_ENDED that it is over. It takes a slot while it lasts, and before
 * 2026-07-28 one more for each resource until that is answered.
 *
 * SANSMCP_NOT_OFFERED: the server announced nothing of it. SANSMCP_NOT_READY, SANSMCP_BUSY,
 * SANSMCP_SHORT: it can be gone on with. SANSMCP_OUT_OF_RANGE: there are too many URIs.
 */
sansmcp_result sansmcp_client_listen(sansmcp_client *client,
                                     sansmcp_subscription *subscription,
                                     uint64_t now_ms,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_out *out);

/**
 * Asks not to be told any more. SANSMCP_NONE: all was said. Call it until then, and then
 * sansmcp_client_next_output as always. There is no event of its end.
 *
 * SANSMCP_STALE: it is over. Else as sansmcp_client_listen.
 */
sansmcp_result sansmcp_client_unlisten(sansmcp_client *client,
                                       sansmcp_subscription *subscription,
                                       uint64_t now_ms,
                                       uint8_t *tx,
                                       size_t tx_len,
                                       sansmcp_out *out);

/* ============================================================================================ */
/* Client: what its events say */

/** What the server announced (SANSMCP_CLIENT_EVENT_CONNECTED): bits of sansmcp_capability. */
uint32_t sansmcp_event_capabilities(const sansmcp_event *event);

/**
 * The server's name and version as JSON text, an object (SANSMCP_CLIENT_EVENT_CONNECTED). NULL: it
 * does not say.
 */
sansmcp_str sansmcp_event_server_info(const sansmcp_event *event);

/**
 * What the model should know before it uses the server (SANSMCP_CLIENT_EVENT_CONNECTED). NULL: the
 * server does not say.
 */
sansmcp_text sansmcp_event_instructions(const sansmcp_event *event);

/**
 * The result of `server/discover` or `initialize` (SANSMCP_CLIENT_EVENT_CONNECTED), or of a
 * request (SANSMCP_CLIENT_EVENT_ANSWERED), as JSON text, an object. NULL: there is none; then
 * sansmcp_event_outcome says why.
 */
sansmcp_str sansmcp_event_result(const sansmcp_event *event);

/**
 * How to connect to the server once it was started again, where that may help
 * (SANSMCP_CLIENT_EVENT_FAILED): without the question that it did not survive. SANSMCP_NONE: it
 * does not help.
 */
sansmcp_result sansmcp_event_retry(const sansmcp_event *event, sansmcp_policy *policy);

/**
 * How long the result of a request may be kept (SANSMCP_CLIENT_EVENT_ANSWERED): not at all where
 * nothing valid is said of it, and where the server had asked for input before.
 */
sansmcp_cache_hint sansmcp_event_cache_hint(const sansmcp_event *event);

/**
 * The thing at `index`, counted from 0, that the server wants
 * (SANSMCP_CLIENT_EVENT_INPUT_NEEDED). SANSMCP_NONE: there are not so many. From 2026-07-28 on
 * there may be none at all: then the server wants to be asked again after a pause.
 */
sansmcp_result sansmcp_event_input(const sansmcp_event *event, size_t index, sansmcp_input *input);

/**
 * The call in whose course input is needed (SANSMCP_CLIENT_EVENT_INPUT_NEEDED). All zero: it is
 * not known, as before 2026-07-28.
 */
sansmcp_ticket sansmcp_event_call(const sansmcp_event *event);

/**
 * How often the server has asked in the course of this call, this time included
 * (SANSMCP_CLIENT_EVENT_INPUT_NEEDED). From 2026-07-28 on.
 */
uint8_t sansmcp_event_round(const sansmcp_event *event);

/**
 * How long to wait before sansmcp_client_provide, in milliseconds, where the server wants nothing
 * but to be asked again (SANSMCP_CLIENT_EVENT_INPUT_NEEDED).
 */
uint32_t sansmcp_event_pause_ms(const sansmcp_event *event);

/** Why a request has to be sent again (SANSMCP_CLIENT_EVENT_SUSPENDED): a sansmcp_pause. */
uint8_t sansmcp_event_why(const sansmcp_event *event);

/**
 * How far a request has come (SANSMCP_CLIENT_EVENT_PROGRESS).
 *
 * SANSMCP_NONE: it is another event.
 */
sansmcp_result sansmcp_event_progress(const sansmcp_event *event, sansmcp_progress *progress);

/** The sansmcp_level of a log message (SANSMCP_CLIENT_EVENT_LOG); 0 for a word that is none. */
uint8_t sansmcp_event_level(const sansmcp_event *event);

/** Who wrote a log message (SANSMCP_CLIENT_EVENT_LOG). NULL: the server does not say. */
sansmcp_text sansmcp_event_logger(const sansmcp_event *event);

/** What was written in a log message (SANSMCP_CLIENT_EVENT_LOG), as JSON text of any value. */
sansmcp_str sansmcp_event_data(const sansmcp_event *event);

/** Which list has changed (SANSMCP_CLIENT_EVENT_CHANGED): a sansmcp_what. */
uint8_t sansmcp_event_what(const sansmcp_event *event);

/**
 * Whether the server agreed to tell of changes of the lists of this kind, a sansmcp_what
 * (SANSMCP_CLIENT_EVENT_LISTENING).
 */
bool sansmcp_event_hears(const sansmcp_event *event, uint8_t what);

/**
 * How many resources the server did not agree to tell of (SANSMCP_CLIENT_EVENT_LISTENING). Before
 * 2026-07-28.
 */
uint8_t sansmcp_event_refused(const sansmcp_event *event);

/**
 * The URI of the resource that has changed (SANSMCP_CLIENT_EVENT_UPDATED, with `index` 0), or the
 * one at `index` of those that the server agreed to tell of (SANSMCP_CLIENT_EVENT_LISTENING, from
 * 2026-07-28 on). NULL: there are not so many.
 */
sansmcp_text sansmcp_event_uri(const sansmcp_event *event, size_t index);

/**
 * How a request (SANSMCP_CLIENT_EVENT_ANSWERED), a listen (SANSMCP_CLIENT_EVENT_LISTEN_ENDED) or a
 * connection (SANSMCP_CLIENT_EVENT_FAILED) ended. SANSMCP_NONE: it is another event.
 */
sansmcp_result sansmcp_event_outcome(const sansmcp_event *event, sansmcp_outcome *outcome);

/** What is said about a sansmcp_failure. */
sansmcp_account sansmcp_failure_account(uint8_t failure);

/* ============================================================================================ */
/* Client: page after page of a list */

/**
 * The cursor that the next page is asked for with; `result` is the result of a list, JSON text.
 * SANSMCP_NONE: it was the last page, and the guard is as new.
 *
 * SANSMCP_STUCK: the cursor came before, so that the server would give the same pages for ever, or
 * it is no string. What was read so far is all that can be had.
 */
sansmcp_result sansmcp_pages_next(sansmcp_pages *pages, sansmcp_str result, sansmcp_text *cursor);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SANSMCP_H */
