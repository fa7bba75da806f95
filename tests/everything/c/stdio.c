/* Standard input and output: one connection, and the application. */
#include "server.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    /** Requests that may be open at once. */
    SLOTS = 1024,
    /** Bytes of the largest message that nobody asked for. */
    TX = 1 << 16,
    /** Bytes that are written at once. */
    CHUNK = 1 << 16,
    /** Milliseconds that jobs may go on for when the input has ended. */
    GRACE = 1000,
};

static uint8_t rx[MESSAGE], tx[TX], chunk[CHUNK];
static size_t chunk_len;
/** What went wrong when something was to be written; 0: nothing. */
static int failure;
static sansmcp_connection connection;
static sansmcp_slot slots[SLOTS];

static uint64_t now_ms(void) {
    static struct timespec start;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (start.tv_sec == 0) start = now;
    return (uint64_t)(now.tv_sec - start.tv_sec) * 1000
        + (uint64_t)(now.tv_nsec / 1000000) - (uint64_t)(start.tv_nsec / 1000000);
}

static void write_all(const uint8_t *data, size_t len) {
    while (len > 0 && failure == 0) {
        ssize_t n = write(STDOUT_FILENO, data, len);
        if (n < 0) {
            if (errno != EINTR) failure = errno;
        } else {
            data += n;
            len -= (size_t)n;
        }
    }
}

static void flush(void) {
    write_all(chunk, chunk_len);
    chunk_len = 0;
}

static void put(void *way, const sansmcp_out *out) {
    (void)way;
    if (out->len > CHUNK - chunk_len) flush();
    if (out->len > CHUNK) {
        write_all(out->data, out->len);
    } else if (out->len > 0) {
        memcpy(chunk + chunk_len, out->data, out->len);
        chunk_len += out->len;
    }
}

/** Tells what has happened, and sends what is due without being asked for. */
static void settle(struct desk *desk) {
    struct news *news = &desk->work->news;
    sansmcp_out out;
    for (uint8_t what = SANSMCP_WHAT_TOOLS; what <= SANSMCP_WHAT_RESOURCES; what++)
        if (news->changed[what]) (void)sansmcp_server_changed(desk->server, what);
    if (news->updated) {
        sansmcp_receivers receivers = {0};
        while (sansmcp_server_updated(desk->server, S(WATCHED), &receivers, tx, TX, &out)
               == SANSMCP_OK)
            put(NULL, &out);
    }
    /* On a pipe there is nothing to put off. */
    *news = (struct news){0};
    while (sansmcp_server_next_output(desk->server, tx, TX, &out) == SANSMCP_OK) put(NULL, &out);
}

/** Deals with all frames that are there. */
static void serve(struct desk *desk, sansmcp_lines *lines, bool is_open) {
    sansmcp_frame frame;
    sansmcp_event event;
    desk->now = now_ms();
    while ((is_open ? sansmcp_lines_next_frame(lines, &frame)
                    : sansmcp_lines_finish(lines, &frame))
           == SANSMCP_OK) {
        while (sansmcp_server_receive(desk->server, &frame, desk->now, &event) == SANSMCP_OK) {
            app_handle(desk, &event);
            settle(desk);
        }
    }
}

/** Goes on with what waits for the time. */
static void work_on(struct desk *desk) {
    sansmcp_event event;
    sansmcp_ticket ticket;
    desk->now = now_ms();
    while (sansmcp_server_expire(desk->server, desk->now, &event) == SANSMCP_OK)
        app_handle(desk, &event);
    while (app_due(desk->work, desk->now, &ticket)) app_go_on(desk, ticket);
    settle(desk);
}

/** How long to wait for a time, in milliseconds; -1: for ever. */
static int until(uint64_t due) {
    uint64_t now = now_ms();
    if (due == UINT64_MAX) return -1;
    if (due <= now) return 0;
    return due - now < 3600000 ? (int)(due - now) : 3600000;
}

static uint64_t next_due(const struct desk *desk) {
    uint64_t due = app_next_due(desk->work), deadline;
    if (sansmcp_server_next_deadline(desk->server, &deadline) == SANSMCP_OK && deadline < due)
        return deadline;
    return due;
}

static int complain(const char *what, int error) {
    /* Whoever listened has gone. */
    if (error == EPIPE) return 0;
    fprintf(stderr, "everything: %s: %s\n", what, strerror(error));
    return 1;
}

int serve_stdio(struct work *work) {
    sansmcp_lines lines;
    sansmcp_server server;
    struct desk desk = {.server = &server, .work = work, .send = put};
    bool is_open = true;
    sansmcp_lines_init(&lines, rx, sizeof rx);
    sansmcp_result result = sansmcp_server_init(&server, everything(), &connection, slots, SLOTS);
    if (result != SANSMCP_OK) {
        fprintf(stderr, "everything: its tables: %s\n", sansmcp_result_text(result));
        return 1;
    }
    while (is_open) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = poll(&input, 1, until(next_due(&desk)));
        if (ready < 0 && errno != EINTR) return complain("input", errno);
        if (ready > 0) {
            size_t room;
            uint8_t *space = sansmcp_lines_space(&lines, &room);
            ssize_t n = read(STDIN_FILENO, space, room);
            if (n < 0 && errno != EINTR && errno != EAGAIN) return complain("input", errno);
            is_open = n != 0;
            if (n > 0) (void)sansmcp_lines_filled(&lines, (size_t)n);
            serve(&desk, &lines, is_open);
        }
        work_on(&desk);
        flush();
        if (failure != 0) return complain("output", failure);
    }
    /* What was begun and ends soon is still answered: nothing is lost of a few lines in a pipe. */
    uint64_t last = now_ms() + GRACE;
    while (app_next_due(work) <= last && failure == 0) {
        (void)poll(NULL, 0, until(app_next_due(work)));
        work_on(&desk);
        flush();
    }
    return failure == 0 ? 0 : complain("output", failure);
}
