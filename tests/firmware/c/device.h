/* The device: its memory, and what its parts do for the loop in device.c. */
#ifndef DEVICE_H
#define DEVICE_H

#include <sansmcp.h>

#include "board.h"

#define PINS_URI "device://pins"
#define MEMORY_URI "device://memory"

/* Requests that may be open at once, of both sides, and listeners. */
#define SLOTS 6

/* What the engine needs beside the buffers. */
typedef struct {
    sansmcp_connection connection;
    sansmcp_slot slots[SLOTS];
    sansmcp_server server;
    sansmcp_lines lines;
} engine_memory;

/* The buffers. What the calls under way need lies beside their code. */
typedef struct {
    uint8_t rx[2048];
    uint8_t tx[2048];
    uint8_t again[1024]; /* calls that are made again when their question was answered */
} device_memory;

extern engine_memory engine;
extern device_memory device;

/* Short forms with the device's own memory. */
sansmcp_result answer_text(sansmcp_ticket ticket, sansmcp_str text, sansmcp_out *out);
sansmcp_result fail(sansmcp_ticket ticket, sansmcp_str why, sansmcp_out *out);
sansmcp_result reply(const sansmcp_event *event, sansmcp_out *out);
void send(const sansmcp_out *out);
bool is_called(const sansmcp_event *event, sansmcp_str name);
bool is_same(sansmcp_ticket a, sansmcp_ticket b);

/* Puts texts one after the other, at the end of the transmit buffer: the answer is then written
 * into the `tx_len` bytes before. NULL: there is no room. */
sansmcp_text joined(const sansmcp_text *parts, size_t part_count, size_t *tx_len);

/* The decimal digits of a number, which end where `end` says. */
sansmcp_str digits(uint32_t number, size_t least, char *end);
#define DIGITS_MAX 10

/* catalog.c: what the device has. */
extern const sansmcp_server_info info;
sansmcp_result list_tools(const sansmcp_event *event, sansmcp_out *out);

/* channels.c: one of forty tools, which have no entry of their own anywhere. */
#define CHANNELS 40
#define CHANNEL_NAME_LEN 15 /* read_channel_00 */
#define CHANNEL_MEMORY 31   /* that, and what describes it */
sansmcp_tool channel_tool(uint32_t channel, char *memory);
sansmcp_result read_channel(const sansmcp_event *event, sansmcp_out *out);

/* measure.c: calls that take their time. */
sansmcp_result measure(const sansmcp_event *event, sansmcp_out *out);
void measure_step(void);
void measure_cancel(sansmcp_ticket ticket);
void measure_forget(void);

/* dump.c: an answer that is larger than the device. */
sansmcp_result dump(const sansmcp_event *event, sansmcp_out *out);
bool dump_goes_on(void);
void dump_step(void);
bool dump_cancel(sansmcp_ticket ticket);
void dump_forget(void);

/* pins.c: arguments with types, a resource and a prompt. */
#define PINS 16
sansmcp_result set_pin(const sansmcp_event *event, sansmcp_out *out);
sansmcp_result read_resource(const sansmcp_event *event, sansmcp_out *out);
sansmcp_result get_prompt(const sansmcp_event *event, sansmcp_out *out);

/* rename.c: a question to the person. */
sansmcp_result rename_device(const sansmcp_event *event, sansmcp_out *out);
sansmcp_result rename_answered(const sansmcp_event *event, sansmcp_out *out);
void rename_cancel(sansmcp_ticket ticket);
void rename_forget(void);

#endif
