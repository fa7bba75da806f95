/* A server that is a program: its standard input and output. */
#include "client_peer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
    LONGEST_IN = 1 << 22, /* bytes of the longest message that comes in */
    MOST_WAITING = 1 << 20, /* more bytes wait for the program: nothing that it says is read */
    GRACE = 2000, /* milliseconds that it may take to end once its input is closed */
    SOON = 200, /* the same once it has closed its output */
};

static void close_one(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

/* A pipe; our end of it is not handed on to other programs, and never makes us wait. */
static bool open_pipe(int ends[2], int ours) {
    if (pipe(ends) < 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return fcntl(ends[ours], F_SETFL, O_NONBLOCK) == 0;
}

static int spawn(program *of) {
    int in[2] = {-1, -1}, out[2] = {-1, -1}, fault;
    posix_spawn_file_actions_t actions;
    if (!open_pipe(in, 1) || !open_pipe(out, 0)) {
        fault = errno;
    } else {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], 0);
        posix_spawn_file_actions_adddup2(&actions, out[1], 1);
        fault = posix_spawnp(&of->child, of->command[0], &actions, NULL, of->command, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close_one(&in[0]);
    close_one(&out[1]);
    of->to = in[1];
    of->from = out[0];
    if (fault != 0) {
        of->child = 0;
        close_one(&of->to);
        close_one(&of->from);
    }
    sansmcp_lines_init(&of->lines, of->rx, LONGEST_IN);
    text_empty(&of->waiting);
    of->written = 0;
    return fault;
}

bool program_start(program *of, char **command, text *why) {
    signal(SIGPIPE, SIG_IGN);
    of->command = command;
    of->rx = memory(NULL, LONGEST_IN);
    int fault = spawn(of);
    if (fault != 0) text_print(why, "%s: %s", command[0], strerror(fault));
    return fault == 0;
}

void program_send(program *of, const sansmcp_out *out) {
    if (of->to >= 0) text_add(&of->waiting, (sansmcp_str){(const char *)out->data, out->len});
}

static void write_some(program *of) {
    size_t rest = of->waiting.len - of->written;
    ssize_t count = write(of->to, of->waiting.data + of->written, rest);
    if (count > 0) {
        of->written += (size_t)count;
        if (of->written < of->waiting.len) return;
    } else if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    } else {
        /* It reads no more: what it still says is read to its end. */
        close_one(&of->to);
    }
    text_empty(&of->waiting);
    of->written = 0;
}

/* Waits for its end; false if it has not ended in time. */
static bool has_ended(program *of, unsigned ms, int *status) {
    uint64_t until = now_ms() + ms;
    while (of->child > 0) {
        pid_t got = waitpid(of->child, status, WNOHANG);
        if (got != 0 && !(got < 0 && errno == EINTR)) {
            of->child = 0;
            return true;
        }
        if (now_ms() >= until) return false;
        poll(NULL, 0, 5);
    }
    return true;
}

static void end_program(program *of) {
    int status;
    close_one(&of->to);
    if (!has_ended(of, GRACE, &status)) {
        kill(of->child, SIGKILL);
        has_ended(of, GRACE, &status);
    }
    close_one(&of->from);
}

/* Its output has ended. It is started anew if that may help, once. */
static void ended(struct peer *p, program *of) {
    text why = {0};
    int status = 0;
    pid_t was = of->child;
    if (was == 0 || !has_ended(of, SOON, &status))
        text_add(&why, STR("the program closed its output"));
    else if (WIFSIGNALED(status))
        text_print(&why, "the program ended with signal: %d", WTERMSIG(status));
    else
        text_print(&why, "the program ended with exit status: %d", WEXITSTATUS(status));
    close_one(&of->from);
    peer_closed(p, (sansmcp_route){0}, why.data);
    text_free(&why);
    bool is_again = p->wants_restart && of->restarts++ == 0 && !of->is_leaving;
    p->wants_restart = false;
    end_program(of);
    if (is_again && spawn(of) == 0
        && sansmcp_client_connect(&p->client, &p->policy, now_ms()) == SANSMCP_OK)
        return;
    if (!p->is_greeted && p->refusal.kind == FINE) p->refusal.kind = GONE;
    calls_fail(p, GONE, 0, STR(""));
}

static void read_some(struct peer *p, program *of) {
    sansmcp_frame frame;
    size_t room;
    uint8_t *space = sansmcp_lines_space(&of->lines, &room);
    ssize_t count = read(of->from, space, room);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count > 0) {
        sansmcp_lines_filled(&of->lines, (size_t)count);
        while (sansmcp_lines_next_frame(&of->lines, &frame) == SANSMCP_OK) peer_receive(p, &frame);
        return;
    }
    while (sansmcp_lines_finish(&of->lines, &frame) == SANSMCP_OK) peer_receive(p, &frame);
    ended(p, of);
}

void program_turn(struct peer *p, program *of, int wait_ms) {
    struct pollfd files[2] = {{.fd = of->from, .events = POLLIN}, {.fd = -1, .events = POLLOUT}};
    if (of->waiting.len > of->written) files[1].fd = of->to;
    if (of->waiting.len - of->written > MOST_WAITING) files[0].fd = -1;
    if (of->from < 0) {
        /* There is nobody any more. */
        if (p->refusal.kind == FINE && !p->is_greeted) p->refusal.kind = GONE;
        calls_fail(p, GONE, 0, STR(""));
        poll(NULL, 0, wait_ms < 50 ? wait_ms : 50);
        return;
    }
    if (poll(files, 2, wait_ms) <= 0) return;
    if (files[1].revents != 0) write_some(of);
    if (files[0].revents != 0) read_some(p, of);
}

void program_leave(struct peer *p, program *of) {
    uint64_t until = now_ms() + GRACE;
    of->is_leaving = true;
    while (of->from >= 0 && now_ms() < until) {
        peer_settle(p);
        if (of->waiting.len == of->written) close_one(&of->to);
        program_turn(p, of, (int)(until - now_ms()) > 0 ? (int)(until - now_ms()) : 0);
    }
    if (of->child > 0 || of->from >= 0) end_program(of);
}

void program_free(program *of) {
    text_free(&of->waiting);
    free(of->rx);
    of->rx = NULL;
}
