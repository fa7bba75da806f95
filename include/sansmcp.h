/*
 * sansmcp: the Model Context Protocol as a pure state machine. Bytes in, events out; answers in,
 * bytes out. No heap, no clock, no threads, no I/O: you bring the buffers, the time and the pipe.
 *
 * This file is drawn from bindings/c/src by bindings/c/tests/header.rs. Do not edit it.
 *
 * How the functions read
 * - First the object, then inputs, then outputs. A pointer to const is only read.
 * - Structs are plain: put them where you like, `= {0}` is new, and there is nothing to free.
 * - Calls return a sansmcp_result. Outputs are written if it is SANSMCP_OK; after SANSMCP_SHORT
 *   they say how many bytes it takes. Nothing has happened unless it is SANSMCP_OK.
 * - A NULL where something is needed is SANSMCP_NULL_POINTER. A function that returns a text
 *   returns NULL with length 0 for it.
 * - A buffer is a pointer and its length in bytes. It must not overlap what is read.
 * - Text is UTF-8, a pointer and a length. Texts of an event lie in its frame, and last as long.
 * - One connection and its slots are for one thread at a time; there is no other state.
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

/* Numbers for sansmcp_server_progress. */
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
} sansmcp_result;

/** For whom a cached result holds; the value of sansmcp_server_info.cache_scope. */
typedef enum {
    /** For the same user only. */
    SANSMCP_CACHE_PRIVATE = 0,
    /** For everybody. */
    SANSMCP_CACHE_PUBLIC = 1,
} sansmcp_cache_scope;

/** What a server can do; the bits of sansmcp_server_info.capabilities. */
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
} sansmcp_capability;

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
 * What came in; the value of sansmcp_event.kind. sansmcp_server_reply answers all of them as far
 * as the engine can: give it every event that is not yours.
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

/** A hint that may be left out; the value of the hints in sansmcp_tool_annotations. */
typedef enum {
    /** Nothing is said. */
    SANSMCP_HINT_NONE = 0,
    /** No. */
    SANSMCP_HINT_NO = 1,
    /** Yes. */
    SANSMCP_HINT_YES = 2,
} sansmcp_hint;

/** What a sansmcp_number holds; the value of its kind. */
typedef enum {
    /** No number. */
    SANSMCP_NUMBER_NONE = 0,
    /** The value of integer. */
    SANSMCP_NUMBER_INTEGER = 1,
    /** The value of text. */
    SANSMCP_NUMBER_TEXT = 2,
} sansmcp_number_kind;

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
    /** A sansmcp_event_kind. */
    uint8_t kind;
    /** The request to answer, or the one that was cancelled. */
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
    uint64_t state[23];
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
 * The name of a sansmcp_event_kind for logs, such as `call_tool`; NULL for other numbers. The
 * text lasts for ever.
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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SANSMCP_H */
