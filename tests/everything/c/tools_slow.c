/* Tools that take time: jobs, whose steps leave room for others. */
#include "server.h"

enum {
    /** Milliseconds between two steps. */
    STEP = 50,
    /** Milliseconds that test_wait takes at most. */
    LONGEST = 60000,
    /** Milliseconds that test_reconnection takes. */
    RECONNECTING = 200,
    /** After how many milliseconds its client is asked to come back. */
    RETRY = 100,
};

static sansmcp_result tell(struct desk *desk, const sansmcp_event *call, int64_t done,
                           int64_t total, sansmcp_str message) {
    return sansmcp_server_progress(desk->server, call->ticket, SANSMCP_INTEGER(done),
                                   SANSMCP_INTEGER(total), message, desk->work->tx, MESSAGE,
                                   &desk->out);
}

static sansmcp_result log_text(struct desk *desk, const sansmcp_event *call, uint8_t level,
                               sansmcp_str logger, sansmcp_str text) {
    return sansmcp_server_log(desk->server, call->ticket, level, logger, text, desk->work->tx,
                                   MESSAGE, &desk->out);
}

/** 0, 50 and 100 of 100, then the answer. */
static sansmcp_result progress_step(struct desk *desk, const sansmcp_event *call, uint32_t step,
                                    uint32_t *next_ms) {
    if (step == 3) return say(desk, call, S("Progress complete."));
    *next_ms = STEP;
    return tell(desk, call, (int64_t)step * 50, 100, nothing);
}

static sansmcp_result progress(struct desk *desk, const sansmcp_event *call) {
    return begin(desk, call, progress_step);
}

static sansmcp_result logging_step(struct desk *desk, const sansmcp_event *call, uint32_t step,
                                   uint32_t *next_ms) {
    static const sansmcp_str texts[] = {
        SANSMCP_STR_INIT("Tool execution started"),
        SANSMCP_STR_INIT("Tool processing data"),
        SANSMCP_STR_INIT("Tool execution completed"),
    };
    if (step >= 3) return say(desk, call, S("Logging complete."));
    *next_ms = step == 2 ? 0 : STEP;
    return log_text(desk, call, SANSMCP_LEVEL_INFO, nothing, texts[step]);
}

static sansmcp_result logging(struct desk *desk, const sansmcp_event *call) {
    return begin(desk, call, logging_step);
}

static sansmcp_result levels(struct desk *desk, const sansmcp_event *call) {
    static const struct {
        uint8_t level;
        sansmcp_str text;
    } logs[] = {
        {SANSMCP_LEVEL_DEBUG, SANSMCP_STR_INIT("A detail")},
        {SANSMCP_LEVEL_INFO, SANSMCP_STR_INIT("What goes on")},
        {SANSMCP_LEVEL_WARNING, SANSMCP_STR_INIT("Worth a look")},
        {SANSMCP_LEVEL_ERROR, SANSMCP_STR_INIT("An error, were it one")},
    };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        /* Below the level that the client asked for this sends nothing. */
        sansmcp_result result
            = log_text(desk, call, logs[i].level, S("everything"), logs[i].text);
        if (result != SANSMCP_OK) return result;
        desk->send(desk->way, &desk->out);
    }
    return say(desk, call, S("Logged."));
}

static sansmcp_result wait_step(struct desk *desk, const sansmcp_event *call, uint32_t step,
                                uint32_t *next_ms) {
    int64_t total, done = (int64_t)step * STEP;
    if (!integer(call, S("milliseconds"), 100, &total) || done >= total)
        return say(desk, call, JOIN(desk, S("Waited "), digits(desk, total), S(" ms.")));
    *next_ms = total - done < STEP ? (uint32_t)(total - done) : STEP;
    return tell(desk, call, done, total, S("waiting"));
}

static sansmcp_result wait_for(struct desk *desk, const sansmcp_event *call) {
    int64_t total;
    if (!integer(call, S("milliseconds"), 100, &total) || total < 0 || total > LONGEST)
        return fail(desk, call, S("milliseconds is out of bounds"));
    return begin(desk, call, wait_step);
}

/** A log message, progress, then the question that ends it until the answer comes. */
static sansmcp_result streaming_step(struct desk *desk, const sansmcp_event *call, uint32_t step,
                                     uint32_t *next_ms) {
    if (step == 0) {
        *next_ms = STEP;
        return log_text(desk, call, SANSMCP_LEVEL_INFO, nothing, S("About to ask"));
    }
    if (step == 1) {
        *next_ms = STEP;
        return tell(desk, call, 1, 2, nothing);
    }
    return greet(desk, call);
}

static sansmcp_result streaming(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer;
    if (answered(call, S("user_name"), &answer)) return greet(desk, call);
    return begin(desk, call, streaming_step);
}

/** Nothing for a while, in which the stream ends and is taken up again, then the answer. */
static sansmcp_result reconnection_step(struct desk *desk, const sansmcp_event *call,
                                        uint32_t step, uint32_t *next_ms) {
    if (step > 0) return say(desk, call, S("Answered, whether the stream broke or not."));
    /* On a pipe there is no stream to end. */
    struct news *news = &desk->work->news;
    if (news->put_off_count < PUT_OFF) {
        news->put_off[news->put_off_count].ticket = call->ticket;
        news->put_off[news->put_off_count++].retry_ms = RETRY;
    }
    *next_ms = RECONNECTING;
    desk->out = (sansmcp_out){0};
    return SANSMCP_OK;
}

static sansmcp_result reconnection(struct desk *desk, const sansmcp_event *call) {
    return begin(desk, call, reconnection_step);
}

const struct fixture slow_tools[] = {
    TOOL("test_tool_with_progress", "Takes a tenth of a second and reports its progress",
         progress),
    TOOL("test_tool_with_logging", "Takes a tenth of a second and logs what it does", logging),
    TOOL("test_logging_tool", "Logs at several levels", levels),
    TOOL_WITH("test_wait", "Waits, and reports its progress twenty times a second",
              "{\"type\":\"object\",\"properties\":{\"milliseconds\":{\"type\":\"integer\","
              "\"minimum\":0,\"maximum\":60000}}}",
              wait_for),
    TOOL("test_streaming_elicitation", "Sends notifications, then asks for a name", streaming),
    TOOL("test_reconnection", "Answers after a while; over HTTP its event stream ends before",
         reconnection),
};
const size_t slow_tool_count = sizeof slow_tools / sizeof *slow_tools;
