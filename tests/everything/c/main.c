/* The everything server and client in C: one tool, resource or prompt for each feature of the
 * protocol. */
#include "client.h"
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[]
    = "everything: a Model Context Protocol server with every feature, built on sansmcp in C\n"
      "\n"
      "  --stdio          serve over standard input and output, one JSON message a line, until\n"
      "                   the input ends\n"
      "    --page BYTES   write lists into a buffer of this size, which cuts them into pages\n"
      "    --patience MS  how long the client may take to answer what it is asked (before\n"
      "                   2026-07-28)\n"
      "  --http ADDRESS   serve over HTTP, such as 127.0.0.1:8080 (port 0: any free one); the\n"
      "                   endpoint is /mcp, and the line \"serving URL\" on standard error says\n"
      "                   when it is ready; --page and --patience as above\n"
      "  --help           this text\n"
      "\n"
      "All revisions from 2024-11-05 to 2026-07-28 are spoken. The tools are those that the\n"
      "official conformance suite calls, and a few more; tests/everything/README.md lists them.\n"
      "\n"
      "As a client: everything client --help\n";

static int misused(const char *why, const char *word) {
    fprintf(stderr, "everything: %s%s\n\n%s", why, word, help);
    return 2;
}

static bool number_of(const char *word, unsigned long most, unsigned long *number) {
    char *end;
    if (word == NULL || word[0] < '0' || word[0] > '9') return false;
    errno = 0;
    *number = strtoul(word, &end, 10);
    return errno == 0 && *end == '\0' && *number <= most;
}

/** Takes the options of a command line; gives the status of the process where they will not do. */
static int parse(char **words, struct options *options) {
    unsigned long number;
    for (; *words != NULL; words += 2) {
        bool is_page = strcmp(words[0], "--page") == 0;
        if (!is_page && strcmp(words[0], "--patience") != 0)
            return misused("unknown argument: ", words[0]);
        if (!number_of(words[1], is_page ? ULONG_MAX : UINT32_MAX, &number))
            return misused(words[0], " wants a number");
        if (is_page)
            options->page = number;
        else
            options->patience = (uint32_t)number;
    }
    return 0;
}

/** Random bytes for a key that nobody knows. */
static bool random_bytes(uint8_t *bytes, size_t len) {
    int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool is_full = file >= 0 && read(file, bytes, len) == (ssize_t)len;
    if (file >= 0) close(file);
    return is_full;
}

int main(int argc, char **argv) {
    static struct work work;
    struct options *options = &work.options;
    const char *address = NULL;
    int status;
    if (argc > 1 && strcmp(argv[1], "client") == 0) {
        status = everything_client(argc - 2, argv + 2);
        return status == 2 ? misused("client needs a URL, or --stdio and a command", "") : status;
    }
    if (argc > 1 && strcmp(argv[1], "server") == 0) argv++;
    if (argv[1] == NULL || strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        return 0;
    }
    bool is_http = strcmp(argv[1], "--http") == 0;
    if (!is_http && strcmp(argv[1], "--stdio") != 0)
        return misused("unknown argument: ", argv[1]);
    argv += 2;
    if (is_http) {
        address = *argv++;
        if (address == NULL) return misused("--http needs an address, such as 127.0.0.1:8080", "");
    }
    options->page = MESSAGE;
    if ((status = parse(argv, options)) != 0) return status;
    if (!random_bytes(options->key, sizeof options->key)) {
        fputs("everything: no key\n", stderr);
        return 1;
    }
    /* Whoever listened has gone: writing says so. */
    signal(SIGPIPE, SIG_IGN);
    return is_http ? serve_http(&work, address) : serve_stdio(&work);
}
