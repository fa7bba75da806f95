/* Forty tools that are alike: their names and what they say follow from a number. */
#include "device.h"

#define NAME "read_channel_"

/* Copies a text, and says where it ends. */
static char *put(char *into, sansmcp_str text) {
    for (size_t at = 0; at < text.len; at++) *into++ = text.data[at];
    return into;
}

sansmcp_tool channel_tool(uint32_t channel, char *memory) {
    sansmcp_str describes = SANSMCP_STR("Reads channel 00");
    char *description = put(memory, SANSMCP_STR(NAME "00"));
    char *end = put(description, describes);
    digits(channel, 2, description);
    digits(channel, 2, end);
    return (sansmcp_tool){
        .name = {memory, (size_t)(description - memory)},
        .description = {description, describes.len},
    };
}

/* The channel that a tool reads, or one that there is not. */
static uint32_t channel_of(sansmcp_text tool) {
    char plain[CHANNEL_NAME_LEN], memory[CHANNEL_MEMORY];
    sansmcp_str is;
    if (sansmcp_text_decode(tool, plain, sizeof plain, &is) != SANSMCP_OK
        || is.len != CHANNEL_NAME_LEN)
        return CHANNELS;
    uint32_t channel = (uint32_t)(uint8_t)(plain[13] - '0') * 10 + (uint8_t)(plain[14] - '0');
    /* The name of that channel, so that there is one way to write each. */
    if (channel >= CHANNELS || !sansmcp_str_equals(is, channel_tool(channel, memory).name))
        return CHANNELS;
    return channel;
}

sansmcp_result read_channel(const sansmcp_event *event, sansmcp_out *out) {
    char text[] = "channel 00: 0000";
    uint32_t channel = channel_of(sansmcp_event_name(event));
    if (channel >= CHANNELS) return reply(event, out);
    digits(channel, 2, text + 10);
    char number[DIGITS_MAX];
    char *end = put(text + 12, digits(channel * 37 % 1024, 1, number + sizeof number));
    return answer_text(event->ticket, (sansmcp_str){text, (size_t)(end - text)}, out);
}
