/* What the device has, as it lies in flash. The forty tools that read channels are made when they
 * are listed; so the list is answered entry by entry. */
#include "device.h"

static const sansmcp_tool tools[] = {
    {.name = SANSMCP_STR_INIT("measure"),
     .description = SANSMCP_STR_INIT("Measures in steps of 50 ms"),
     .input_schema = SANSMCP_STR_INIT(
         "{\"type\":\"object\",\"properties\":{\"steps\":{\"type\":\"integer\",\"minimum\":1,"
         "\"maximum\":100,\"default\":10}}}")},
    {.name = SANSMCP_STR_INIT("dump"),
     .description = SANSMCP_STR_INIT("Returns 100 KiB of memory")},
    {.name = SANSMCP_STR_INIT("set_pin"),
     .description = SANSMCP_STR_INIT("Sets the level of a pin"),
     .input_schema = SANSMCP_STR_INIT(
         "{\"type\":\"object\",\"properties\":{"
         "\"pin\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":15},"
         "\"level\":{\"type\":\"string\",\"enum\":[\"low\",\"high\"]},"
         "\"duty\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1,\"default\":1},"
         "\"label\":{\"type\":\"string\",\"maxLength\":16}},"
         "\"required\":[\"pin\",\"level\"]}"),
     .output_schema = SANSMCP_STR_INIT(
         "{\"type\":\"object\",\"properties\":{"
         "\"pin\":{\"type\":\"integer\"},\"level\":{\"type\":\"string\"},"
         "\"duty\":{\"type\":\"number\"},\"label\":{\"type\":\"string\"}},"
         "\"required\":[\"pin\",\"level\",\"duty\"]}")},
    {.name = SANSMCP_STR_INIT("rename"),
     .description = SANSMCP_STR_INIT("Asks for a name")},
};
#define TOOLS ((uint32_t)(sizeof tools / sizeof *tools))

static const sansmcp_resource resources[] = {
    {.uri = SANSMCP_STR_INIT(PINS_URI),
     .name = SANSMCP_STR_INIT("pins"),
     .description = SANSMCP_STR_INIT("The levels of the pins, pin 0 first"),
     .mime_type = SANSMCP_STR_INIT("text/plain")},
    {.uri = SANSMCP_STR_INIT(MEMORY_URI),
     .name = SANSMCP_STR_INIT("memory"),
     .description = SANSMCP_STR_INIT("The stack used at worst, in bytes"),
     .mime_type = SANSMCP_STR_INIT("text/plain")},
};
static const sansmcp_prompt_argument arguments[] = {
    {.name = SANSMCP_STR_INIT("part"), .required = SANSMCP_HINT_YES}};
static const sansmcp_prompt prompts[] = {{
    .name = SANSMCP_STR_INIT("diagnose"),
    .description = SANSMCP_STR_INIT("Diagnoses a part of the device"),
    .arguments = arguments,
    .argument_count = 1,
}};
const sansmcp_server_info info = {
    .name = SANSMCP_STR_INIT("device"),
    .version = SANSMCP_STR_INIT("1.0.0"),
    .title = SANSMCP_STR_INIT("Device"),
    .resources = resources,
    .resource_count = sizeof resources / sizeof *resources,
    .prompts = prompts,
    .prompt_count = 1,
    .capabilities = SANSMCP_CAPABILITY_TOOLS | SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE,
};

/* The entry that a cursor leads to: `t`, and its place without a leading zero. What is no cursor of
 * ours leads past the end. */
static uint32_t position(sansmcp_text cursor) {
    char plain[4];
    sansmcp_str is;
    uint32_t place = 0;
    if (cursor.data == NULL) return 0;
    if (sansmcp_text_decode(cursor, plain, sizeof plain, &is) != SANSMCP_OK || is.len < 2
        || is.data[0] != 't' || is.data[1] == '0')
        return UINT32_MAX;
    for (size_t at = 1; at < is.len; at++) {
        if (is.data[at] < '0' || is.data[at] > '9') return UINT32_MAX;
        place = place * 10 + (uint32_t)(is.data[at] - '0');
    }
    return place;
}

sansmcp_result list_tools(const sansmcp_event *event, sansmcp_out *out) {
    uint32_t place = position(sansmcp_event_cursor(event));
    char cursor[1 + DIGITS_MAX];
    sansmcp_page page;
    /* The engine has the words for a cursor that leads nowhere. */
    if (place >= TOOLS + CHANNELS) return reply(event, out);
    sansmcp_result result =
        sansmcp_server_page(&engine.server, event, device.tx, sizeof device.tx, &page);
    if (result != SANSMCP_OK) return result;
    for (; place < TOOLS + CHANNELS; place++) {
        char memory[CHANNEL_MEMORY];
        sansmcp_tool tool = place < TOOLS ? tools[place] : channel_tool(place - TOOLS, memory);
        if (sansmcp_page_tool(&page, &tool) != SANSMCP_OK) break;
    }
    if (place == TOOLS + CHANNELS) return sansmcp_page_end(&page, (sansmcp_str){0}, out);
    sansmcp_str next = digits(place, 1, cursor + sizeof cursor);
    char *begin = cursor + sizeof cursor - next.len - 1;
    *begin = 't';
    return sansmcp_page_end(&page, (sansmcp_str){begin, next.len + 1}, out);
}
