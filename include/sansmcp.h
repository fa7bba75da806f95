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
 *   second transmit buffer            only if you ask the client: sansmcp_server_resume makes the
 *                                     call again in it, while it is answered from the first.
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

/** How many variables a URI template has at most. */
#define SANSMCP_MAX_VARIABLES 16

/** How many lines of a head can be given at once. */
#define SANSMCP_MAX_HEADERS 64

/**
 * What sansmcp_events_retry gives, and sansmcp_client_seen is given, where the server said
 * nothing.
 */
#define SANSMCP_NO_RETRY 18446744073709551615ull

/** Bytes of a transmit buffer in which every error answer of the engine fits. */
#define SANSMCP_MIN_TX 512

/** How many things can be asked for at once. */
#define SANSMCP_MAX_INPUTS 16

/** How many fields a form can have. */
#define SANSMCP_MAX_FIELDS 16

/**
 * How many texts to choose from all fields of a form can have together, those that are chosen at
 * first included.
 */
#define SANSMCP_MAX_CHOICES 32

/** The least number of bytes in a key. 32 random ones are a good key. */
#define SANSMCP_MIN_KEY 16

/** How many keys can be tried at once. */
#define SANSMCP_MAX_KEYS 4

/** How many headers sansmcp_response_headers gives at most. */
#define SANSMCP_MAX_RESPONSE_HEADERS 6

/** Bytes of the id of a session. */
#define SANSMCP_SESSION_ID 36

/** How many hosts, and how many origins, a sansmcp_endpoint_policy may name. */
#define SANSMCP_MAX_NAMES 32

/** As many slots as there are, where 0 stands for a usual number. */
#define SANSMCP_ALL_SLOTS 65535

/** Bytes that each message takes in a store beside its own. */
#define SANSMCP_STORE_OVERHEAD 12

/** A length of a body that nobody knows yet: it is a stream. */
#define SANSMCP_HTTP1_STREAM UINT64_MAX

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
    /** The client refused what it was asked, or did not answer in time. */
    SANSMCP_REJECTED = 15,
    /** From 2026-07-28 on a server sends no requests: ask with sansmcp_server_ask. */
    SANSMCP_USE_ASK = 16,
    /** A secret key has fewer than SANSMCP_MIN_KEY bytes. */
    SANSMCP_WEAK_KEY = 17,
    /** A text that should be sealed was not made by a seal. */
    SANSMCP_NOT_SEALED = 18,
    /** A sealed text was changed or made up, sealed with another key, or for something else. */
    SANSMCP_FORGED = 19,
    /** A sealed text is genuine, but its time is over. */
    SANSMCP_EXPIRED = 20,
    /** A text is not Base64. */
    SANSMCP_NOT_BASE64 = 21,
} sansmcp_result;

/** What a person did with what was asked; sansmcp_response_action gives it. */
typedef enum {
    /** The response does not say, or is no answer to an elicitation. */
    SANSMCP_ACTION_NONE = 0,
    /** Filled it in, or agreed to visit the page: `content` has what was filled in. */
    SANSMCP_ACTION_ACCEPT = 1,
    /** Said no. */
    SANSMCP_ACTION_DECLINE = 2,
    /** Closed it without a decision. */
    SANSMCP_ACTION_CANCEL = 3,
} sansmcp_action;

/** Whom something is for: the bits of sansmcp_annotations.audience. */
typedef enum {
    /** The person. */
    SANSMCP_AUDIENCE_USER = 1,
    /** The model. */
    SANSMCP_AUDIENCE_ASSISTANT = 2,
} sansmcp_audience;

/** What the body of a response is; the value of sansmcp_response_head.body. */
typedef enum {
    /** There is none. */
    SANSMCP_BODY_EMPTY = 0,
    /** One JSON text. */
    SANSMCP_BODY_JSON = 1,
    /** Events. */
    SANSMCP_BODY_EVENTS = 2,
} sansmcp_body_kind;

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
    /**
     * A link to a resource, from 2025-06-18 on: uri, name, and if known title, description,
     * mime_type, size, icons.
     */
    SANSMCP_CONTENT_LINK = 5,
} sansmcp_content_kind;

/** Why a request is answered by its head alone. */
typedef enum {
    /** 403: `Host` names another machine. */
    SANSMCP_DENIAL_HOST = 0,
    /** 403: `Origin` is not let in. */
    SANSMCP_DENIAL_ORIGIN = 1,
    /** 405: the method is none of this endpoint's. */
    SANSMCP_DENIAL_METHOD = 2,
    /** 406: neither form of an answer is accepted. */
    SANSMCP_DENIAL_ACCEPT = 3,
    /** 415: the body is not said to be JSON. */
    SANSMCP_DENIAL_CONTENT_TYPE = 4,
    /** 413: the body is longer than the policy allows. */
    SANSMCP_DENIAL_TOO_LONG = 5,
    /** 400: the session's id is missing, or stands twice. */
    SANSMCP_DENIAL_NO_SESSION = 6,
    /** 404: there is no such session, or no longer. */
    SANSMCP_DENIAL_UNKNOWN_SESSION = 7,
    /** 400: the events asked for are not those of this session, or were given up. */
    SANSMCP_DENIAL_UNKNOWN_EVENT = 8,
    /** 400: `MCP-Protocol-Version` names none that is spoken here. */
    SANSMCP_DENIAL_VERSION = 9,
    /** 503: every place is taken. */
    SANSMCP_DENIAL_BUSY = 10,
} sansmcp_denial;

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
    /**
     * `tools/list`: sansmcp_server_reply answers it from your table of tools, sansmcp_server_page
     * tool by tool; so with the other lists.
     */
    SANSMCP_EVENT_LIST_TOOLS = 5,
    /** `tools/call`: yours to answer. */
    SANSMCP_EVENT_CALL_TOOL = 6,
    /**
     * The peer gave up on a request that was open: stop its work, and answer late (nothing is
     * written) or abandon its ticket. Of a listen: it has ended, and nothing is to be done.
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
    /** `resources/read`: yours to answer (sansmcp_event_uri), with sansmcp_server_contents. */
    SANSMCP_EVENT_READ_RESOURCE = 15,
    /**
     * `prompts/get`: yours to answer (sansmcp_event_name, sansmcp_event_arg), with
     * sansmcp_server_messages.
     */
    SANSMCP_EVENT_GET_PROMPT = 16,
    /**
     * `completion/complete`: yours to answer (sansmcp_event_reference), with
     * sansmcp_server_completion; sansmcp_server_reply has no suggestions.
     */
    SANSMCP_EVENT_COMPLETE = 17,
    /** `logging/setLevel`: sansmcp_server_reply takes it over. */
    SANSMCP_EVENT_SET_LEVEL = 18,
    /**
     * `resources/subscribe`: sansmcp_server_reply notes it, and sansmcp_server_updated tells of
     * changes from then on.
     */
    SANSMCP_EVENT_SUBSCRIBE = 19,
    /** `resources/unsubscribe`: sansmcp_server_reply takes the subscription back. */
    SANSMCP_EVENT_UNSUBSCRIBE = 20,
    /**
     * `subscriptions/listen`: sansmcp_server_reply acknowledges all that is offered,
     * sansmcp_server_accept what you choose.
     */
    SANSMCP_EVENT_LISTEN = 21,
    /**
     * A request of yours ended: the client answered it, or time ran out (sansmcp_event_outcome).
     * What was asked with sansmcp_server_ask goes to sansmcp_server_resume. Its ticket is that of
     * the request, which is over; that of the call is sansmcp_event_parent.
     */
    SANSMCP_EVENT_ANSWERED = 22,
} sansmcp_event_kind;

/** What to do with the body of a response; the value of sansmcp_expect.kind. */
typedef enum {
    /** It says nothing: drop it; then sansmcp_client_closed. */
    SANSMCP_EXPECT_NOTHING = 0,
    /**
     * Read it whole, up to a bound of yours, and give it to sansmcp_client_receive as a frame with
     * the route of the exchange; then sansmcp_client_closed. Of one beyond your bound give a frame
     * without data, with overlong_len (what you have seen of it) and SANSMCP_OVERLONG_RESPONSE.
     */
    SANSMCP_EXPECT_JSON = 1,
    /**
     * Read it as an event stream (sansmcp_events): give each event to sansmcp_client_receive as a
     * frame with the route of the exchange, and sansmcp_client_seen what it says of itself; at the
     * end of the stream, or where it breaks off, sansmcp_client_closed.
     */
    SANSMCP_EXPECT_EVENTS = 2,
    /**
     * 401 or 403: drop it. The exchange is suspended until sansmcp_client_again or
     * sansmcp_client_cancel; a notification or an answer that was denied is not sent again.
     */
    SANSMCP_EXPECT_DENIED = 3,
} sansmcp_expect_kind;

/** Why a connection or a request failed; the value of sansmcp_outcome.failure. */
typedef enum {
    /** Nothing failed. */
    SANSMCP_FAILURE_NONE = 0,
    /** No answer and no progress within sansmcp_options.idle_ms. */
    SANSMCP_FAILURE_SILENT = 1,
    /** No answer within sansmcp_options.hard_ms. */
    SANSMCP_FAILURE_TOO_SLOW = 2,
    /** The pipe or the socket was closed before the answer came. */
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
    /** HTTP: a status that means neither an answer nor anything that can be acted upon. */
    SANSMCP_FAILURE_STATUS = 13,
    /** HTTP: the answer is of a media type that is none of the protocol's. */
    SANSMCP_FAILURE_MEDIA_TYPE = 14,
    /** HTTP: there is no Streamable HTTP at this address. */
    SANSMCP_FAILURE_NO_ENDPOINT = 15,
    /** HTTP: the session ended twice on the same request. */
    SANSMCP_FAILURE_SESSION_LOST = 16,
    /** HTTP: an id of a session that cannot be sent back. */
    SANSMCP_FAILURE_BAD_SESSION = 17,
    /** HTTP: the server wants a proof of who asks, and none was given. */
    SANSMCP_FAILURE_DENIED = 18,
} sansmcp_failure;

/**
 * What a field of a form takes; the value of sansmcp_form_field.kind. Beside each stand the
 * members that it has, besides name, title and description.
 */
typedef enum {
    /** A text: minimum, maximum (of its length in characters), format, default_text. */
    SANSMCP_FORM_TEXT = 1,
    /** A number: minimum, maximum, default_number. */
    SANSMCP_FORM_NUMBER = 2,
    /** An integer: the same. */
    SANSMCP_FORM_INTEGER = 3,
    /** Yes or no: default_yes. */
    SANSMCP_FORM_BOOLEAN = 4,
    /** One of a few texts: choices, default_text. Titles of choices from 2025-11-25 on. */
    SANSMCP_FORM_CHOICE = 5,
    /**
     * Any of a few texts, from 2025-11-25 on: choices, minimum, maximum (of how many are chosen),
     * default_choices.
     */
    SANSMCP_FORM_CHOICES = 6,
    /** One of a few texts, their titles in a second list: for what is older than 2025-11-25. */
    SANSMCP_FORM_LEGACY_CHOICE = 7,
} sansmcp_form_kind;

/** What a text in a form must look like; the value of sansmcp_form_field.format. */
typedef enum {
    /** Anything. */
    SANSMCP_FORMAT_NONE = 0,
    /** A mail address. */
    SANSMCP_FORMAT_EMAIL = 1,
    /** A URI. */
    SANSMCP_FORMAT_URI = 2,
    /** A day, as in `2025-06-18`. */
    SANSMCP_FORMAT_DATE = 3,
    /** A moment, as in `2025-06-18T12:00:00Z`. */
    SANSMCP_FORMAT_DATE_TIME = 4,
} sansmcp_format;

/** A hint that may be left out; the value of the hints in sansmcp_tool_annotations. */
typedef enum {
    /** Nothing is said. */
    SANSMCP_HINT_NONE = 0,
    /** No. */
    SANSMCP_HINT_NO = 1,
    /** Yes. */
    SANSMCP_HINT_YES = 2,
} sansmcp_hint;

/** How to send a body after its head; the value of sansmcp_http1_sent.form. */
typedef enum {
    /** No body follows: the status or the method has none. */
    SANSMCP_HTTP1_BODY_NONE = 0,
    /** The bytes as they are. Of a stream the end of the connection is the end of the body. */
    SANSMCP_HTTP1_BODY_PLAIN = 1,
    /**
     * Each piece as a chunk: sansmcp_http1_chunk, the piece, CR and LF; at last
     * sansmcp_http1_last_chunk.
     */
    SANSMCP_HTTP1_BODY_CHUNKED = 2,
} sansmcp_http1_body_form;

/** Where a conversation stands, for those who set time limits. */
typedef enum {
    /** Nothing of a request has arrived. The connection may be closed at any time. */
    SANSMCP_HTTP1_IDLE = 0,
    /** A head is on its way. */
    SANSMCP_HTTP1_IN_HEAD = 1,
    /** A head was given out, and sansmcp_http1_accept or sansmcp_http1_skip is due. */
    SANSMCP_HTTP1_JUDGING = 2,
    /** A body is on its way. */
    SANSMCP_HTTP1_IN_BODY = 3,
    /** The response is due, up to sansmcp_http1_finish. */
    SANSMCP_HTTP1_ANSWERING = 4,
    /** The response was sent, and the rest of a body that nobody wanted is on its way. */
    SANSMCP_HTTP1_DRAINING = 5,
    /** No more is read. Once the last response is sent the connection is to be closed. */
    SANSMCP_HTTP1_CLOSED = 6,
} sansmcp_http1_stage;

/** What has become known of a connection; the value of sansmcp_http1_step.kind. */
typedef enum {
    /**
     * A head is whole: look at it with sansmcp_http1_request. Then either sansmcp_http1_accept its
     * body, also where there is none; or answer at once: sansmcp_http1_skip.
     */
    SANSMCP_HTTP1_HEAD = 1,
    /** Head and body are whole: answer, on the terms of sansmcp_http1_terms_of. */
    SANSMCP_HTTP1_REQUEST = 2,
    /**
     * What arrived is not accepted: answer with the status, and close the connection. There is no
     * request to look at.
     */
    SANSMCP_HTTP1_REFUSED = 3,
} sansmcp_http1_step_kind;

/** The version of HTTP that a request is written in; the value of sansmcp_http1_request.version. */
typedef enum {
    /** HTTP/1.1. */
    SANSMCP_HTTP1_VERSION_1_1 = 0,
    /** HTTP/1.0: its connection ends after the response, and it knows no chunks. */
    SANSMCP_HTTP1_VERSION_1_0 = 1,
} sansmcp_http1_version;

/** What the server wants; the value of sansmcp_input.kind. */
typedef enum {
    /** Something of the person: `elicitation/create`. */
    SANSMCP_INPUT_ELICIT = 1,
    /** A message of the model: `sampling/createMessage`. */
    SANSMCP_INPUT_CREATE_MESSAGE = 2,
    /** The roots: `roots/list`. */
    SANSMCP_INPUT_LIST_ROOTS = 3,
} sansmcp_input_kind;

/** What a JSON value is; the value that sansmcp_json_kind gives. */
typedef enum {
    /** `null`. */
    SANSMCP_JSON_NULL = 1,
    /** `true` or `false`. */
    SANSMCP_JSON_BOOL = 2,
    /** A number. */
    SANSMCP_JSON_NUMBER = 3,
    /** A string. */
    SANSMCP_JSON_STRING = 4,
    /** `[...]` */
    SANSMCP_JSON_ARRAY = 5,
    /** `{...}` */
    SANSMCP_JSON_OBJECT = 6,
} sansmcp_kind;

/**
 * What is wrong with the headers that an input schema asks for (`x-mcp-header`, 2026-07-28); the
 * value of sansmcp_listed.why.
 */
typedef enum {
    /** Nothing. */
    SANSMCP_INVALID_NONE = 0,
    /** It is no string, empty, or has what no header's name has. */
    SANSMCP_INVALID_NAME = 1,
    /** Two are the same header, whatever their case. */
    SANSMCP_INVALID_REPEATED = 2,
    /** The declared type is not `string`, `integer` or `boolean`. */
    SANSMCP_INVALID_KIND = 3,
    /** It stands where `properties` alone does not lead, or too deep. */
    SANSMCP_INVALID_PLACE = 4,
    /** There are more than 32. */
    SANSMCP_INVALID_TOO_MANY = 5,
} sansmcp_invalid;

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
    /** The server ended a listen without a word, or it is another event. */
    SANSMCP_OUTCOME_NONE = 0,
    /** With a result. */
    SANSMCP_OUTCOME_RESULT = 1,
    /** With an error. */
    SANSMCP_OUTCOME_ERROR = 2,
    /** Of a client's: without either, by a sansmcp_failure. */
    SANSMCP_OUTCOME_FAILED = 3,
    /** Of a server's: the client answered with neither an object as result nor one as error. */
    SANSMCP_OUTCOME_MALFORMED = 4,
    /** Of a server's: no answer came in time. The client is told that nobody waits any more. */
    SANSMCP_OUTCOME_EXPIRED = 5,
} sansmcp_outcome_kind;

/** What kind of message did not fit into its buffer; the value of sansmcp_frame.overlong_kind. */
typedef enum {
    /** A request. */
    SANSMCP_OVERLONG_REQUEST = 0,
    /** A notification. */
    SANSMCP_OVERLONG_NOTIFICATION = 1,
    /** A response. */
    SANSMCP_OVERLONG_RESPONSE = 2,
    /** That is not known. */
    SANSMCP_OVERLONG_UNKNOWN = 3,
} sansmcp_overlong_kind;

/** Why a request cannot go on without the application. */
typedef enum {
    /** It can. */
    SANSMCP_PAUSE_NONE = 0,
    /** HTTP 404: the session was lost, and has been begun anew. The request was not served. */
    SANSMCP_PAUSE_SESSION_LOST = 3,
    /** The server named another revision, which is spoken from now on (-32022). */
    SANSMCP_PAUSE_REVISION = 4,
    /**
     * Over HTTP: the server found head and body to differ (-32020). List the tools again, since
     * the headers that a tool wants may have changed.
     */
    SANSMCP_PAUSE_HEADER = 5,
} sansmcp_pause;

/** What is to be completed; the value that sansmcp_event_reference_kind gives. */
typedef enum {
    /** Nothing: it is another event. */
    SANSMCP_REFERENCE_NONE = 0,
    /** An argument of a prompt. */
    SANSMCP_REFERENCE_PROMPT = 1,
    /** A variable of a resource template. */
    SANSMCP_REFERENCE_TEMPLATE = 2,
} sansmcp_reference_kind;

/**
 * What a sealed text is for; the value of sansmcp_bound.purpose. One for the one is never good for
 * the other.
 */
typedef enum {
    /** A request state (sansmcp_ask.state). */
    SANSMCP_PURPOSE_STATE = 1,
    /** A cursor of a list. */
    SANSMCP_PURPOSE_CURSOR = 2,
} sansmcp_purpose;

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

/** Who speaks; the value of sansmcp_message.role. */
typedef enum {
    /** The person. */
    SANSMCP_ROLE_USER = 0,
    /** The model. */
    SANSMCP_ROLE_ASSISTANT = 1,
} sansmcp_role;

/** What kind of way a message took; the value of sansmcp_route.kind. */
typedef enum {
    /** A byte stream in both directions that lasts: standard input and output, a socket, a UART. */
    SANSMCP_ROUTE_PIPE = 0,
    /** One HTTP POST and its response. */
    SANSMCP_ROUTE_POST = 1,
    /** A stream of events towards the peer that no request opened. */
    SANSMCP_ROUTE_STREAM = 2,
} sansmcp_route_kind;

/**
 * Whether a tool can be called as a task (2025-11-25 only); the value of
 * sansmcp_tool.task_support.
 */
typedef enum {
    /** Nothing is said, which means that it cannot. */
    SANSMCP_TASK_SUPPORT_NONE = 0,
    /** It cannot. */
    SANSMCP_TASK_SUPPORT_FORBIDDEN = 1,
    /** It can, and need not. */
    SANSMCP_TASK_SUPPORT_OPTIONAL = 2,
    /** It must be. */
    SANSMCP_TASK_SUPPORT_REQUIRED = 3,
} sansmcp_task_support;

/** The method of an HTTP request of a client's; the value of sansmcp_out.verb. */
typedef enum {
    /** `POST`: a message goes to the server. */
    SANSMCP_VERB_POST = 0,
    /** `GET`: the server is asked for a stream of events. Up to 2025-11-25. */
    SANSMCP_VERB_GET = 1,
    /** `DELETE`: the session is over. Up to 2025-11-25. */
    SANSMCP_VERB_DELETE = 2,
} sansmcp_verb;

/** What is to be done with a request; the value of sansmcp_verdict.kind. */
typedef enum {
    /** Answer it with head and body, and read no body. */
    SANSMCP_VERDICT_REPLY = 1,
    /**
     * Read its body, and give it to sansmcp_endpoint_receive. If it is longer than longest_body,
     * answer SANSMCP_DENIAL_TOO_LONG.
     */
    SANSMCP_VERDICT_BODY = 2,
    /** Answer it with an event stream, which stays open: head, then first. */
    SANSMCP_VERDICT_STREAM = 3,
    /**
     * A page of another site asks whether it may send a request: answer 204 without a body and
     * with the headers of sansmcp_endpoint_preflight.
     */
    SANSMCP_VERDICT_PREFLIGHT = 4,
} sansmcp_verdict_kind;

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
    /** Of neither: the pipe or the socket between them. */
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

/**
 * A walk through the members of a JSON object or the items of a JSON array, which reads each byte
 * once. It refers to the text, which has to stay as it is meanwhile.
 */
typedef struct {
    /** The engine's: the text. */
    sansmcp_str json;
    /** The engine's: how far it has come. */
    size_t at;
    /** The engine's: an array is walked through. */
    bool is_array;
    /** The engine's: nothing was taken yet. */
    bool is_first;
} sansmcp_walk;

/** A variable of a URI template with its value. */
typedef struct {
    /** Its name, as it stands in the template. */
    sansmcp_str name;
    /**
     * Its value. One that was found in a URI is as it stands there, percent signs and all:
     * sansmcp_percent_decode gives what it means. One for sansmcp_template_expand is plain text.
     */
    sansmcp_str value;
} sansmcp_variable;

/** One line of the head of an HTTP request or response. */
typedef struct {
    /** The name, in any case. */
    sansmcp_str name;
    /** The value as it came; spaces and tabs around it do no harm. It need not be UTF-8. */
    sansmcp_str value;
} sansmcp_header;

/**
 * The head of one HTTP request, as the host's HTTP library read it, or sansmcp_http1.
 *
 * The host answers for what belongs to HTTP itself: line ends, lengths, no name that is not a
 * token. Under HTTP/2 and 3 it passes the `:authority` as a header named `host`.
 */
typedef struct {
    /** The method, in the case it came in: methods are case-sensitive. */
    sansmcp_str method;
    /** The lines in the order they came; a name may stand in several. */
    const sansmcp_header *headers;
    /** How many lines; at most SANSMCP_MAX_HEADERS. Answer 431 to a request that has more. */
    size_t header_count;
} sansmcp_head;

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
 * sansmcp_lines_next_frame and sansmcp_lines_finish fill it. For a message that stands alone set
 * data and len and leave the rest zero. For the body of an HTTP POST set head, principal and route
 * as well: the number that sansmcp_endpoint_judge was given, and SANSMCP_ROUTE_POST.
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
    /** The length in bytes of a message that did not fit into the buffer; 0 for all others. */
    uint64_t overlong_len;
    /** The engine's: how far it was read, 0 for not at all. */
    uint64_t reading;
    /**
     * The head of the POST whose body it is, so that the two can be held against each other; it
     * has to stay while the frame is read. NULL for what did not come over HTTP.
     */
    const sansmcp_head *head;
    /** The way it came. */
    sansmcp_route route;
    /** The engine's: the stream that its answers go out on, 0 for none. */
    uint32_t stream;
    /** A sansmcp_overlong_kind, where overlong_len is not 0. */
    uint8_t overlong_kind;
} sansmcp_frame;

/**
 * Cuts a stream of server-sent events (`text/event-stream`) into events, in a buffer of the
 * caller's.
 *
 * Read into sansmcp_events_space, say how much with sansmcp_events_filled, take events with
 * sansmcp_events_next_event until there is none, and begin again. At the end of a stream what is
 * left of an event without an end counts as nothing: sansmcp_events_reset.
 *
 * The data of an event must be shorter than the buffer by one byte at least; nothing else takes
 * room in it. Of a longer one the data is gone, and its frame says what is known of its message.
 *
 * It may be moved between two events; the buffer stays where it is.
 */
typedef struct {
    /** The caller's buffer. */
    uint8_t *buffer;
    /** Its length in bytes; at most 4 GiB are used. */
    size_t buffer_len;
    /** The engine's; all zero bits when new. */
    uint64_t state[88];
} sansmcp_events;

/** One event of a stream. Its texts last until the next call with its sansmcp_events. */
typedef struct {
    /**
     * Its message, or a batch of them (2025-03-26). Set route and principal, and give it to
     * sansmcp_client_receive.
     */
    sansmcp_frame frame;
    /** Its `event` field, `message` if it has none. It need not be UTF-8. */
    sansmcp_str kind;
    /**
     * The last id that was set on this stream, by this event or one before; of length 0 if there
     * is none. It need not be UTF-8.
     */
    sansmcp_str id;
} sansmcp_sse_event;

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
    /** A sansmcp_task_support. 2025-11-25 only. */
    uint8_t task_support;
    /** Its pictures. From DRAFT-2025-v3 on. */
    const sansmcp_icon *icons;
    /** How many icons. */
    size_t icon_count;
    /** `_meta`, the JSON text of an object. From 2025-06-18 on. */
    sansmcp_str meta;
} sansmcp_tool;

/** Hints on how to use or show a resource or a block of content. What is left zero is not said. */
typedef struct {
    /**
     * How important it is, from 0 (can be left out) to 1 (must be there), such as
     * SANSMCP_DECIMAL("0.5").
     */
    sansmcp_number priority;
    /** When it was changed last, as in `2025-01-12T15:00:58Z`. From 2025-06-18 on. */
    sansmcp_str last_modified;
    /** Whom it is for: bits of sansmcp_audience. */
    uint8_t audience;
} sansmcp_annotations;

/** Something that can be read: a file, a table, a page. What is left zero is not said. */
typedef struct {
    /** Where it is, required: a URI, the key that it is read by. */
    sansmcp_str uri;
    /** The name for programs, required. */
    sansmcp_str name;
    /** The name for people. From 2025-06-18 on. */
    sansmcp_str title;
    /** What it is, for the model. */
    sansmcp_str description;
    /** Its media type, if known. */
    sansmcp_str mime_type;
    /** Its size in bytes, before any encoding; looked at if has_size. */
    uint64_t size;
    /** Its size is known. */
    bool has_size;
    /** For whom it is, and how important. */
    sansmcp_annotations annotations;
    /** Its pictures. From DRAFT-2025-v3 on. */
    const sansmcp_icon *icons;
    /** How many icons. */
    size_t icon_count;
    /** `_meta`, the JSON text of an object. From 2025-06-18 on. */
    sansmcp_str meta;
} sansmcp_resource;

/** A family of resources whose URIs follow a pattern. What is left zero is not said. */
typedef struct {
    /** The pattern, required: a URI template (RFC 6570) such as `file:///{path}`. */
    sansmcp_str uri_template;
    /** The name for programs, required. */
    sansmcp_str name;
    /** The name for people. From 2025-06-18 on. */
    sansmcp_str title;
    /** What the resources are, for the model. */
    sansmcp_str description;
    /** Their media type, if all have the same. */
    sansmcp_str mime_type;
    /** For whom they are, and how important. */
    sansmcp_annotations annotations;
    /** Its pictures. From 2025-11-25 on. */
    const sansmcp_icon *icons;
    /** How many icons. */
    size_t icon_count;
    /** `_meta`, the JSON text of an object. From 2025-06-18 on. */
    sansmcp_str meta;
} sansmcp_template;

/** An argument of a prompt; its value is a text. What is left zero is not said. */
typedef struct {
    /** The name for programs, required. */
    sansmcp_str name;
    /** The name for people. From 2025-06-18 on. */
    sansmcp_str title;
    /** What it is. */
    sansmcp_str description;
    /** A sansmcp_hint: the prompt cannot do without it. */
    uint8_t required;
} sansmcp_prompt_argument;

/** A prompt, or a template for prompts, that a person may pick. What is left zero is not said. */
typedef struct {
    /** The name it is asked for by, required. */
    sansmcp_str name;
    /** The name for people. From 2025-06-18 on. */
    sansmcp_str title;
    /** What it is for. */
    sansmcp_str description;
    /** What it can be filled in with. */
    const sansmcp_prompt_argument *arguments;
    /** How many arguments. */
    size_t argument_count;
    /** Its pictures. From DRAFT-2025-v3 on. */
    const sansmcp_icon *icons;
    /** How many icons. */
    size_t icon_count;
    /** `_meta`, the JSON text of an object. From 2025-06-18 on. */
    sansmcp_str meta;
} sansmcp_prompt;

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
    /** The resources. `resources` is announced when there is one, or a template. */
    const sansmcp_resource *resources;
    /** How many resources. */
    size_t resource_count;
    /** The resource templates. */
    const sansmcp_template *templates;
    /** How many templates. */
    size_t template_count;
    /** The prompts. `prompts` is announced when there is one. */
    const sansmcp_prompt *prompts;
    /** How many prompts. */
    size_t prompt_count;
    /** Extensions and their settings: the JSON text of an object of objects. From 2026-07-28 on. */
    sansmcp_str extensions;
    /** Capabilities that the protocol does not know: the JSON text of an object of objects. */
    sansmcp_str experimental;
    /**
     * Capabilities beyond those that follow from the tables: bits of sansmcp_capability. Of a list
     * that is answered entry by entry (sansmcp_server_page) the capability has to be said here.
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
 * How an endpoint is set up. All zero bits let in what comes from this machine alone, with
 * sessions and without replay. It has to stay as it is while an endpoint uses it.
 */
typedef struct {
    /**
     * What `Host` may say: `example.com` is that host with any port or none, `example.com:8443`
     * that port alone, `@loopback` this machine, `*` all. None: this machine. A page of a foreign
     * site can make its own name mean this machine; it cannot change what it says here.
     */
    const sansmcp_str *hosts;
    /** How many hosts; at most SANSMCP_MAX_NAMES. */
    size_t host_count;
    /**
     * What `Origin` may say: `https://example.com` exactly that, `null` what pages in sandboxes
     * send, `@loopback` pages of this machine, `*` all. None: those of this machine. Requests that
     * no browser sends have none, and are let in.
     */
    const sansmcp_str *origins;
    /** How many origins; at most SANSMCP_MAX_NAMES. */
    size_t origin_count;
    /**
     * A session that was not used for so long may be given up when its place is needed, in
     * milliseconds. 0: half an hour.
     */
    uint64_t idle_ms;
    /** How long a client is asked to wait before it comes again, in milliseconds. 0: a second. */
    uint32_t retry_ms;
    /** Bytes of the longest body. 0: 4 MiB. */
    uint32_t longest_body;
    /** How many sessions one principal may have at once; 0: no limit. */
    uint16_t sessions_each;
    /**
     * How many slots one session may hold and still open more with its requests. Its client may
     * go and leave them taken, as a disconnect cancels nothing before 2026-07-28: without a limit
     * it could take those of all others. 0: 64. SANSMCP_ALL_SLOTS: no limit.
     */
    uint16_t slots_each;
    /**
     * Not 0: clients before 2026-07-28 get no sessions. Each of their requests stands for itself:
     * there are no event streams, no subscriptions and no questions for them.
     */
    uint8_t is_sessionless;
    /**
     * Not 0: the host keeps events for clients that come again (sansmcp_store_keep), so events
     * have ids.
     */
    uint8_t replay;
} sansmcp_endpoint_policy;

/** What an endpoint keeps once. All zero bits when new; it holds no pointer. */
typedef struct {
    /** The engine's. */
    sansmcp_connection connection;
    /** The engine's. */
    uint32_t state[6];
} sansmcp_hub;

/**
 * Memory for one session: give an endpoint as many as clients before 2026-07-28 may be connected
 * at once. All zero bits when new; it holds no pointer.
 */
typedef struct {
    /** The engine's. */
    uint64_t state[32];
} sansmcp_session;

/**
 * Memory for one stream: give an endpoint as many as HTTP exchanges may be open at once, and some
 * for those that clients may come back to. All zero bits when new; it holds no pointer.
 */
typedef struct {
    /** The engine's. */
    uint32_t state[8];
} sansmcp_stream;

/**
 * The memory of an endpoint, the caller's: plain data that stays where it is. Larger tables serve
 * more at once; while anything in them is in use none may become shorter.
 */
typedef struct {
    /** What there is once, required. */
    sansmcp_hub *hub;
    /** The table of sessions; NULL if there is none. */
    sansmcp_session *sessions;
    /** How many sessions; at most 65,535 are used. */
    size_t session_count;
    /** The table of streams. */
    sansmcp_stream *streams;
    /** How many streams; at most 65,534 are used. */
    size_t stream_count;
    /** The table of open requests, of all clients. */
    sansmcp_slot *slots;
    /** How many slots; at most 65,534 are used. */
    size_t slot_count;
} sansmcp_endpoint_memory;

/**
 * A server over HTTP: pointers to what it says, to its policy and to its memory. It has no state
 * of its own, so it may be made whenever it is handy, and copied.
 *
 * One exchange goes so: sansmcp_endpoint_judge looks at its head; then the body goes through
 * sansmcp_endpoint_receive, event by event, and each is answered with the server of
 * sansmcp_endpoint_server_of; each output goes through sansmcp_endpoint_deliver to a socket; at
 * last sansmcp_endpoint_received says what else is due. Then sansmcp_endpoint_next_output, until
 * there is none.
 */
typedef struct {
    /** What it says of itself. */
    const sansmcp_server_info *info;
    /** What it lets in and offers; NULL is as one of all zero bits. */
    const sansmcp_endpoint_policy *policy;
    /** Its memory. */
    sansmcp_endpoint_memory memory;
} sansmcp_endpoint;

/**
 * A server: pointers to what it says, to the state of a connection and to the slots. It has no
 * state of its own, so it may be made whenever it is handy, and copied.
 *
 * Over HTTP sansmcp_endpoint_server and sansmcp_endpoint_server_of make it.
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
    /** Over HTTP the endpoint that it belongs to; then the others are not looked at. Else NULL. */
    sansmcp_endpoint *endpoint;
    /** The engine's: the session that it belongs to. */
    uint16_t session;
} sansmcp_server;

/**
 * One whole message, or one piece of a streamed answer, or nothing: write data, len bytes of it,
 * to where route says. It lies in the buffer that was passed with the call, and lasts as long as
 * nobody writes there.
 *
 * A client over HTTP gets two more kinds without bytes: a verb that is not SANSMCP_VERB_POST is
 * a request without a body; is_last says that the exchange of this route is to be closed, whose
 * answer is of no use any more.
 *
 * To send it later copy the len bytes at data, copy this, and let data of the copy point to the
 * copied bytes.
 */
typedef struct {
    /**
     * The bytes for a byte stream, with the newline that ends a message; never NULL after
     * SANSMCP_OK. A piece of a streamed answer has no newline before its last. A body over HTTP
     * may go with the newline or without.
     */
    const uint8_t *data;
    /** How many bytes. 0: nothing is due, but for what is said above. */
    size_t len;
    /** After SANSMCP_SHORT: how many bytes the whole message takes. Else 0. */
    size_t need;
    /**
     * After sansmcp_server_ask and sansmcp_server_resume, before 2026-07-28: what to copy and to
     * keep under the ticket of the call, JSON text, and not to be sent. NULL: nothing. It lies in
     * the same buffer.
     */
    sansmcp_str keep;
    /** Where the bytes belong. */
    sansmcp_route route;
    /**
     * Of a server's over HTTP: the status that goes with it if nothing was sent on its POST
     * before.
     */
    uint16_t status;
    /** Of a client's over HTTP: a sansmcp_verb, the method with which it goes out. */
    uint8_t verb;
    /** It ends the exchange: nothing more of it will follow. */
    bool is_last;
    /** It is one of the pieces of a streamed answer. */
    bool is_piece;
} sansmcp_out;

/** One block of an answer or of a message. Set what its kind has, and leave the rest zero. */
typedef struct {
    /** A sansmcp_content_kind. */
    uint8_t kind;
    /** The size of the resource is known. */
    bool has_size;
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
    /** The name of the resource for people. */
    sansmcp_str title;
    /** What the resource is, for the model. */
    sansmcp_str description;
    /** The size of the resource in bytes, before any encoding; looked at if has_size. */
    uint64_t size;
    /** Pictures of the resource. From DRAFT-2025-v3 on. */
    const sansmcp_icon *icons;
    /** How many icons. */
    size_t icon_count;
    /** For whom the block is, and how important. */
    sansmcp_annotations annotations;
    /** `_meta` of the block, the JSON text of an object. From 2025-06-18 on. */
    sansmcp_str meta;
    /**
     * `_meta` of the resource in it (SANSMCP_CONTENT_RESOURCE, SANSMCP_CONTENT_BLOB), the JSON
     * text of an object. From 2025-06-18 on.
     */
    sansmcp_str resource_meta;
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
    /** The tool failed, and the blocks say why. */
    bool is_failed;
} sansmcp_answer;

/** One part of the contents of a resource: text, or bytes. What is left zero is not said. */
typedef struct {
    /** Where it is from, required. A folder has several parts, each with its URI. */
    sansmcp_str uri;
    /** Its media type, if known. */
    sansmcp_str mime_type;
    /** Plain text. */
    sansmcp_str text;
    /** Text as it came in, which is copied without decoding; looked at if text is NULL. */
    sansmcp_text json_text;
    /** Bytes, which go out as base64; looked at if there is no text. */
    const uint8_t *data;
    /** How many bytes. */
    size_t data_len;
    /** `_meta` of the part, the JSON text of an object. From 2025-06-18 on. */
    sansmcp_str meta;
} sansmcp_part;

/** The result of a read. What is left zero is not said. */
typedef struct {
    /** The parts; one at least. */
    const sansmcp_part *parts;
    /** How many parts. */
    size_t part_count;
    /** `_meta` of the result, the JSON text of an object. */
    sansmcp_str meta;
    /**
     * How long the contents may be kept, in milliseconds; looked at if has_cache. From 2026-07-28
     * on.
     */
    uint32_t cache_ttl_ms;
    /** A sansmcp_cache_scope; looked at if has_cache. */
    uint8_t cache_scope;
    /** How long the contents may be kept is said here; else it is as long as lists. */
    bool has_cache;
} sansmcp_contents;

/** One message of a prompt. */
typedef struct {
    /** What is said. */
    sansmcp_content content;
    /** A sansmcp_role. */
    uint8_t role;
} sansmcp_message;

/** The result of a prompt. What is left zero is not said. */
typedef struct {
    /** The messages. */
    const sansmcp_message *messages;
    /** How many messages. */
    size_t message_count;
    /** What the prompt is for. */
    sansmcp_str description;
    /** `_meta` of the result, the JSON text of an object. */
    sansmcp_str meta;
} sansmcp_messages;

/** The result of a completion. What is left zero is not said. */
typedef struct {
    /** The values, the best first. The 101st and those after it are counted and not sent. */
    const sansmcp_str *values;
    /** How many values. */
    size_t value_count;
    /** How many values there are in all, those not given included; looked at if has_total. */
    uint64_t total;
    /** How many there are is known. */
    bool has_total;
    /** There are more values than were given. */
    bool has_more;
    /** `_meta` of the result, the JSON text of an object. */
    sansmcp_str meta;
} sansmcp_completion;

/**
 * A page of a list under way, for entries that are in no table of the server's: begun with
 * sansmcp_server_page, filled with sansmcp_page_tool and its like, sent with sansmcp_page_end.
 *
 * Its bytes are in the transmit buffer, which stays the page's until its end. One that is not to
 * be sent is left alone: nothing was sent, and the request is still open. It holds pointers to the
 * connection, the slots and the tables of the server.
 */
typedef struct {
    /** The engine's: the server. */
    sansmcp_server server;
    /** The engine's: the transmit buffer. */
    uint8_t *tx;
    /** The engine's: its length. */
    size_t tx_len;
    /** The engine's: how many bytes of it are taken. */
    size_t written;
    /** The engine's: how many bytes the first entry takes, if it is too large. */
    size_t need;
    /** The request that it answers. */
    sansmcp_ticket ticket;
    /** How many entries it has. */
    uint32_t entries;
    /** The engine's: what went wrong. */
    uint8_t fault;
    /** The engine's: the peer gave the request up. */
    bool is_cancelled;
} sansmcp_page;

/**
 * JSON in the making, in a buffer of the caller's: set the first two members and leave the rest
 * zero. Each call adds to it. It knows no grammar: commas, colons and brackets are yours, with
 * sansmcp_writer_put. What does not fit is counted, so that sansmcp_writer_text says at the end
 * how much it would have taken, and no call before has to be looked at for that.
 */
typedef struct {
    /** The buffer. */
    char *buffer;
    /** Its length in bytes. */
    size_t buffer_len;
    /** How many bytes were written, those that did not fit included. */
    size_t len;
} sansmcp_writer;

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

/**
 * How far those who listen to a resource were told of one change. All zero bits when new: take a
 * new one for each change.
 */
typedef struct {
    /** The engine's. */
    uint16_t next;
} sansmcp_receivers;

/** One thing to ask the client for. */
typedef struct {
    /**
     * The name under which the answer comes back (sansmcp_event_input_response); no other in the
     * same question has it.
     */
    sansmcp_str key;
    /**
     * The params of the method, such as `{"message":"Sure?","requestedSchema":{}}`; NULL where
     * there is nothing to say, as for the roots.
     */
    const sansmcp_object *params;
    /** A sansmcp_input_kind. */
    uint8_t kind;
} sansmcp_ask_input;

/**
 * How long the client may take to answer. All zero bits: as long as is usual. Before 2026-07-28;
 * since then the server does not wait.
 */
typedef struct {
    /**
     * Since the request was sent or the last progress on it came, in milliseconds. 0: five
     * minutes. SANSMCP_FOREVER: no limit, and no progress is asked for.
     */
    uint32_t idle_ms;
    /** In all, in milliseconds. 0: one hour. SANSMCP_FOREVER: no limit. */
    uint32_t hard_ms;
} sansmcp_limits;

/** All that is asked at once. What is left zero is not said. */
typedef struct {
    /** What is wanted. Before 2026-07-28 one is asked after the other. */
    const sansmcp_ask_input *inputs;
    /** How many; at most SANSMCP_MAX_INPUTS. */
    size_t input_count;
    /**
     * What the application has to know when the call comes again (sansmcp_event_request_state).
     * From 2026-07-28 on the client sees it and can change it: sansmcp_seal_close makes one of
     * which that is found out.
     */
    sansmcp_str state;
    /** How long each answer may take. */
    sansmcp_limits limits;
} sansmcp_ask;

/** A text to choose, and its title for people. */
typedef struct {
    /** The text, required. */
    sansmcp_str value;
    /** Its title: all of a field have one, or none. */
    sansmcp_str title;
} sansmcp_choice;

/** A field of a form. What is left zero is not said. */
typedef struct {
    /** Under which name the answer comes, required. */
    sansmcp_str name;
    /** Its name for people. */
    sansmcp_str title;
    /** What belongs there. */
    sansmcp_str description;
    /** The least. */
    sansmcp_number minimum;
    /** The most. */
    sansmcp_number maximum;
    /**
     * The text that stands there at first. From DRAFT-2025-v3 on, as all defaults but that of a
     * truth value.
     */
    sansmcp_str default_text;
    /** The number that stands there at first. */
    sansmcp_number default_number;
    /** The texts that are chosen at first. */
    const sansmcp_str *default_choices;
    /** How many. */
    size_t default_choice_count;
    /** The texts to choose from. */
    const sansmcp_choice *choices;
    /** How many. */
    size_t choice_count;
    /** A sansmcp_form_kind. */
    uint8_t kind;
    /** A sansmcp_format. */
    uint8_t format;
    /** A sansmcp_hint: what is chosen at first. */
    uint8_t default_yes;
    /** Not 0: it must be filled in. */
    uint8_t is_required;
} sansmcp_form_field;

/** What a person is asked: to fill in a form, or with a url to visit a page. */
typedef struct {
    /** What the person is told, required. */
    sansmcp_str message;
    /** Where the page is. From 2025-11-25 on. NULL: it is a form. */
    sansmcp_str url;
    /**
     * Of a page: what `notifications/elicitation/complete` will name it by; required in
     * 2025-11-25, the only revision that has it.
     */
    sansmcp_str elicitation_id;
    /** The fields of the form. */
    const sansmcp_form_field *fields;
    /** How many; at most SANSMCP_MAX_FIELDS. */
    size_t field_count;
} sansmcp_elicit;

/**
 * A secret key, in the caller's memory: of SANSMCP_MIN_KEY bytes or more, from a good source of
 * random numbers.
 */
typedef struct {
    /** Its bytes. */
    const uint8_t *data;
    /** How many. */
    size_t len;
} sansmcp_key;

/**
 * What a sealed text is bound to: the same must be said when it is closed and when it is opened.
 *
 * A retry repeats its request, so the arguments are bound as they mean: white space between tokens
 * and the way characters are escaped make no difference, and no arguments, `null` and `{}` are the
 * same. The order of members and the spelling of numbers do make one. Where something between
 * client and server rewrites messages, leave the arguments out and put into the data what must not
 * change.
 */
typedef struct {
    /** The method of the request, such as `tools/call`, required. */
    sansmcp_str method;
    /**
     * The name of the tool or the prompt, or the URI of the resource, as it came
     * (sansmcp_event_name, sansmcp_event_uri).
     */
    sansmcp_text name;
    /** The same as plain text; looked at if name is NULL. Both NULL: it is not bound to one. */
    sansmcp_str plain_name;
    /**
     * The arguments (sansmcp_event_arguments): the JSON text of an object, or NULL where there are
     * none. Looked at if binds_arguments is not 0.
     */
    sansmcp_str arguments;
    /** Who asks: any number that stands for the user that the transport authenticated. */
    uint64_t principal;
    /** A sansmcp_purpose. */
    uint8_t purpose;
    /** Not 0: it is bound to the arguments. */
    uint8_t binds_arguments;
} sansmcp_bound;

/**
 * The head of a response, by value. sansmcp_response_headers has its headers. What the host adds
 * is its own: lengths, `Connection`, and for pages of other sites sansmcp_endpoint_exposed.
 */
typedef struct {
    /** The methods that are allowed, of a 405. The text lasts for ever. */
    sansmcp_str allow;
    /** Seconds after which to try again, of a 503. The text lasts for ever. */
    sansmcp_str retry_after;
    /** The HTTP status; 0: there is no head. */
    uint16_t status;
    /** A sansmcp_body_kind. */
    uint8_t body;
    /** Bytes of the id of the session that begins with this response; 0: none does. */
    uint8_t session_len;
    /** The id of the session. */
    char session[SANSMCP_SESSION_ID];
} sansmcp_response_head;

/** A whole response: its head, and its body, a text that lasts for ever. */
typedef struct {
    /** The head. */
    sansmcp_response_head head;
    /** The body; NULL: there is none. */
    sansmcp_str body;
} sansmcp_http_reply;

/** Bytes that an event begins with or consists of, by value: send the first `len` of them. */
typedef struct {
    /** The bytes. */
    char bytes[112];
    /** How many. */
    size_t len;
} sansmcp_sse_fields;

/**
 * The id of an event that a server gave out: which stream it is of, and the how manieth there. It
 * is written as two numbers in hexadecimal, such as `1a0003-2`.
 */
typedef struct {
    /** The number of the stream. */
    uint32_t stream;
    /** Counts the events of the stream from 1; 0 comes before them all. */
    uint32_t sequence;
} sansmcp_sse_id;

/**
 * Events to send again on a stream: those that follow `after` up to the sequence `last`; see
 * sansmcp_store_after. If one of them is not in the store any more, answer
 * SANSMCP_DENIAL_UNKNOWN_EVENT instead and call sansmcp_endpoint_closed.
 */
typedef struct {
    /** The last that the client has. */
    sansmcp_sse_id after;
    /** The sequence of the last that there is; 0: nothing was missed. */
    uint32_t last;
} sansmcp_missed;

/** What is to be done with a request. */
typedef struct {
    /** Of a reply and a stream: the head of the response. */
    sansmcp_response_head head;
    /** Of a reply: its body, which may be NULL. The text lasts for ever. */
    sansmcp_str body;
    /** Of a stream: what to send right after the head, maybe nothing. */
    sansmcp_sse_fields first;
    /** Of a stream: which of the events that were kept to send then. */
    sansmcp_missed missed;
    /** Of a body: how many bytes it may have. */
    uint32_t longest_body;
    /** Of a stream: the exchange on which it went out before, if there is one. */
    uint32_t replaces;
    /**
     * Of a stream: it went out on another exchange before, whose client did not wait for its end.
     * End that response.
     */
    bool has_replaced;
    /**
     * Of a stream: the response ends behind the events that were missed, since all was sent
     * before.
     */
    bool is_over;
    /** A sansmcp_verdict_kind. */
    uint8_t kind;
} sansmcp_verdict;

/**
 * What to send, where, and what to keep: the head, if has_head; then lead, data and tail, one
 * behind the other, each of which may be empty; then the end, if is_end.
 */
typedef struct {
    /** The head to begin the response with, if has_head. */
    sansmcp_response_head head;
    /** The first part of the body. */
    sansmcp_sse_fields lead;
    /**
     * The second part: it lies where the output lay that was delivered, and lasts as long; or for
     * ever.
     */
    const uint8_t *data;
    /** How many bytes that are. */
    size_t len;
    /** The third part. The text lasts for ever. */
    sansmcp_str tail;
    /** How many bytes the three parts have together. */
    size_t body_len;
    /**
     * Under which id to keep the bytes at data for clients that come again (`replay` of the
     * policy): with sansmcp_store_keep, also where nobody is there. Its sequence is 0: not to be
     * kept.
     */
    sansmcp_sse_id keep;
    /** The number of the HTTP exchange that it belongs to, if has_to. */
    uint32_t to;
    /** Somebody is there to send it to. If not, send nothing. */
    bool has_to;
    /** The response begins with it. */
    bool has_head;
    /** The response ends with it. */
    bool is_end;
    /**
     * A message is half out with it, so that nothing of the host's own, such as
     * sansmcp_sse_keep_alive, may be sent before the next delivery.
     */
    bool is_half;
    /**
     * The response ends in the middle of a message, since its session has ended: break it off
     * (close the socket, send no last chunk), so that nobody takes it for whole.
     */
    bool is_cut;
} sansmcp_delivery;

/**
 * The newest messages that were sent as events, as many as fit, in bytes of the caller's: what a
 * client that lost its stream gets when it comes back. See `replay` of sansmcp_endpoint_policy.
 *
 * The oldest messages of all streams are dropped to make room; that is never hidden from who asks
 * for them. It may be moved at any time; the bytes stay where they are.
 */
typedef struct {
    /** The caller's bytes. */
    uint8_t *bytes;
    /** How many; at most 4 GiB are used. */
    size_t bytes_len;
    /** The engine's; all zero bits when new. */
    uint32_t state[4];
} sansmcp_store;

/** One message of a store. */
typedef struct {
    /** Its id. */
    sansmcp_sse_id id;
    /** The message, JSON text without a newline. */
    const uint8_t *data;
    /** How many bytes. */
    size_t len;
} sansmcp_kept;

/**
 * One connection of a client, in a buffer of the caller's, for hosts without an HTTP library.
 *
 * Read into sansmcp_http1_space, say how much with sansmcp_http1_filled, then call
 * sansmcp_http1_advance until there is nothing, and do what its step says. Once a response was
 * sent to its end, say sansmcp_http1_finish. The next request may have arrived before; it waits in
 * the buffer, so that requests are answered in their order.
 *
 * One request stands in the buffer at a time, head and body: it takes the longest body that should
 * be accepted and two kilobytes for the head. A chunked body takes one byte more than it has. A
 * head that does not fit is refused with 431, a body with 413.
 *
 * After the last response end the sending side of the socket, then read on for a moment, until the
 * client ends too: a connection that is closed while the client still sends is reset, and it may
 * not see the response.
 *
 * It may be moved at any time; the buffer stays where it is.
 */
typedef struct {
    /** The caller's buffer. */
    uint8_t *buffer;
    /** Its length in bytes. */
    size_t buffer_len;
    /** The engine's; all zero bits when new. */
    uint64_t state[16];
} sansmcp_http1;

/** What has become known of a connection. */
typedef struct {
    /** Of a refusal: the HTTP status. */
    uint16_t status;
    /** A sansmcp_http1_step_kind. */
    uint8_t kind;
} sansmcp_http1_step;

/**
 * A request: its head, and its body once that is whole. It lies in the conversation's buffer and
 * in the table of headers that was lent, and lasts until sansmcp_http1_finish or the next call of
 * sansmcp_http1_advance.
 */
typedef struct {
    /**
     * The part that sansmcp_endpoint_judge reads: the method as it was written, and the headers in
     * their order.
     */
    sansmcp_head head;
    /** The target as it was written: `/mcp?a=b`, or `http://host/mcp`, or `*`. */
    sansmcp_str target;
    /** The path in it, not decoded: `/mcp`. `/` where there is none, `*` for `OPTIONS *`. */
    sansmcp_str path;
    /** What follows the first question mark. NULL: there is none. */
    sansmcp_str query;
    /**
     * The body with its chunks put together. Empty before SANSMCP_HTTP1_REQUEST, and where the
     * body is skipped.
     */
    const uint8_t *body;
    /** How many bytes the body has. */
    size_t body_len;
    /** A sansmcp_http1_version. */
    uint8_t version;
} sansmcp_http1_request;

/**
 * How the response to a request has to look; from sansmcp_http1_terms_of. It may be kept for as
 * long as the answer takes. All zero bits: to a client of which nothing is known, on a connection
 * that ends.
 */
typedef struct {
    /** A sansmcp_http1_version: what the client understands. */
    uint8_t version;
    /**
     * Not 0: the connection goes on after this response. Set it to 0 to end the connection; then
     * close it, whatever sansmcp_http1_finish says.
     */
    uint8_t keep;
    /** Not 0: the method is `HEAD`; the head alone is sent. */
    uint8_t is_head_only;
} sansmcp_http1_terms;

/** A head that was written, and what follows it. */
typedef struct {
    /** How many bytes the head has, from the start of the buffer on; after SANSMCP_SHORT 0. */
    size_t len;
    /** After SANSMCP_SHORT: how many bytes it takes. Else 0. */
    size_t need;
    /** A sansmcp_http1_body_form. */
    uint8_t form;
    /** The connection goes on after this response; otherwise close it. */
    bool keep;
} sansmcp_http1_sent;

/**
 * What goes before a piece of a chunked body, by value: send the first `len` bytes, the piece, and
 * CR and LF. None for an empty piece, since a chunk of no bytes would end the body: send nothing.
 */
typedef struct {
    /** The bytes. */
    char bytes[18];
    /** How many. */
    uint8_t len;
} sansmcp_http1_chunk_head;

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
 * What is remembered of one server over HTTP: its session, and how far its event stream was read.
 * All zero bits when new. 408 bytes.
 */
typedef struct {
    /** The engine's. */
    uint64_t state[51];
} sansmcp_remote;

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
    /** What is remembered of a server over HTTP; NULL on a pipe. */
    sansmcp_remote *remote;
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

/** What to do with the body of a response. */
typedef struct {
    /**
     * Of SANSMCP_EXPECT_DENIED the challenge, `WWW-Authenticate` as it came, of length 0 if there
     * is none; else NULL. It lies in the headers that were given.
     */
    sansmcp_str challenge;
    /**
     * Of SANSMCP_EXPECT_DENIED what was denied: a request, or the handshake, which
     * sansmcp_client_again takes too. All zero for a message that nobody answers.
     */
    sansmcp_ticket ticket;
    /** A sansmcp_expect_kind. */
    uint8_t kind;
} sansmcp_expect;

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
    /** Of an error what was wrong, in one sentence. NULL: the peer does not say. */
    sansmcp_text message;
    /** Of an error more of it: JSON text of any value. NULL: there is no more. */
    sansmcp_str data;
    /**
     * What was received under `result` or `error` as JSON text, also where the request failed
     * because of it. NULL: nothing was. Of a listen the error alone.
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

/** An entry of a list of tools. */
typedef struct {
    /** Its name. NULL: it has none. */
    sansmcp_text name;
    /**
     * The tool as JSON text, an object; its `inputSchema` is what sansmcp_client_head wants. NULL
     * if it is to be left out.
     */
    sansmcp_str tool;
    /**
     * A sansmcp_invalid. Not 0: it is to be left out of what the model is offered, since no call
     * of it could be right; better write a warning.
     */
    uint8_t why;
} sansmcp_listed;

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

/** A JSON number: an integer that fits, or any other as it was written. SANSMCP_NONE: it is none. */
sansmcp_result sansmcp_json_number(sansmcp_str json, sansmcp_number *value);

/**
 * What a JSON text is: a sansmcp_kind, or 0 if it is not one JSON value. The whole text is
 * looked through.
 */
uint8_t sansmcp_json_kind(sansmcp_str json);

/** How many members a JSON object has, or items a JSON array. SANSMCP_NONE: it is neither. */
sansmcp_result sansmcp_json_count(sansmcp_str json, size_t *value);

/**
 * Begins a walk through an object or an array, one level of it.
 *
 * SANSMCP_NOT_SUPPORTED: it is neither. SANSMCP_NOT_JSON: the text does not begin as one; the rest
 * is looked at on the way.
 */
sansmcp_result sansmcp_walk_init(sansmcp_walk *walk, sansmcp_str json);

/**
 * The next member or item: `value` is its JSON text, `key` the inside of the member's name. An
 * item has no key, it is NULL; the pointer to it may be NULL itself where it is not wanted.
 *
 * SANSMCP_NONE: that was all. SANSMCP_NOT_JSON: what follows is not JSON.
 */
sansmcp_result sansmcp_walk_next(sansmcp_walk *walk, sansmcp_text *key, sansmcp_str *value);

/* ============================================================================================ */
/* URI templates */

/**
 * The values of a template's variables, if the URI is one that it stands for: those that have a
 * value, in the order of the template, as many as there is room for (SANSMCP_MAX_VARIABLES is
 * enough for all). `variable_count` says how many there are. They refer to the template and the
 * URI.
 *
 * A variable has at least one character. `{id}` goes up to the next `/`, `?` or `#`, `{+path}`
 * takes anything; `{?q,limit}` match by name, and may be missing. Variables are as short as can
 * be, from the left up to the first `{+path}` and from the right down to the last.
 *
 * SANSMCP_NONE: the URI is none of these. SANSMCP_NOT_SUPPORTED: the template is none, or one that
 * cannot be matched.
 */
sansmcp_result sansmcp_template_match(sansmcp_str uri_template,
                                      sansmcp_str uri,
                                      sansmcp_variable *variables,
                                      size_t variable_room,
                                      size_t *variable_count);

/**
 * The URI that comes of giving the variables of a template these values; one without a value is
 * left out with what belongs to it. It is written into the buffer, and is ASCII.
 *
 * SANSMCP_SHORT: the buffer is too small, `uri` is NULL with the length that it takes.
 * SANSMCP_NOT_SUPPORTED: the template is none.
 */
sansmcp_result sansmcp_template_expand(sansmcp_str uri_template,
                                       const sansmcp_variable *variables,
                                       size_t variable_count,
                                       char *buffer,
                                       size_t buffer_len,
                                       sansmcp_str *uri);

/**
 * What a piece of a URI stands for: each percent sign and its two hex digits is one byte. It is
 * the peer's: `%2F` gives a slash and `%2E%2E` gives `..`, so check a path that is made of it
 * after this, not before.
 *
 * SANSMCP_SHORT: the buffer is too small, `plain` is NULL with the length that it takes.
 * SANSMCP_NOT_TEXT: the bytes are not UTF-8, or a percent sign has not two hex digits after it.
 */
sansmcp_result sansmcp_percent_decode(sansmcp_str encoded,
                                      char *buffer,
                                      size_t buffer_len,
                                      sansmcp_str *plain);

/**
 * Whether a picture that a server names may be fetched and shown, by the `src` of an icon: an
 * `https:` URL, or an image in a `data:` URI. Whether its host is to be trusted is yours to
 * decide.
 */
bool sansmcp_icon_is_safe(sansmcp_text src);

/* ============================================================================================ */
/* Heads of HTTP requests and responses */

/**
 * The line at `index`, counted from 0, of lines of a head, each with CR and LF at its end, such
 * as those of sansmcp_client_head; for an HTTP library that wants names and values. SANSMCP_NONE:
 * there are not so many.
 *
 * The texts lie in `lines`.
 */
sansmcp_result sansmcp_head_at(sansmcp_str lines, size_t index, sansmcp_header *header);

/**
 * The value of the first line of a head that has this name, in any case, without spaces and tabs
 * around it. SANSMCP_NONE: there is none. It lies where the head says.
 */
sansmcp_result sansmcp_head_get(const sansmcp_head *head, sansmcp_str name, sansmcp_str *value);

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
/* Event streams: what HTTP answers are made of, cut into messages */

/** Begins with an empty buffer; what is in it is not looked at. */
sansmcp_result sansmcp_events_init(sansmcp_events *events, uint8_t *buffer, size_t buffer_len);

/**
 * The free part of the buffer, to read into, and its length in bytes. NULL and 0 if `events` is
 * NULL; `space_len` must not be.
 *
 * Never empty (for a buffer that is not) once sansmcp_events_next_event has returned
 * SANSMCP_NONE, so that a read of zero bytes always means the end of the stream.
 */
uint8_t *sansmcp_events_space(sansmcp_events *events, size_t *space_len);

/**
 * Says that the first `count` bytes of the space were filled. More than there is space for
 * counts as all of it.
 */
sansmcp_result sansmcp_events_filled(sansmcp_events *events, size_t count);

/**
 * The next event with data. SANSMCP_NONE: more bytes are needed. Call it until then. Events
 * without data give nothing here, but their id and time are noted.
 */
sansmcp_result sansmcp_events_next_event(sansmcp_events *events, sansmcp_sse_event *event);

/**
 * The last id that was set by an event that is whole, one without data as well, to go on after
 * the stream broke off; of length 0 if there is none, NULL if `events` is. It need not be UTF-8,
 * and lasts until the next call with `events`.
 */
sansmcp_str sansmcp_events_last_id(const sansmcp_events *events);

/**
 * How long to wait before the stream is asked for again, in milliseconds; SANSMCP_NO_RETRY if the
 * server said nothing.
 */
uint64_t sansmcp_events_retry(const sansmcp_events *events);

/**
 * The stream has ended and another one begins: forgets all that was read and not given out, but
 * for the last id and the time to wait.
 */
sansmcp_result sansmcp_events_reset(sansmcp_events *events);

/* ============================================================================================ */
/* Events: what a message says */

/** The request's id as written, quotes included. NULL: it has none that could be read. */
sansmcp_str sansmcp_event_id(const sansmcp_event *event);

/** The method's name. NULL: there is none. */
sansmcp_text sansmcp_event_method(const sansmcp_event *event);

/**
 * The name of the tool that is called, or of the prompt that is asked for. NULL: the message has
 * none.
 */
sansmcp_text sansmcp_event_name(const sansmcp_event *event);

/** The params as JSON text, an object. NULL: the message has none. */
sansmcp_str sansmcp_event_params(const sansmcp_event *event);

/** The `_meta` of the params as JSON text, an object. NULL: the message has none. */
sansmcp_str sansmcp_event_meta(const sansmcp_event *event);

/** The client's name and version as JSON text, an object. NULL: the message does not say. */
sansmcp_str sansmcp_event_client_info(const sansmcp_event *event);

/** The arguments of a call or of a prompt as JSON text, an object. NULL: the call has none. */
sansmcp_str sansmcp_event_arguments(const sansmcp_event *event);

/**
 * The argument `key` of a call or of a prompt, if it is a string: its inside. SANSMCP_NONE: there
 * is no such argument, or it is something else, which sansmcp_json_get gives.
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
/* Events of a server: what completions say */

/** What is to be completed (SANSMCP_EVENT_COMPLETE): a sansmcp_reference_kind. */
uint8_t sansmcp_event_reference_kind(const sansmcp_event *event);

/**
 * The name of the prompt or the URI template of the resources that is completed
 * (SANSMCP_EVENT_COMPLETE). NULL: it is another event.
 */
sansmcp_text sansmcp_event_reference(const sansmcp_event *event);

/**
 * The name of the argument or variable that is completed (SANSMCP_EVENT_COMPLETE). NULL: it is
 * another event.
 */
sansmcp_text sansmcp_event_argument_name(const sansmcp_event *event);

/**
 * What was typed so far of the value that is completed (SANSMCP_EVENT_COMPLETE). NULL: it is
 * another event.
 */
sansmcp_text sansmcp_event_argument_value(const sansmcp_event *event);

/**
 * What another argument was already set to (SANSMCP_EVENT_COMPLETE). From 2025-06-18 on.
 * SANSMCP_NONE: the client does not say.
 */
sansmcp_result sansmcp_event_context(const sansmcp_event *event,
                                     sansmcp_str argument,
                                     sansmcp_text *value);

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
 * messages with their error, a tool, resource, prompt or method that is not yours with "unknown".
 * What needs no answer gives an output of no bytes.
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
 * were cancelled. A request of yours is taken back: sansmcp_server_next_output tells the client.
 * SANSMCP_STREAMING: its answer is half out and has to be ended.
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
/* Answers of resources, prompts and completions */

/**
 * Answers `resources/read` with the contents of the resource. Of a resource that is not there say
 * so with sansmcp_server_reply.
 *
 * SANSMCP_NOT_SUPPORTED: there is no part, or the ticket is of another request.
 */
sansmcp_result sansmcp_server_contents(sansmcp_server *server,
                                       sansmcp_ticket ticket,
                                       const sansmcp_contents *contents,
                                       uint8_t *tx,
                                       size_t tx_len,
                                       sansmcp_out *out);

/**
 * Answers `prompts/get` with the messages of the prompt. Of a prompt that is not there say so with
 * sansmcp_server_reply.
 *
 * SANSMCP_NOT_SUPPORTED: the revision lacks a kind of content, or the ticket is of another
 * request.
 */
sansmcp_result sansmcp_server_messages(sansmcp_server *server,
                                       sansmcp_ticket ticket,
                                       const sansmcp_messages *messages,
                                       uint8_t *tx,
                                       size_t tx_len,
                                       sansmcp_out *out);

/**
 * Answers `completion/complete` with suggestions.
 *
 * SANSMCP_NOT_SUPPORTED: the ticket is of another request.
 */
sansmcp_result sansmcp_server_completion(sansmcp_server *server,
                                         sansmcp_ticket ticket,
                                         const sansmcp_completion *completion,
                                         uint8_t *tx,
                                         size_t tx_len,
                                         sansmcp_out *out);

/* ============================================================================================ */
/* Lists entry by entry */

/**
 * Begins to answer the request for a list entry by entry, for entries that are in no table. The
 * page refers to what the server refers to and to `tx`, and its end needs both as they are; the
 * event and the server struct itself are not needed any more.
 *
 * SANSMCP_NOT_SUPPORTED: the event is of another kind. SANSMCP_STALE, SANSMCP_STREAMING: as for
 * sansmcp_server_reply.
 */
sansmcp_result sansmcp_server_page(sansmcp_server *server,
                                   const sansmcp_event *event,
                                   uint8_t *tx,
                                   size_t tx_len,
                                   sansmcp_page *page);

/**
 * Adds a tool to a page of `tools/list`; it is read during the call.
 *
 * SANSMCP_SHORT: it does not fit any more. End the page with a cursor that leads to it; if it was
 * the first, sansmcp_page_end says how large the buffer has to be. SANSMCP_NOT_SUPPORTED: the page
 * is of another list, and cannot be sent any more. Others as for sansmcp_server_init: something in
 * the tool is wrong, and the page is as before.
 */
sansmcp_result sansmcp_page_tool(sansmcp_page *page, const sansmcp_tool *tool);

/** Adds a resource to a page of `resources/list`, in the same way. */
sansmcp_result sansmcp_page_resource(sansmcp_page *page, const sansmcp_resource *resource);

/** Adds a template to a page of `resources/templates/list`, in the same way. */
sansmcp_result sansmcp_page_template(sansmcp_page *page, const sansmcp_template *uri_template);

/** Adds a prompt to a page of `prompts/list`, in the same way. */
sansmcp_result sansmcp_page_prompt(sansmcp_page *page, const sansmcp_prompt *prompt);

/**
 * Ends the page; `cursor` is a text of any form if there is more, which comes back in
 * sansmcp_event_cursor, and NULL if there is not. There is room for one of 12 bytes as written.
 *
 * SANSMCP_SHORT: the first entry or a longer cursor did not fit. SANSMCP_STALE: the request was
 * answered or given up meanwhile. After an error the request is still open: begin a new page.
 */
sansmcp_result sansmcp_page_end(const sansmcp_page *page, sansmcp_str cursor, sansmcp_out *out);

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
 * `block` says its kind and what else it has beside them: a media type, the URI of a blob. Text,
 * image, audio and blob can be sent so, without annotations and `_meta`.
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
 * Begins the answer to `resources/read` as one part whose text or bytes come in pieces; then as
 * after sansmcp_server_begin. `is_bytes`: the pieces are any bytes, which go out as base64; else
 * they are text.
 *
 * SANSMCP_NOT_SUPPORTED: the ticket is of another request. SANSMCP_SHORT: nothing has begun.
 */
sansmcp_result sansmcp_server_begin_contents(sansmcp_server *server,
                                             sansmcp_ticket ticket,
                                             sansmcp_str uri,
                                             sansmcp_str mime_type,
                                             bool is_bytes,
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
/* JSON and numbers into a buffer */

/** Adds text as it is, such as `{"a":`. */
sansmcp_result sansmcp_writer_put(sansmcp_writer *writer, sansmcp_str json);

/** Adds plain text as a JSON string: in quotes, with escapes where they are needed. */
sansmcp_result sansmcp_writer_string(sansmcp_writer *writer, sansmcp_str plain);

/** Adds a value as it came, or any other as JSON text. SANSMCP_NOT_JSON: it is not one value. */
sansmcp_result sansmcp_writer_json(sansmcp_writer *writer, sansmcp_str json);

/** Adds a number. SANSMCP_OUT_OF_RANGE: it is none. SANSMCP_NOT_JSON: its text is none. */
sansmcp_result sansmcp_writer_number(sansmcp_writer *writer, sansmcp_number number);

/**
 * Adds an integer with a point before the last `decimals` of its digits: 2150 with two decimals is
 * `21.50`. For those who count without floats.
 */
sansmcp_result sansmcp_writer_decimal(sansmcp_writer *writer, int64_t value, uint8_t decimals);

/** Adds bytes as a JSON string of Base64. */
sansmcp_result sansmcp_writer_base64(sansmcp_writer *writer, const uint8_t *data, size_t data_len);

/** Adds an object. */
sansmcp_result sansmcp_writer_object(sansmcp_writer *writer, const sansmcp_object *object);

/**
 * All that was written, without a NUL at its end. SANSMCP_SHORT: it did not fit; `json` is NULL
 * with the length that it takes.
 */
sansmcp_result sansmcp_writer_text(const sansmcp_writer *writer, sansmcp_str *json);

/** Whether a text is UTF-8, as all that goes out has to be. None at all is an empty one. */
bool sansmcp_str_is_utf8(sansmcp_str plain);

/**
 * Writes plain text into a buffer as it stands in JSON, with escapes and without quotes: the
 * opposite of sansmcp_text_decode. Up to six bytes for each of the text are needed.
 *
 * SANSMCP_SHORT: `inside` is NULL with the length that it takes.
 */
sansmcp_result sansmcp_text_encode(sansmcp_str plain,
                                   char *buffer,
                                   size_t buffer_len,
                                   sansmcp_text *inside);

/**
 * The number that a text is, as JSON writes numbers. SANSMCP_NOT_JSON: it is none. A number that
 * is no integer of 64 bits refers to the text.
 */
sansmcp_result sansmcp_number_parse(sansmcp_str token, sansmcp_number *number);

/**
 * The value of a number, if it is integral and fits: 42, 42.0 and 4.2e1 do. SANSMCP_NONE: it does
 * not. SANSMCP_OUT_OF_RANGE: there is no number.
 */
sansmcp_result sansmcp_number_integer(sansmcp_number number, int64_t *value);

/**
 * The value of a number times ten to the power of `decimals`; what it has beyond is cut off:
 * `21.506` with two decimals is 2150. For those who count without floats. SANSMCP_NONE: it does
 * not fit. SANSMCP_OUT_OF_RANGE: there is no number.
 */
sansmcp_result sansmcp_number_scaled(sansmcp_number number, uint8_t decimals, int64_t *value);

/**
 * Which number is greater, exactly, however many digits there are: `order` is below, equal to or
 * above 0 as `a` is less than, equal to or greater than `b`.
 */
sansmcp_result sansmcp_number_compare(sansmcp_number a, sansmcp_number b, int32_t *order);

/* ============================================================================================ */
/* Base64 */

/** How many characters encode this many bytes. */
size_t sansmcp_base64_encoded_len(size_t data_len);

/**
 * Writes bytes as Base64 (the standard alphabet, with padding). Results and arguments of this
 * library do it by themselves where a member is made of bytes.
 *
 * `encoded` is the text in the buffer, without a NUL at its end. SANSMCP_SHORT: it is NULL with
 * the length that it takes.
 */
sansmcp_result sansmcp_base64_encode(const uint8_t *data,
                                     size_t data_len,
                                     char *buffer,
                                     size_t buffer_len,
                                     sansmcp_str *encoded);

/**
 * Reads Base64, strictly. `data_len` says how many bytes were written into the buffer; three for
 * each four characters are enough. `encoded` is plain text: decode the inside of a JSON string
 * first.
 *
 * SANSMCP_NOT_BASE64: a character outside the alphabet, wrong padding, or bits left over.
 * SANSMCP_SHORT: `data_len` is what it takes. The buffer may have been written to then.
 */
sansmcp_result sansmcp_base64_decode(sansmcp_str encoded,
                                     uint8_t *buffer,
                                     size_t buffer_len,
                                     size_t *data_len);

/* ============================================================================================ */
/* What a server says: log messages, notifications, changes */

/**
 * Tells the client what goes on. `level` is a sansmcp_level, `logger` says who speaks and may be
 * left out. `ticket` is the request that the message belongs to; with all zero bits it belongs to
 * the connection, which only the revisions before 2026-07-28 have.
 *
 * No bytes where the client does not want it: from 2026-07-28 on without a level in the request's
 * `_meta`, and below the level asked for. Before, everything is sent until the client sets a
 * level.
 *
 * SANSMCP_NOT_SUPPORTED: the server does not announce SANSMCP_CAPABILITY_LOGGING.
 * SANSMCP_OUT_OF_RANGE: the level is none. SANSMCP_STALE: the request is answered.
 */
sansmcp_result sansmcp_server_log(sansmcp_server *server,
                                  sansmcp_ticket ticket,
                                  uint8_t level,
                                  sansmcp_str logger,
                                  sansmcp_str message,
                                  uint8_t *tx,
                                  size_t tx_len,
                                  sansmcp_out *out);

/** As sansmcp_server_log, with any value: `data` is its JSON text. SANSMCP_NOT_JSON: it is none. */
sansmcp_result sansmcp_server_log_json(sansmcp_server *server,
                                       sansmcp_ticket ticket,
                                       uint8_t level,
                                       sansmcp_str logger,
                                       sansmcp_str data,
                                       uint8_t *tx,
                                       size_t tx_len,
                                       sansmcp_out *out);

/**
 * Sends a notification that has no call of its own: one of yours, or
 * `notifications/elicitation/complete` (2025-11-25). With the ticket of a request it goes its way;
 * with one of all zero bits that of the connection, which only the revisions before 2026-07-28
 * have. `params` may be NULL. No bytes where the request was cancelled.
 *
 * SANSMCP_NOT_SUPPORTED: the method is one of the protocol's that has a call of its own, is a
 * request, or is not in the revision. SANSMCP_NOT_READY: there is no connection, or its client has
 * not said that it is initialized. SANSMCP_STALE: the request is answered.
 */
sansmcp_result sansmcp_server_notify(sansmcp_server *server,
                                     sansmcp_ticket ticket,
                                     sansmcp_str method,
                                     const sansmcp_object *params,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_out *out);

/**
 * Says that a list has changed, a sansmcp_what: sansmcp_server_next_output tells those who want to
 * know, once however often it changed meanwhile. Nobody is told of what the server does not
 * announce, such as SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED. SANSMCP_OUT_OF_RANGE: there is no such
 * list.
 */
sansmcp_result sansmcp_server_changed(sansmcp_server *server, uint8_t what);

/**
 * Tells the next of those who listen to a resource that it has changed. SANSMCP_NONE: all know.
 * Each call gives one message: begin with new `receivers` and call it until then. `uri` is what
 * the client subscribed to, to the letter; it is compared as a hash of 32 bits, so that once in
 * four billion somebody hears of a resource too many.
 *
 * SANSMCP_SHORT, SANSMCP_STREAMING: it can be gone on with.
 */
sansmcp_result sansmcp_server_updated(sansmcp_server *server,
                                      sansmcp_str uri,
                                      sansmcp_receivers *receivers,
                                      uint8_t *tx,
                                      size_t tx_len,
                                      sansmcp_out *out);

/**
 * Acknowledges a listen (SANSMCP_EVENT_LISTEN) with what is offered of the lists that it asks for,
 * and with those of its URIs that may be listened to: `allowed` has a byte for each, in the order
 * of sansmcp_event_uri, and not 0 allows it. Those past the end of `allowed` are not allowed, nor
 * those past 16; what is not agreed to is missing from the acknowledgement, so that the client
 * knows. Without a choice to make sansmcp_server_reply does it.
 *
 * Its slot is taken until it ends: by the client (SANSMCP_EVENT_CANCELLED, with nothing left to
 * do), by sansmcp_server_end_listen or sansmcp_server_closed.
 *
 * SANSMCP_SHORT: nothing was acknowledged yet. SANSMCP_NOT_SUPPORTED: it is another event, or was
 * acknowledged before.
 */
sansmcp_result sansmcp_server_accept(sansmcp_server *server,
                                     const sansmcp_event *event,
                                     const uint8_t *allowed,
                                     size_t allowed_count,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_out *out);

/**
 * Ends a listen from this side, also one that was not acknowledged: sansmcp_server_next_output
 * tells the client. SANSMCP_STALE: it has ended. SANSMCP_NOT_SUPPORTED: the ticket is of something
 * else.
 */
sansmcp_result sansmcp_server_end_listen(sansmcp_server *server, sansmcp_ticket ticket);

/**
 * The tickets of the listens that were acknowledged and have not ended: as many as there is room
 * for in `tickets`, which may be NULL with room for none; `listen_count` says how many there are.
 */
sansmcp_result sansmcp_server_listens(const sansmcp_server *server,
                                      sansmcp_ticket *tickets,
                                      size_t ticket_room,
                                      size_t *listen_count);

/* ============================================================================================ */
/* What a server asks of the client */

/**
 * Asks the client for something that a call needs: `event` is the call
 * (SANSMCP_EVENT_CALL_TOOL, SANSMCP_EVENT_READ_RESOURCE or SANSMCP_EVENT_GET_PROMPT), as it came
 * or as sansmcp_server_resume gave it. Look first what the client can do
 * (sansmcp_event_capabilities), and answer one that cannot with sansmcp_server_undeclared.
 *
 * From 2026-07-28 on the call has ended with this, and comes again with the answers. Before, it
 * stays open: copy `out.keep`, which lies in `tx` behind the message, to where it is found again
 * by the ticket of the call, and give it to sansmcp_server_resume when the answer comes
 * (SANSMCP_EVENT_ANSWERED). Either way the handler of the call runs from its start, and finds the
 * answers with sansmcp_event_input_response.
 *
 * SANSMCP_UNDECLARED: the client did not declare one of the things. SANSMCP_NOT_SUPPORTED: it is
 * another event, a key stands twice, nothing is asked, or the revision has no words for it.
 * SANSMCP_NOT_READY: the client has not said that it is initialized. SANSMCP_BUSY: no slot is
 * free. SANSMCP_OUT_OF_RANGE: too many inputs, or a kind that is none. SANSMCP_SHORT: before
 * 2026-07-28 `out.need` may say up to 46 bytes more than it takes. The call is open as before
 * then.
 */
sansmcp_result sansmcp_server_ask(sansmcp_server *server,
                                  const sansmcp_event *event,
                                  const sansmcp_ask *ask,
                                  uint64_t now_ms,
                                  uint8_t *tx,
                                  size_t tx_len,
                                  sansmcp_out *out);

/**
 * Makes the call again of what was kept when the question was asked (`out.keep` of the call
 * sansmcp_event_parent) and of the answer that came (SANSMCP_EVENT_ANSWERED); or asks the next
 * question. `limits` are those of that one; NULL: the usual ones.
 *
 * After SANSMCP_OK either `call` is the call again, under the ticket that it had, and `out` has no
 * bytes; or the kind of `call` is 0 and `out` has the next question: send it, and keep `out.keep`
 * in the place of `kept`. Both have nothing where the call was cancelled. The call lies in `tx`
 * and lasts as long: answer it with another buffer.
 *
 * SANSMCP_REJECTED: the client did not answer with a result (sansmcp_event_outcome says more), or
 * not in time; the call is still open, and yours to answer. SANSMCP_NOT_JSON: `kept` is not what
 * was given. SANSMCP_NOT_SUPPORTED: it is another event, or an answer to something that belongs to
 * no such call. SANSMCP_STALE: the call has ended. Else as sansmcp_server_ask.
 */
sansmcp_result sansmcp_server_resume(sansmcp_server *server,
                                     const sansmcp_event *event,
                                     sansmcp_str kept,
                                     const sansmcp_limits *limits,
                                     uint64_t now_ms,
                                     uint8_t *tx,
                                     size_t tx_len,
                                     sansmcp_event *call,
                                     sansmcp_out *out);

/**
 * Sends a request of your own to the client, whose answer comes as SANSMCP_EVENT_ANSWERED with
 * the ticket that this gives. Prefer sansmcp_server_ask, which works in all revisions. With the
 * ticket of a call as `parent` it belongs to that call and ends with it; with one of all zero bits
 * to the connection. `params` may be NULL, and `limits`: the usual ones. sansmcp_server_abandon
 * takes it back.
 *
 * No bytes, and a ticket of all zero bits, where the call was cancelled.
 *
 * SANSMCP_USE_ASK: from 2026-07-28 on there are no such requests. SANSMCP_NOT_READY: the client
 * has not said that it is initialized (`ping` goes before). SANSMCP_UNDECLARED: it did not
 * declare what this needs. SANSMCP_NOT_SUPPORTED: the revision lacks the method, or it is a
 * notification. SANSMCP_BUSY: no slot is free.
 */
sansmcp_result sansmcp_server_request(sansmcp_server *server,
                                      sansmcp_ticket parent,
                                      sansmcp_str method,
                                      const sansmcp_object *params,
                                      const sansmcp_limits *limits,
                                      uint64_t now_ms,
                                      uint8_t *tx,
                                      size_t tx_len,
                                      sansmcp_ticket *ticket,
                                      sansmcp_out *out);

/**
 * Answers a request with the error that it needs something which the client did not declare, and
 * says what: bits of sansmcp_capability.
 */
sansmcp_result sansmcp_server_undeclared(sansmcp_server *server,
                                         sansmcp_ticket ticket,
                                         uint32_t needed,
                                         uint8_t *tx,
                                         size_t tx_len,
                                         sansmcp_out *out);

/**
 * Adds the params of `elicitation/create` as a revision has them, a sansmcp_revision (0: the
 * newest): for sansmcp_ask_input.params, with sansmcp_event_revision_number of the call. It takes
 * some 5 KB of stack; where that is too much, write the JSON text yourself.
 *
 * SANSMCP_NOT_SUPPORTED: the revision has no elicitation, no pages, or no field of this kind.
 * SANSMCP_OUT_OF_RANGE: too many fields or choices, or a number that is none of its enumeration.
 */
sansmcp_result sansmcp_writer_elicit(sansmcp_writer *writer,
                                     const sansmcp_elicit *elicit,
                                     uint8_t revision);

/* ============================================================================================ */
/* Seals: request states and cursors that clients cannot change */

/**
 * How many bytes the text has that `data_len` bytes are sealed in: four thirds of them and 40
 * more, rounded up. 32 bytes of data take 96.
 */
size_t sansmcp_sealed_len(size_t data_len);

/**
 * Seals data: makes a text of it that nobody without the key can change or make up, and that is
 * good only for what it is bound to, until `expires_ms`. For sansmcp_ask.state, and for cursors.
 *
 * It hides nothing: the client can read the data. It can be used again until it expires: where a
 * step must happen once, put a number of your own into the data and remember that it was used. The
 * time is on one clock that all machines with the key share and that does not start again with
 * them; a device that counts from its start makes a new key at each start.
 *
 * `sealed` is the text in the buffer: sansmcp_sealed_len bytes of letters, digits, `-` and `_`,
 * without a NUL at its end. SANSMCP_SHORT: it is NULL with the length that it takes.
 * SANSMCP_WEAK_KEY: the key has fewer than SANSMCP_MIN_KEY bytes.
 */
sansmcp_result sansmcp_seal_close(const sansmcp_key *key,
                                  const sansmcp_bound *bound,
                                  uint64_t expires_ms,
                                  const uint8_t *data,
                                  size_t data_len,
                                  char *buffer,
                                  size_t buffer_len,
                                  sansmcp_str *sealed);

/**
 * Checks a sealed text as it came (sansmcp_event_request_state, sansmcp_event_cursor), and writes
 * the data in it into the buffer; `data_len` says how many bytes. Nothing is written that was not
 * checked first.
 *
 * With several keys each is tried in its turn: close with the first, and keep the one before it
 * behind it until all that it closed has expired.
 *
 * SANSMCP_NOT_SEALED: the text is none that was sealed. SANSMCP_FORGED: it was changed, made with
 * another key, or bound to something else. SANSMCP_EXPIRED: it is too old. These are for the log;
 * to the client all are the same, and sansmcp_seal_answer is what to say. SANSMCP_SHORT:
 * `data_len` is what it takes. SANSMCP_NULL_POINTER: no text came. SANSMCP_OUT_OF_RANGE: there is
 * no key, or more than SANSMCP_MAX_KEYS.
 */
sansmcp_result sansmcp_seal_open(const sansmcp_key *keys,
                                 size_t key_count,
                                 const sansmcp_bound *bound,
                                 uint64_t now_ms,
                                 sansmcp_text sealed,
                                 uint8_t *buffer,
                                 size_t buffer_len,
                                 size_t *data_len);

/**
 * What to tell a client whose text could not be opened: the message and the `code` for
 * sansmcp_server_error. It is the same for all that the client can be to blame for
 * (SANSMCP_NOT_SEALED, SANSMCP_FORGED, SANSMCP_EXPIRED), so that it learns nothing from trying.
 * SANSMCP_NONE: `result` is none of them. The text lasts for ever.
 */
sansmcp_result sansmcp_seal_answer(uint32_t result, int32_t *code, sansmcp_str *message);

/* ============================================================================================ */
/* Server: its time, and its connection */

/**
 * When to call sansmcp_server_expire, as a time in milliseconds. SANSMCP_NONE: nothing waits with
 * a limit, as always from 2026-07-28 on. Ask again after each event: progress of the client's
 * moves it.
 */
sansmcp_result sansmcp_server_next_deadline(const sansmcp_server *server, uint64_t *deadline_ms);

/**
 * Ends a request of yours whose time is over at `now_ms`: gives its SANSMCP_EVENT_ANSWERED, with
 * SANSMCP_OUTCOME_EXPIRED. Treat it as any other: sansmcp_server_resume says SANSMCP_REJECTED, and
 * the call is yours to answer. SANSMCP_NONE: none is left. Call it until then, and after each
 * sansmcp_server_next_output, which tells the client: before the call is answered, since over HTTP
 * its response ends with that.
 *
 * The event lasts as long as it is kept.
 */
sansmcp_result sansmcp_server_expire(sansmcp_server *server, uint64_t now_ms, sansmcp_event *event);

/**
 * Tells that a way is gone (the pipe was closed, the client of a POST left), after what came on it
 * was received; `route` is the one that its frames had. All that is open there is cancelled, as if
 * the client had said so: stop its work and abandon its tickets, which sansmcp_server_open has.
 * What was half out on it, listens and requests of yours end at once: their tickets are stale.
 */
sansmcp_result sansmcp_server_closed(sansmcp_server *server, sansmcp_route route);

/**
 * Whether the client of a revision before 2026-07-28 has said that it is initialized, so that it
 * may be asked and told of things that it did not ask for.
 */
bool sansmcp_server_is_ready(const sansmcp_server *server);

/**
 * The sansmcp_revision that the handshake of this connection agreed on; 0 before, and where there
 * is none, as from 2026-07-28 on.
 */
uint8_t sansmcp_server_revision(const sansmcp_server *server);

/** The sansmcp_revision that a request is served in; 0: it belongs to none. */
uint8_t sansmcp_event_revision_number(const sansmcp_event *event);

/**
 * The answer to what was asked under `key` (sansmcp_server_ask), as JSON text, an object: of an
 * elicitation with `action` and `content`, of a message of the model's with `role`, `content` and
 * `model`, of the roots with `roots`. SANSMCP_NONE: nothing was answered under it, as in a call
 * that comes for the first time.
 */
sansmcp_result sansmcp_event_input_response(const sansmcp_event *event,
                                            sansmcp_str key,
                                            sansmcp_str *json);

/** All answers to what was asked, as JSON text, an object of objects. NULL: there is none. */
sansmcp_str sansmcp_event_input_responses(const sansmcp_event *event);

/**
 * The state that went out with what was asked (sansmcp_ask.state), as it came back; the client
 * could have changed it. NULL: none came.
 */
sansmcp_text sansmcp_event_request_state(const sansmcp_event *event);

/**
 * The request of the client's in whose course it was asked what was answered
 * (SANSMCP_EVENT_ANSWERED): it is still open, and `out.keep` was kept under this ticket. All zero
 * bits: it belongs to none.
 */
sansmcp_ticket sansmcp_event_parent(const sansmcp_event *event);

/**
 * Whether a listen (SANSMCP_EVENT_LISTEN) asks for changes of a list, a sansmcp_what; its URIs are
 * those of sansmcp_event_uri.
 */
bool sansmcp_event_wants(const sansmcp_event *event, uint8_t what);

/**
 * What a person did: the sansmcp_action of the response to an elicitation
 * (sansmcp_event_input_response, sansmcp_event_result). What was filled in is its member
 * `content`.
 */
uint8_t sansmcp_response_action(sansmcp_str response);

/**
 * What a model wrote: the text at `index`, counted from 0, among those in the response to
 * `sampling/createMessage`, whether it has one block or a list of them. SANSMCP_NONE: there are
 * not so many. SANSMCP_NOT_JSON: it is not JSON.
 */
sansmcp_result sansmcp_response_text(sansmcp_str response, size_t index, sansmcp_text *inside);

/**
 * The headers of a response, names in lower case, in any order: `headers` has room for `room` of
 * them, `count` says how many there are, SANSMCP_MAX_RESPONSE_HEADERS at most. SANSMCP_SHORT:
 * there is no room for all; `count` says how many there are. None of them is a length.
 *
 * The id of a session lies in `head`; the other texts last for ever.
 */
sansmcp_result sansmcp_response_headers(const sansmcp_response_head *head,
                                        sansmcp_header *headers,
                                        size_t room,
                                        size_t *count);

/** What is answered to a request for a sansmcp_denial. SANSMCP_OUT_OF_RANGE: the number is none. */
sansmcp_result sansmcp_denial_reply(uint8_t denial, sansmcp_http_reply *reply);

/* ============================================================================================ */
/* HTTP: the server, for all its clients */

/**
 * Points an endpoint to what it needs, and looks through the tables of `info` and `policy` once.
 * `policy` may be NULL, which is as one of all zero bits.
 *
 * SANSMCP_NOT_TEXT, SANSMCP_NOT_JSON, SANSMCP_OUT_OF_RANGE: a text, a schema or a number in the
 * tables is wrong.
 */
sansmcp_result sansmcp_endpoint_init(sansmcp_endpoint *endpoint,
                                     const sansmcp_server_info *info,
                                     const sansmcp_endpoint_policy *policy,
                                     const sansmcp_endpoint_memory *memory);

/**
 * Looks at the head of a request, before its body is read. `number` names the HTTP exchange from
 * now on, until its response has ended or sansmcp_endpoint_closed was called: any number that no
 * other exchange has meanwhile. `principal` is who asks, as far as the host knows, 0 for nobody in
 * particular. `now_ms` is the time in milliseconds from any start.
 *
 * SANSMCP_OUT_OF_RANGE: the head has more than SANSMCP_MAX_HEADERS lines. SANSMCP_NOT_TEXT: the
 * method or a name is not UTF-8. Answer 431 and 400; nothing has happened.
 */
sansmcp_result sansmcp_endpoint_judge(sansmcp_endpoint *endpoint,
                                      const sansmcp_head *head,
                                      uint32_t number,
                                      uint64_t principal,
                                      uint64_t now_ms,
                                      sansmcp_verdict *verdict);

/**
 * Reads the next message of the body of a POST: the frame has its head, its principal, and its
 * number as route. SANSMCP_NONE: there are no more; call it until then, and then
 * sansmcp_endpoint_received. A batch (2025-03-26) is several events.
 *
 * `random` are 16 random bytes that nobody can guess, new ones for each POST: a session that
 * begins gets them as its secret. A session that begins may take the place of one that rested
 * long: what was open in that is cancelled (sansmcp_endpoint_cancelled).
 */
sansmcp_result sansmcp_endpoint_receive(sansmcp_endpoint *endpoint,
                                        sansmcp_frame *frame,
                                        uint64_t now_ms,
                                        const uint8_t *random,
                                        sansmcp_event *event);

/**
 * What becomes of a POST whose body was read and whose events were dealt with: 202 where nothing
 * is to be answered, 4xx where it was refused, 503 where there was no room; the head of an event
 * stream where the answer is still to come and its client knows how to come back for it.
 * SANSMCP_NONE: nothing; the answers go out as they are given.
 */
sansmcp_result sansmcp_endpoint_received(sansmcp_endpoint *endpoint,
                                         const sansmcp_frame *frame,
                                         sansmcp_delivery *delivery);

/**
 * Says what becomes of an output: to which exchange it goes, as a JSON body or as an event, with
 * which head, and whether the response ends. Each output of a server of this endpoint, and of the
 * endpoint itself, has to come here once, in the order in which they were made, also those
 * without bytes.
 *
 * The first decides the form: if it is the answer, the response is JSON; else events.
 */
sansmcp_result sansmcp_endpoint_deliver(sansmcp_endpoint *endpoint,
                                        const sansmcp_out *out,
                                        sansmcp_delivery *delivery);

/**
 * The server that a ticket belongs to, to answer it with, to tell its progress, and so on; all
 * sansmcp_server functions but sansmcp_server_init and sansmcp_server_receive take it. What it
 * gives goes to sansmcp_endpoint_deliver. Of a ticket that is out of date it is one that says so.
 *
 * The server refers to `endpoint`, which stays where it is meanwhile. Make it anew after each
 * sansmcp_endpoint_judge, sansmcp_endpoint_receive and sansmcp_endpoint_closed: its session may be
 * another's then.
 */
sansmcp_result sansmcp_endpoint_server(sansmcp_endpoint *endpoint,
                                       sansmcp_ticket ticket,
                                       sansmcp_server *server);

/**
 * The server that the message which was read last of a frame belongs to, also if it has no
 * ticket. As sansmcp_endpoint_server.
 */
sansmcp_result sansmcp_endpoint_server_of(sansmcp_endpoint *endpoint,
                                          const sansmcp_frame *frame,
                                          sansmcp_server *server);

/* ============================================================================================ */
/* HTTP: what the server says by itself, and what ends */

/**
 * Says that a list has changed, a sansmcp_what, to all clients that want to know;
 * sansmcp_endpoint_next_output tells them. SANSMCP_OUT_OF_RANGE: there is no such list.
 */
sansmcp_result sansmcp_endpoint_changed(sansmcp_endpoint *endpoint, uint8_t what);

/**
 * Tells the next of those who listen to a resource that it has changed, as sansmcp_server_updated:
 * call it until SANSMCP_NONE, and give each output to sansmcp_endpoint_deliver. Clients before
 * 2026-07-28 hear of it if they hold an event stream open (GET).
 */
sansmcp_result sansmcp_endpoint_updated(sansmcp_endpoint *endpoint,
                                        sansmcp_str uri,
                                        sansmcp_receivers *receivers,
                                        uint8_t *tx,
                                        size_t tx_len,
                                        sansmcp_out *out);

/**
 * The next message, piece or end that is due without being asked for. SANSMCP_NONE: nothing is.
 * Call it until then, after each other call that takes something in. What it gives goes to
 * sansmcp_endpoint_deliver, also if it has no bytes: that is the end of an exchange.
 */
sansmcp_result sansmcp_endpoint_next_output(sansmcp_endpoint *endpoint,
                                            uint8_t *tx,
                                            size_t tx_len,
                                            sansmcp_out *out);

/**
 * When to call sansmcp_endpoint_expire, as a time in milliseconds. SANSMCP_NONE: nothing waits
 * with a limit.
 */
sansmcp_result sansmcp_endpoint_next_deadline(const sansmcp_endpoint *endpoint,
                                              uint64_t *deadline_ms);

/**
 * Ends a request of yours whose time is over, as sansmcp_server_expire. SANSMCP_NONE: none is
 * left. The event lasts as long as it is kept.
 */
sansmcp_result sansmcp_endpoint_expire(sansmcp_endpoint *endpoint,
                                       uint64_t now_ms,
                                       sansmcp_event *event);

/**
 * Says that an HTTP exchange is gone: its socket was closed before its response had ended. Of a
 * number that names none it does nothing: call it whenever a socket goes. A request of 2026-07-28
 * is cancelled with it (sansmcp_endpoint_cancelled). Before, the work goes on: its client may come
 * back for what was kept, and for what is still to come.
 */
sansmcp_result sansmcp_endpoint_closed(sansmcp_endpoint *endpoint, uint32_t number);

/**
 * Puts a request off: ends the response of its POST, though it is not answered, and asks the
 * client to come back for the answer after `retry_ms` milliseconds (2025-11-25). SANSMCP_NONE:
 * that cannot be: another revision, a client that takes no events, an endpoint without replay, or
 * a response that has ended already.
 */
sansmcp_result sansmcp_endpoint_put_off(sansmcp_endpoint *endpoint,
                                        sansmcp_ticket ticket,
                                        uint32_t retry_ms,
                                        sansmcp_delivery *delivery);

/**
 * The tickets of all requests that are not answered yet, of all clients: as many as there is room
 * for in `tickets`, which may be NULL with room for none; `open_count` says how many there are.
 */
sansmcp_result sansmcp_endpoint_open(const sansmcp_endpoint *endpoint,
                                     sansmcp_ticket *tickets,
                                     size_t ticket_room,
                                     size_t *open_count);

/**
 * The tickets of those among them that nobody waits for any more, since the client gave them up,
 * left, or ended its session: stop their work, and abandon them with sansmcp_endpoint_server and
 * sansmcp_server_abandon. One that came as SANSMCP_EVENT_CANCELLED is among them until it is
 * abandoned. Ask after sansmcp_endpoint_judge, sansmcp_endpoint_receive and
 * sansmcp_endpoint_closed.
 *
 * As many as there is room for in `tickets`; `cancelled_count` says how many there are.
 */
sansmcp_result sansmcp_endpoint_cancelled(const sansmcp_endpoint *endpoint,
                                          sansmcp_ticket *tickets,
                                          size_t ticket_room,
                                          size_t *cancelled_count);

/**
 * Headers that every response to this request has to carry so that a page of another site which
 * the policy lets in can read it, errors included; none (`count` is 0) for a request that comes
 * from no such page. 3 at most. SANSMCP_SHORT: there is no room for all; `count` says how many
 * there are.
 *
 * The texts lie where the head says, or last for ever.
 */
sansmcp_result sansmcp_endpoint_exposed(const sansmcp_endpoint *endpoint,
                                        const sansmcp_head *head,
                                        sansmcp_header *headers,
                                        size_t room,
                                        size_t *count);

/**
 * The headers of the answer to a preflight, for SANSMCP_VERDICT_PREFLIGHT: 5, and one more for
 * each `Mcp-Param-` header that is asked for. SANSMCP_SHORT: there is no room for all; `count`
 * says how many there are. SANSMCP_NONE: it is no preflight, or its page is not let in.
 *
 * The texts lie where the head says, or last for ever.
 */
sansmcp_result sansmcp_endpoint_preflight(const sansmcp_endpoint *endpoint,
                                          const sansmcp_head *head,
                                          sansmcp_header *headers,
                                          size_t room,
                                          size_t *count);

/* ============================================================================================ */
/* HTTP: events going out */

/**
 * What comes before the JSON of one message in an event stream; sansmcp_sse_tail comes after it.
 * `id` may be NULL: it cannot be asked for again. The JSON must have no line end in it: leave out
 * the newline that an output ends with.
 */
sansmcp_result sansmcp_sse_head(const sansmcp_sse_id *id, sansmcp_sse_fields *fields);

/** What comes after the JSON of one message in an event stream. The text lasts for ever. */
sansmcp_str sansmcp_sse_tail(void);

/**
 * A comment, which every client skips: to be sent now and then on an event stream on which nothing
 * else is due and no message is half out, so that nobody on the way takes it for dead. The text
 * lasts for ever.
 */
sansmcp_str sansmcp_sse_keep_alive(void);

/* ============================================================================================ */
/* HTTP: events that may be asked for again */

/** Begins with an empty store; what is in the bytes is not looked at. */
sansmcp_result sansmcp_store_init(sansmcp_store *store, uint8_t *bytes, size_t bytes_len);

/**
 * Keeps one message as the newest event of its stream: `keep`, `data` and `len` of a
 * sansmcp_delivery. It is copied.
 *
 * SANSMCP_SHORT: there is no room for it even without all others; nothing changes, and who asks
 * for it later is told that it is not there.
 */
sansmcp_result sansmcp_store_keep(sansmcp_store *store,
                                  sansmcp_sse_id id,
                                  const uint8_t *data,
                                  size_t len);

/**
 * The event that comes right after `after` on its stream, where `last` is the sequence of the last
 * one that was given out there: of a sansmcp_missed both. Ask again with the id of the one that
 * was given, until SANSMCP_NONE: the client has them all.
 *
 * SANSMCP_STALE: one of those up to `last` is not in the store any more. Nothing is to be sent
 * then, since it would hide a gap; see sansmcp_missed.
 *
 * The message lies in the store's bytes, until the next call that changes the store.
 */
sansmcp_result sansmcp_store_after(sansmcp_store *store,
                                   sansmcp_sse_id after,
                                   uint32_t last,
                                   sansmcp_kept *kept);

/** Drops the events of one stream: nobody will ask for them any more. */
sansmcp_result sansmcp_store_forget(sansmcp_store *store, uint32_t stream);

/** Drops all events. */
sansmcp_result sansmcp_store_clear(sansmcp_store *store);

/* ============================================================================================ */
/* HTTP/1.1: requests in */

/** Begins a connection with an empty buffer; what is in it is not looked at. */
sansmcp_result sansmcp_http1_init(sansmcp_http1 *conversation, uint8_t *buffer, size_t buffer_len);

/**
 * The free part of the buffer, to read into, and its length in bytes. NULL and 0 if `conversation`
 * is NULL; `space_len` must not be.
 *
 * While a request is read, and once the conversation is closed, it is never empty (for a buffer
 * that is not) after sansmcp_http1_advance returned SANSMCP_NONE. It may be empty while a response
 * is due: then a read of zero bytes is not the end of input.
 */
uint8_t *sansmcp_http1_space(sansmcp_http1 *conversation, size_t *space_len);

/**
 * Says that the first `count` bytes of the space were filled. More than there is space for counts
 * as all of it.
 */
sansmcp_result sansmcp_http1_filled(sansmcp_http1 *conversation, size_t count);

/** What is next. SANSMCP_NONE: more bytes are needed, or it is the caller's turn. */
sansmcp_result sansmcp_http1_advance(sansmcp_http1 *conversation, sansmcp_http1_step *step);

/**
 * The request whose head was given out, until sansmcp_http1_finish. `headers` is a table with room
 * for `room` headers, which the request refers to: SANSMCP_MAX_HEADERS is always enough.
 *
 * SANSMCP_NONE: there is none. SANSMCP_SHORT: there is no room for all headers.
 */
sansmcp_result sansmcp_http1_request_of(sansmcp_http1 *conversation,
                                        sansmcp_header *headers,
                                        size_t room,
                                        sansmcp_http1_request *request);

/**
 * Accepts the request after its head, with a body of at most `limit` bytes; a longer one is the
 * next step, SANSMCP_HTTP1_REFUSED with 413. `is_awaited`: the client waits for
 * sansmcp_http1_continue, which is then to be sent at once.
 */
sansmcp_result sansmcp_http1_accept(sansmcp_http1 *conversation, uint64_t limit, bool *is_awaited);

/**
 * The request is answered without its body, which is read through and dropped: `terms` says how
 * the response has to look. Where the body is longer than `limit` bytes, or the client waits to be
 * told to send it, the connection ends with this response instead.
 *
 * May be called after the head, or later while the body is on its way.
 */
sansmcp_result sansmcp_http1_skip(sansmcp_http1 *conversation,
                                  uint64_t limit,
                                  sansmcp_http1_terms *terms);

/** How the response has to look, from the head on until sansmcp_http1_finish, and after a refusal. */
sansmcp_result sansmcp_http1_terms_of(sansmcp_http1 *conversation, sansmcp_http1_terms *terms);

/**
 * The response was sent to its end. Returns whether the connection goes on; otherwise close it. It
 * does not where no response was due.
 */
bool sansmcp_http1_finish(sansmcp_http1 *conversation);

/**
 * Ends the conversation: what is held is dropped, and no more is read. The terms of the response
 * that is due stay known; it is the last one.
 */
sansmcp_result sansmcp_http1_close(sansmcp_http1 *conversation);

/** Where it stands, a sansmcp_http1_stage; SANSMCP_HTTP1_CLOSED for NULL. */
uint8_t sansmcp_http1_stage_of(sansmcp_http1 *conversation);

/* ============================================================================================ */
/* HTTP/1.1: responses out */

/**
 * Writes the head of a response into a buffer: the status line, the headers (those of
 * sansmcp_response_headers, of sansmcp_endpoint_exposed, and the caller's own), and those that say
 * where the body ends and whether the connection goes on. `length` is that of the body in bytes,
 * or SANSMCP_HTTP1_STREAM.
 *
 * Statuses 1xx, 204 and 304 have no body: give 0. `Date` is the caller's to add. Without headers a
 * head takes at most 128 bytes.
 *
 * SANSMCP_SHORT: the buffer is too small. SANSMCP_NOT_SUPPORTED: it would be no valid head: the
 * status is not in 100 to 599, a name is no token, a value has a control character,
 * or it is one of `Connection`, `Content-Length` and `Transfer-Encoding`, which are written here.
 * SANSMCP_NOT_TEXT: a name or a value is not UTF-8.
 */
sansmcp_result sansmcp_http1_write_head(sansmcp_http1_terms terms,
                                        uint16_t status,
                                        const sansmcp_header *headers,
                                        size_t header_count,
                                        uint64_t length,
                                        uint8_t *tx,
                                        size_t tx_len,
                                        sansmcp_http1_sent *sent);

/** What goes before a piece of a chunked body that has so many bytes. */
sansmcp_http1_chunk_head sansmcp_http1_chunk(size_t len);

/** What ends a chunked body. The text lasts for ever. */
sansmcp_str sansmcp_http1_last_chunk(void);

/** What to send to a client that waits for it before it sends its body. The text lasts for ever. */
sansmcp_str sansmcp_http1_continue(void);

/** The reason phrase of a status; empty for one that has none here. The text lasts for ever. */
sansmcp_str sansmcp_http1_reason(uint16_t status);

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
 *
 * Over HTTP: that an exchange has ended, its response whole or broken off, or that none came.
 * `route` is the one of the output.
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
/* Client: over HTTP */

/**
 * As sansmcp_client_init, for a server over Streamable HTTP. Each message is an HTTP exchange of
 * its own then:
 *
 * - Each output is a request: its verb, its path (yours), the lines of sansmcp_client_head, and
 *   its bytes as the body. Remember its route with the socket. One without bytes that is_last
 *   closes the exchange of its route instead.
 * - When the head of the response is there, sansmcp_client_responded says how to read its body.
 * - A body, or each event of a stream, is a frame; set its route to that of the exchange and give
 *   it to sansmcp_client_receive.
 * - When the response has ended, or no response came, call sansmcp_client_closed with the route.
 * - After each of these, and at sansmcp_client_next_deadline, call sansmcp_client_expire until it
 *   gives nothing, and sansmcp_client_next_output until it gives nothing.
 *
 * Several exchanges are open at a time: as many as there are open requests, one for an event
 * stream, and those of messages that nobody answers.
 */
sansmcp_result sansmcp_client_init_http(sansmcp_client *client,
                                        const sansmcp_client_info *info,
                                        sansmcp_connection *connection,
                                        sansmcp_slot *slots,
                                        size_t slot_count,
                                        sansmcp_remote *remote);

/**
 * The id of the session (up to 2025-11-25), of length 0 where there is none; NULL if `remote` is.
 * It is ASCII, lies in `remote`, and lasts until the next call with its client. It is a secret:
 * keep it out of logs.
 */
sansmcp_str sansmcp_remote_session(const sansmcp_remote *remote);

/**
 * The name of a sansmcp_verb as it goes on the wire, such as `POST`; NULL for other numbers. The
 * text lasts for ever.
 */
sansmcp_str sansmcp_verb_name(uint8_t number);

/**
 * Writes the lines of the request head that go with an output into a buffer, each with CR and LF
 * at its end: `Accept`, `Content-Type`, what the protocol wants besides. Yours are the request
 * line, `Host`, `Content-Length`, `Authorization`. No value has an end of a line in it.
 *
 * `schema` is the input schema of the tool that is called, JSON text, if it is known: some
 * arguments may have to go into headers (from 2026-07-28 on). Leave it out for all else.
 *
 * Call it before anything else is done with the client. 2 KiB are mostly enough; names of tools,
 * URIs and arguments go into it, and the id of the session.
 *
 * SANSMCP_SHORT: `lines` is NULL with the length that it takes. SANSMCP_NOT_TEXT: a value cannot
 * be said in a header. SANSMCP_NOT_JSON: the schema is not JSON, or the output is no message.
 * SANSMCP_NOT_SUPPORTED: the client is on a pipe, or the method has what no header can say.
 */
sansmcp_result sansmcp_client_head(const sansmcp_client *client,
                                   const sansmcp_out *out,
                                   sansmcp_str schema,
                                   uint8_t *buffer,
                                   size_t buffer_len,
                                   sansmcp_str *lines);

/**
 * Takes the head of the response to a request: the route of the output, the status, and the lines,
 * at most SANSMCP_MAX_HEADERS of them. What is read of them is `Content-Type`, `Mcp-Session-Id`
 * and `WWW-Authenticate`, so others may be left out.
 *
 * Call sansmcp_client_expire until it gives nothing afterwards. Where no response comes at all
 * call sansmcp_client_closed alone. Redirections are yours to follow, or not.
 *
 * SANSMCP_OUT_OF_RANGE: there are too many lines, or the route is none. SANSMCP_NOT_TEXT: a name
 * is not UTF-8.
 */
sansmcp_result sansmcp_client_responded(sansmcp_client *client,
                                        sansmcp_route route,
                                        uint16_t status,
                                        const sansmcp_header *headers,
                                        size_t header_count,
                                        uint64_t now_ms,
                                        sansmcp_expect *expect);

/**
 * Takes what an event stream said of itself: the last id (sansmcp_events_last_id) and how long to
 * wait before it is asked for again (sansmcp_events_retry). Call it after each event, and at the
 * end of the stream before sansmcp_client_closed: an event without data says something too.
 * Nothing (length 0, SANSMCP_NO_RETRY) leaves what was said before.
 */
sansmcp_result sansmcp_client_seen(sansmcp_client *client,
                                   sansmcp_route route,
                                   sansmcp_str last_id,
                                   uint64_t retry_ms);

/**
 * Ends the session, where there is one: sansmcp_client_next_output says so to the server (DELETE),
 * which may not want to know. Nothing can be called afterwards. On a pipe, and from 2026-07-28 on,
 * it does nothing.
 */
sansmcp_result sansmcp_client_leave(sansmcp_client *client);

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

/**
 * What the server announced (SANSMCP_CLIENT_EVENT_CONNECTED), or of a server's event what the
 * client of the request can do: bits of sansmcp_capability.
 */
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
 * request (SANSMCP_CLIENT_EVENT_ANSWERED, SANSMCP_EVENT_ANSWERED), as JSON text, an object. NULL:
 * there is none; then sansmcp_event_outcome says why.
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

/**
 * Why a request has to be sent again (SANSMCP_CLIENT_EVENT_SUSPENDED): a sansmcp_pause. What was
 * denied over HTTP (401, 403) has no event: see SANSMCP_EXPECT_DENIED.
 */
uint8_t sansmcp_event_why(const sansmcp_event *event);

/**
 * How far a request has come (SANSMCP_CLIENT_EVENT_PROGRESS).
 *
 * SANSMCP_NONE: it is another event.
 */
sansmcp_result sansmcp_event_progress(const sansmcp_event *event, sansmcp_progress *progress);

/**
 * The sansmcp_level of a log message (SANSMCP_CLIENT_EVENT_LOG); 0 for a word that is none. In a
 * server the lowest level that the client wants (SANSMCP_EVENT_SET_LEVEL).
 */
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
 *
 * In a server, with `index` 0, the URI of the resource that is read (SANSMCP_EVENT_READ_RESOURCE),
 * subscribed to or not any more; of SANSMCP_EVENT_LISTEN the one at `index` of those whose updates
 * are wanted.
 */
sansmcp_text sansmcp_event_uri(const sansmcp_event *event, size_t index);

/**
 * How a request (SANSMCP_CLIENT_EVENT_ANSWERED), a listen (SANSMCP_CLIENT_EVENT_LISTEN_ENDED) or a
 * connection (SANSMCP_CLIENT_EVENT_FAILED) ended, or a request of a server's
 * (SANSMCP_EVENT_ANSWERED). SANSMCP_NONE: it is another event.
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

/**
 * What a sansmcp_invalid means, for a log; NULL for SANSMCP_INVALID_NONE and other numbers. The
 * text lasts for ever.
 */
sansmcp_str sansmcp_invalid_message(uint8_t number);

/* ============================================================================================ */
/* Client: tools that cannot be called over HTTP */

/**
 * The entry at `index`, counted from 0, of a page of `tools/list` (`result` is its result, JSON
 * text), as a client takes them over HTTP from 2026-07-28 on: each input schema is checked for the
 * headers that it asks for. Entries that are no objects are passed over. SANSMCP_NONE: there are
 * not so many.
 *
 * On a pipe, and before 2026-07-28, such headers are of no interest: then read `tools` by
 * sansmcp_json_get and sansmcp_json_at. Takes 1.5 KB of stack where a schema has such headers.
 */
sansmcp_result sansmcp_tools_at(sansmcp_str result, size_t index, sansmcp_listed *listed);

/**
 * Whether the headers that an input schema asks for, JSON text, can be: `why` is a
 * sansmcp_invalid. Servers had better ask it of their own tools. Takes 1.5 KB of stack.
 */
sansmcp_result sansmcp_schema_check(sansmcp_str schema, uint8_t *why);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SANSMCP_H */
