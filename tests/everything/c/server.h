/* What the parts of the everything server have in common. */
#ifndef EVERYTHING_SERVER_H
#define EVERYTHING_SERVER_H

#include <sansmcp.h>

/** A text of a literal. */
#define S(literal) SANSMCP_STR(literal)
/** No text. */
static const sansmcp_str nothing = {NULL, 0};

enum {
    /** Bytes of the longest message, either way. A longer answer is replaced by an error. */
    MESSAGE = 1 << 20,
    /** Bytes of texts that are made while one event is dealt with. */
    PAPER = 4 << 20,
    /** Calls that may take their time at once, and bytes of the longest of them. */
    JOBS = 256,
    JOB_BYTES = 4096,
    /** Calls that may wait for the client at once, and bytes that the engine wants kept of each. */
    KEPT = 256,
    KEPT_BYTES = 8192,
    /** What may be put off before the host looks. */
    PUT_OFF = 16,
};

/** How the server is set up. */
struct options {
    /** Bytes of the buffer that lists are written into, which is what cuts them into pages. */
    size_t page;
    /** How long the client may take to answer what it is asked, in milliseconds; 0: as usual. */
    uint32_t patience;
    /** The secret that states are sealed with. */
    uint8_t key[32];
};

struct desk;

/**
 * Deals with one event: desk->out is its last message. Anything but SANSMCP_OK is told to the
 * client as a failure.
 */
typedef sansmcp_result handler(struct desk *desk, const sansmcp_event *call);

/**
 * One more step of a call that takes its time, counted from 0. `next_ms` is in how many
 * milliseconds the next step is due; it is left alone after the last.
 */
typedef sansmcp_result job_step(struct desk *desk, const sansmcp_event *call, uint32_t step,
                                uint32_t *next_ms);

/** Something that the client is asked for. */
struct question {
    /** The name under which the answer comes back. */
    sansmcp_str key;
    /** A sansmcp_input_kind. */
    uint8_t kind;
    /** What it takes of the client: bits of sansmcp_capability. */
    uint32_t needs;
    /** The params of its method as JSON text. */
    sansmcp_str params;
    /** Not SANSMCP_OK: why there are none. */
    sansmcp_result trouble;
};

/** A tool, and what it does. */
struct fixture {
    sansmcp_tool tool;
    handler *run;
};

/** A tool without arguments, and one whose arguments have a schema. */
#define TOOL(name_, description_, run_)                                                            \
    {{.name = SANSMCP_STR_INIT(name_), .description = SANSMCP_STR_INIT(description_)}, run_}
#define TOOL_WITH(name_, description_, schema_, run_)                                              \
    {{.name = SANSMCP_STR_INIT(name_),                                                             \
      .description = SANSMCP_STR_INIT(description_),                                               \
      .input_schema = SANSMCP_STR_INIT(schema_)},                                                  \
     run_}

/** A call that is answered later. */
struct job {
    /** NULL: the place is free. */
    job_step *step;
    /** A copy of its event, over the text. */
    sansmcp_event call;
    char text[JOB_BYTES];
    uint32_t done;
    uint64_t due;
};

/** What the engine wants back when the client has answered; len 0: the place is free. */
struct kept {
    sansmcp_ticket ticket;
    size_t len;
    char text[KEPT_BYTES];
};

/** What has happened that concerns more than one request. */
struct news {
    /** Which lists have changed, each at its sansmcp_what. */
    bool changed[SANSMCP_WHAT_RESOURCES + 1];
    /** The watched resource has changed. */
    bool updated;
    /** Requests whose clients are to come back for the answer, and in how many milliseconds. */
    struct {
        sansmcp_ticket ticket;
        uint32_t retry_ms;
    } put_off[PUT_OFF];
    size_t put_off_count;
};

/** What outlives the single event: one for the whole server. */
struct work {
    struct options options;
    struct news news;
    /** How often the watched resource was changed. */
    int64_t changes;
    struct job jobs[JOBS];
    struct kept kept[KEPT];
    /** Where answers are written. */
    uint8_t tx[MESSAGE];
    /** Where a call that comes again is put together. */
    uint8_t again[MESSAGE];
    /** Texts that are made while one event is dealt with. */
    char paper[PAPER];
    size_t written;
};

/** A place to work at, for as long as one event or one step of a job takes. */
struct desk {
    sansmcp_server *server;
    struct work *work;
    uint64_t now;
    /** Sends a message: to a pipe, or wherever the host knows that it belongs. */
    void (*send)(void *way, const sansmcp_out *out);
    void *way;
    /** The last message of a handler. */
    sansmcp_out out;
};

/* app.c: the application, whatever its messages come on. */

/** What the server says of itself. */
extern const sansmcp_server_info *everything(void);
/** Deals with an event, and sends what comes of it. */
void app_handle(struct desk *desk, const sansmcp_event *event);
/** When the next job goes on, in milliseconds; UINT64_MAX: there is none. */
uint64_t app_next_due(const struct work *work);
/** A request whose job is to go on now; false: there is none. */
bool app_due(const struct work *work, uint64_t now, sansmcp_ticket *ticket);
/** Does the next step of the job of a request. */
void app_go_on(struct desk *desk, sansmcp_ticket ticket);
/** Nobody waits for the answer to a request any more. */
void app_cancelled(struct work *work, sansmcp_ticket ticket);

/* desk.c: what every handler has at hand. */

/** Answers a call with a text. */
sansmcp_result say(struct desk *desk, const sansmcp_event *call, sansmcp_str text);
/** Answers a call with a failure, which the model sees. */
sansmcp_result fail(struct desk *desk, const sansmcp_event *call, sansmcp_str why);
/** Answers a call with some blocks of content. */
sansmcp_result show(struct desk *desk, const sansmcp_event *call, const sansmcp_content *blocks,
                    size_t count);
/** The client's mistake: params that make no sense here. */
sansmcp_result invalid(struct desk *desk, const sansmcp_event *call, sansmcp_str why);
/** As far as the engine can answer by itself. */
sansmcp_result reply(struct desk *desk, const sansmcp_event *event);
/**
 * Asks the client for things, in either era; one that cannot is told what it lacks. The params of
 * a question are JSON text.
 */
sansmcp_result ask(struct desk *desk, const sansmcp_event *call, const struct question *questions,
                   size_t count, sansmcp_str state);
/** A form to be filled in, or a page to be visited, in the words of the call's revision. */
struct question elicit(struct desk *desk, const sansmcp_event *call, sansmcp_str key,
                       const sansmcp_elicit *what);
/** A text for the model, as it stands in JSON. */
struct question prompt_model(struct desk *desk, sansmcp_str key, sansmcp_str text, int64_t tokens);
/** The client's folders. */
struct question folders(sansmcp_str key);
/** What the client answered under a key; false: nothing so far. */
bool answered(const sansmcp_event *call, sansmcp_str key, sansmcp_str *answer);
/** What the client can do: bits of sansmcp_capability. */
bool can(const sansmcp_event *call, uint32_t needed);
/** How long the client may take to answer. */
sansmcp_limits limits_of(const struct work *work);
/** Sends the last message, and keeps what the engine wants kept of it. */
void deliver(struct desk *desk, sansmcp_ticket ticket);
/** An answer could not be sent as it was: its peer learns that instead of waiting. */
void refuse(struct desk *desk, sansmcp_ticket ticket, sansmcp_result why);

/* jobs.c: what is remembered of calls. */

/** Takes a call on as a job, so that others are served meanwhile. */
sansmcp_result begin(struct desk *desk, const sansmcp_event *call, job_step *step);
/** Keeps what the engine wants back of a call; false if it has no room. */
bool keep(struct work *work, sansmcp_ticket ticket, sansmcp_str text);
/** What was kept of a call; NULL: nothing. */
struct kept *kept_of(struct work *work, sansmcp_ticket ticket);

/* sealed.c: states that pass through the client. */

/** Seals a state for the call when it comes again. */
sansmcp_str seal(struct desk *desk, const sansmcp_event *call, sansmcp_str state);
/** The state that came back; NULL: none did. What is no good is answered with bad_state(). */
sansmcp_result unseal(struct desk *desk, const sansmcp_event *call, sansmcp_str *state);
/** The answer to a call whose state is not as it went out. */
sansmcp_result bad_state(struct desk *desk, const sansmcp_event *call, sansmcp_result why);

/* words.c: texts put together on the paper, where they last until the event is dealt with. */

/** Room for so many bytes, or NULL; work->written takes it. */
char *room(struct desk *desk, size_t len);
/** Texts one after the other; NULL where the paper is full. */
sansmcp_str join(struct desk *desk, const sansmcp_str *texts, size_t count);
#define JOIN(desk, ...)                                                                            \
    join(desk, (const sansmcp_str[]){__VA_ARGS__},                                                 \
         sizeof((const sansmcp_str[]){__VA_ARGS__}) / sizeof(sansmcp_str))
/** A text of a message, decoded. */
sansmcp_str plain(struct desk *desk, sansmcp_text text);
/** A text of a message as it stands there, for JSON that goes out. */
sansmcp_str inside(sansmcp_text text);
/** A plain text as it stands in JSON, without quotes. */
sansmcp_str escaped(struct desk *desk, sansmcp_str text);
/** What a piece of a URI stands for; NULL where that is no text. */
sansmcp_str decoded(struct desk *desk, sansmcp_str piece);
/** A number in digits. */
sansmcp_str digits(struct desk *desk, int64_t number);
/** Whether a text begins with another. */
bool begins_with(sansmcp_str text, sansmcp_str with);

/* answers.c: how answers of the client are read. */

/** What came of a form of which one field matters. */
enum said {
    /** The field: a text, or any other value as its JSON. */
    SAID_YES,
    /** How it was left empty: `decline` or `cancel`. */
    SAID_NO,
    /** It is not the result of a form, or has not that field. */
    SAID_NONSENSE,
};

enum said said(struct desk *desk, sansmcp_str answer, sansmcp_str field, sansmcp_str *value);
/** What the person did, in a word; NULL: it is no answer of a person's. */
sansmcp_str action_of(sansmcp_str answer);
/** A form's result in words: `action=accept, content={...}`. NULL: it is none. */
sansmcp_str form_of(struct desk *desk, sansmcp_str answer);
/** The text that the model wrote; NULL: none. */
sansmcp_str said_by_model(struct desk *desk, sansmcp_str answer);
/** The tool that the model wants to call, and its input as JSON. */
bool wished_by_model(struct desk *desk, sansmcp_str answer, sansmcp_str *name, sansmcp_str *input);
/** The client's folders, as `uri (name)`; NULL: it is no such answer. */
sansmcp_str roots_of(struct desk *desk, sansmcp_str answer);
/** The argument `key` if it is an integer, `otherwise` if it is missing; false if neither. */
bool integer(const sansmcp_event *call, sansmcp_str key, int64_t otherwise, int64_t *value);

/* The tables. */

extern const struct fixture content_tools[], slow_tools[], ask_tools[], round_tools[],
    listener_tools[];
extern const size_t content_tool_count, slow_tool_count, ask_tool_count, round_tool_count,
    listener_tool_count;

/** Every tool in the order of the list, and how many. */
const sansmcp_tool *tools(size_t *count);
/** What the tool of this name does; NULL: there is none. */
handler *tool_named(sansmcp_text name);

extern const sansmcp_resource resources[];
extern const size_t resource_count;
extern const sansmcp_template templates[];
extern const size_t template_count;
extern const sansmcp_prompt prompts[];
extern const size_t prompt_count;

/** The resource that `test_update_watched_resource` changes. */
#define WATCHED "test://watched-resource"
/** Acknowledges a listen, as far as there are such resources. */
handler listen_to;

handler read_resource, get_prompt, complete;

/** Asks for a name, and greets who has it. */
handler greet;

/* forms.c */
extern const sansmcp_elicit name_form, reader_form, context_form, color_form, ok_form, user_form,
    defaults_form, choices_form, page;

/* files.c: a picture of one pixel, and a sound of silence. */
enum { PIXEL_LEN = 69, SILENCE_LEN = 52 };
extern const uint8_t pixel[PIXEL_LEN], silence[SILENCE_LEN];

/* stdio.c, http.c */

/** Serves over standard input and output until the input ends; the status of the process. */
int serve_stdio(struct work *work);
/** Serves over HTTP at an address such as 127.0.0.1:8080; the status of the process. */
int serve_http(struct work *work, const char *address);

#endif
