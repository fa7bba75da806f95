/* The pins: a tool whose arguments have types, a resource that can be listened to, a prompt. */
#include "device.h"

#define LABEL_MAX 16
/* A character takes at most four bytes. */
#define LABEL_BYTES (4 * LABEL_MAX)

/* The high ones, a bit for each. */
static uint16_t levels;

/* What was asked for. */
typedef struct {
    int64_t pin;
    bool is_high;
    int64_t thousandths;
    sansmcp_str label; /* as it came, quotes and all; NULL: there is none */
} order;

/* What is wrong with a label; NULL if nothing is. */
static sansmcp_str check_label(sansmcp_str json) {
    char memory[LABEL_BYTES];
    sansmcp_text inside;
    sansmcp_str plain;
    size_t count = 0;
    sansmcp_result result = sansmcp_json_text(json, &inside);
    if (result == SANSMCP_OK)
        result = sansmcp_text_decode(inside, memory, sizeof memory, &plain);
    if (result == SANSMCP_SHORT) return SANSMCP_STR("label is too long");
    if (result != SANSMCP_OK) return SANSMCP_STR("label is no text");
    /* Characters are all bytes but those that go on with one. */
    for (size_t at = 0; at < plain.len; at++) count += ((uint8_t)plain.data[at] & 0xC0) != 0x80;
    return count > LABEL_MAX ? SANSMCP_STR("label is too long") : (sansmcp_str){0};
}

/* A number from 0 to 1 in thousandths; what it has beyond is cut off, but not before it is known to
 * be in bounds. */
static bool thousandths(sansmcp_str json, int64_t *value) {
    sansmcp_number number;
    int64_t whole;
    if (sansmcp_json_number(json, &number) != SANSMCP_OK) return false;
    if (sansmcp_number_integer(number, &whole) == SANSMCP_OK) {
        *value = whole == 1 ? 1000 : 0;
        return whole == 0 || whole == 1;
    }
    return json.data[0] != '-' && sansmcp_number_scaled(number, 3, value) == SANSMCP_OK
        && *value < 1000;
}

/* Reads the arguments; or says what is wrong with them, NULL if nothing is. */
static sansmcp_str read_order(const sansmcp_event *event, order *it) {
    sansmcp_str arguments = sansmcp_event_arguments(event), value;
    sansmcp_text text;
    *it = (order){.thousandths = 1000};
    if (sansmcp_json_get(arguments, SANSMCP_STR("pin"), &value) != SANSMCP_OK
        || sansmcp_json_integer(value, &it->pin) != SANSMCP_OK || it->pin < 0 || it->pin >= PINS)
        return SANSMCP_STR("pin is out of bounds");
    if (sansmcp_event_arg(event, SANSMCP_STR("level"), &text) != SANSMCP_OK)
        return SANSMCP_STR("level is unknown");
    it->is_high = sansmcp_text_equals(text, SANSMCP_STR("high"));
    if (!it->is_high && !sansmcp_text_equals(text, SANSMCP_STR("low")))
        return SANSMCP_STR("level is unknown");
    if (sansmcp_json_get(arguments, SANSMCP_STR("duty"), &value) == SANSMCP_OK
        && !thousandths(value, &it->thousandths))
        return SANSMCP_STR("duty is out of bounds");
    if (sansmcp_json_get(arguments, SANSMCP_STR("label"), &it->label) != SANSMCP_OK)
        return (sansmcp_str){0};
    return check_label(it->label);
}

static void write_order(sansmcp_writer *json, const order *it) {
    int64_t duty = it->thousandths;
    uint8_t decimals = 3;
    while (decimals > 0 && duty % 10 == 0) {
        duty /= 10;
        decimals--;
    }
    sansmcp_writer_put(json, SANSMCP_STR("{\"pin\":"));
    sansmcp_writer_decimal(json, it->pin, 0);
    sansmcp_writer_put(json, SANSMCP_STR(",\"level\":"));
    sansmcp_writer_string(json, it->is_high ? SANSMCP_STR("high") : SANSMCP_STR("low"));
    sansmcp_writer_put(json, SANSMCP_STR(",\"duty\":"));
    sansmcp_writer_decimal(json, duty, decimals);
    if (it->label.data != NULL) {
        sansmcp_writer_put(json, SANSMCP_STR(",\"label\":"));
        sansmcp_writer_json(json, it->label);
    }
    sansmcp_writer_put(json, SANSMCP_STR("}"));
}

sansmcp_result set_pin(const sansmcp_event *event, sansmcp_out *out) {
    order it;
    /* Nothing else is in that buffer: only calls of `rename` are made again. */
    sansmcp_writer json = {.buffer = (char *)device.again, .buffer_len = sizeof device.again};
    sansmcp_receivers receivers = {0};
    sansmcp_str said, wrong = read_order(event, &it);
    if (wrong.data != NULL) return fail(event->ticket, wrong, out);
    write_order(&json, &it);
    sansmcp_result result = sansmcp_writer_text(&json, &said);
    if (result != SANSMCP_OK) return result;
    const sansmcp_content content = {.text = said};
    const sansmcp_answer answer = {.content = &content, .content_count = 1, .structured = said};
    result = sansmcp_server_answer(
        &engine.server, event->ticket, &answer, device.tx, sizeof device.tx, out);
    if (result != SANSMCP_OK) return result;
    /* Not before: an answer that could not go out is tried again from its start. */
    uint16_t bit = (uint16_t)(1u << it.pin);
    levels = (uint16_t)(it.is_high ? levels | bit : levels & ~bit);
    send(out);
    while (sansmcp_server_updated(&engine.server, SANSMCP_STR(PINS_URI), &receivers, device.tx,
               sizeof device.tx, out) == SANSMCP_OK)
        send(out);
    return SANSMCP_NONE;
}

static sansmcp_str write_levels(char *memory) {
    for (size_t pin = 0; pin < PINS; pin++) memory[pin] = levels >> pin & 1 ? 'H' : 'L';
    return (sansmcp_str){memory, PINS};
}

sansmcp_result read_resource(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_text uri = sansmcp_event_uri(event, 0);
    char memory[6 + DIGITS_MAX], pins[PINS];
    sansmcp_part part = {.mime_type = SANSMCP_STR("text/plain")};
    if (sansmcp_text_equals(uri, SANSMCP_STR(PINS_URI))) {
        part.uri = SANSMCP_STR(PINS_URI);
        part.text = write_levels(pins);
    } else if (sansmcp_text_equals(uri, SANSMCP_STR(MEMORY_URI))) {
        sansmcp_str word = SANSMCP_STR("stack ");
        sansmcp_str used = digits((uint32_t)board_stack(), 1, memory + sizeof memory);
        char *begin = memory + sizeof memory - used.len - word.len;
        for (size_t at = 0; at < word.len; at++) begin[at] = word.data[at];
        part.uri = SANSMCP_STR(MEMORY_URI);
        part.text = (sansmcp_str){begin, word.len + used.len};
    } else {
        return reply(event, out);
    }
    const sansmcp_contents contents = {.parts = &part, .part_count = 1};
    return sansmcp_server_contents(
        &engine.server, event->ticket, &contents, device.tx, sizeof device.tx, out);
}

sansmcp_result get_prompt(const sansmcp_event *event, sansmcp_out *out) {
    char memory[PINS];
    size_t tx_len;
    sansmcp_text parts[] = {{"Diagnose ", 9}, {0}, {". Pins: ", 8}, {memory, PINS}};
    if (!is_called(event, SANSMCP_STR("diagnose"))) return reply(event, out);
    if (sansmcp_event_arg(event, SANSMCP_STR("part"), &parts[1]) != SANSMCP_OK)
        return sansmcp_server_error(&engine.server, event->ticket, SANSMCP_CODE_INVALID_PARAMS,
            SANSMCP_STR("part is missing"), (sansmcp_str){0}, device.tx, sizeof device.tx, out);
    write_levels(memory);
    sansmcp_text whole = joined(parts, 4, &tx_len);
    if (whole.data == NULL) return SANSMCP_SHORT;
    const sansmcp_message message = {.content = {.json_text = whole}};
    const sansmcp_messages messages = {.messages = &message, .message_count = 1};
    return sansmcp_server_messages(
        &engine.server, event->ticket, &messages, device.tx, tx_len, out);
}
