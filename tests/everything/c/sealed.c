/* States that pass through the client, sealed: only what this server gave out comes back. */
#include "server.h"

#include <string.h>

/** Milliseconds that a state is good for: as long as a person may take. */
enum { LIFE = 600000 };

/** A state is good for the same tool with the same arguments only. */
static sansmcp_bound bound(const sansmcp_event *call) {
    return (sansmcp_bound){
        .method = S("tools/call"),
        .name = sansmcp_event_name(call),
        .arguments = sansmcp_event_arguments(call),
        .purpose = SANSMCP_PURPOSE_STATE,
        .binds_arguments = true,
    };
}

static sansmcp_key key_of(const struct work *work) {
    return (sansmcp_key){work->options.key, sizeof work->options.key};
}

sansmcp_str seal(struct desk *desk, const sansmcp_event *call, sansmcp_str state) {
    sansmcp_str sealed;
    sansmcp_bound to = bound(call);
    sansmcp_key key = key_of(desk->work);
    size_t len = sansmcp_sealed_len(state.len);
    char *start = room(desk, len);
    if (start == NULL
        || sansmcp_seal_close(&key, &to, desk->now + LIFE, (const uint8_t *)state.data, state.len,
                              start, len, &sealed)
            != SANSMCP_OK)
        return nothing;
    desk->work->written += len;
    return sealed;
}

sansmcp_result unseal(struct desk *desk, const sansmcp_event *call, sansmcp_str *state) {
    sansmcp_text sealed = sansmcp_event_request_state(call);
    sansmcp_bound to = bound(call);
    sansmcp_key key = key_of(desk->work);
    char *start = room(desk, sealed.len);
    size_t len;
    *state = nothing;
    if (sealed.data == NULL) return SANSMCP_OK;
    if (start == NULL) return SANSMCP_SHORT;
    sansmcp_result result = sansmcp_seal_open(
        &key, 1, &to, desk->now, sealed, (uint8_t *)start, sealed.len, &len);
    if (result != SANSMCP_OK) return result;
    desk->work->written += len;
    *state = (sansmcp_str){start, len};
    return SANSMCP_OK;
}

sansmcp_result bad_state(struct desk *desk, const sansmcp_event *call, sansmcp_result why) {
    int32_t code;
    sansmcp_str message;
    if (sansmcp_seal_answer(why, &code, &message) != SANSMCP_OK) return why;
    return sansmcp_server_error(desk->server, call->ticket, code, message, nothing,
                                desk->work->tx, MESSAGE, &desk->out);
}
