/*
 * The everything client: what the official conformance suite asks of a client, and a look at any
 * server.
 */
#include "client.h"

#include "client_scenarios.h"
#include "client_tour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char everything_client_help[] =
    "  client URL              connect to a server over HTTP, such as http://127.0.0.1:8080/mcp\n"
    "  client --stdio COMMAND… start a server, and talk with it over its standard input and "
    "output\n"
    "    Shows who the server is and all that it has, and calls each tool that does not say that\n"
    "    it destroys something, with arguments that are made up: for servers to try things out "
    "on.\n"
    "  --newest REVISION       before either: speak no newer revision than this one, such as\n"
    "                          2025-11-25\n"
    "  --patience MS           before either: how long the server may take to answer at first\n"
    "    In a scenario of the conformance suite (MCP_CONFORMANCE_SCENARIO) it does what that asks "
    "for.\n";

/* The number of a revision's name; 0: it is none. */
static uint8_t revision_of(const char *name) {
    for (uint8_t number = 1; sansmcp_revision_name(number).data != NULL; number++)
        if (is(sansmcp_revision_name(number), name)) return number;
    return 0;
}

int everything_client(int argc, char **argv) {
    const char *newest = getenv("MCP_CONFORMANCE_PROTOCOL_VERSION");
    sansmcp_policy policy = {0};
    person who = {0};
    text why = {0};
    const char *name = getenv("MCP_CONFORMANCE_SCENARIO");
    static peer server;
    bool is_fine;
    for (; argc > 1; argc -= 2, argv += 2) {
        if (strcmp(argv[0], "--newest") == 0) {
            newest = argv[1];
        } else if (strcmp(argv[0], "--patience") == 0) {
            char *end;
            unsigned long ms = strtoul(argv[1], &end, 10);
            if (*argv[1] == '\0' || *end != '\0' || ms == 0 || ms >= UINT32_MAX) return 2;
            policy.probe_ms = policy.connect_ms = (uint32_t)ms;
        } else {
            break;
        }
    }
    if (newest != NULL) policy.newest = revision_of(newest);
    if (newest != NULL && policy.newest == 0) return 2;
    /* What is printed is to be seen in order, whoever reads it. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        printf("everything, the client:\n\n%s", everything_client_help);
        return 0;
    }
    if (argc > 1 && strcmp(argv[0], "--stdio") == 0)
        is_fine = peer_program(&server, &who, argv + 1, &why);
    else if (argc == 1 && argv[0][0] != '-')
        is_fine = peer_at(&server, &who, argv[0], &why);
    else
        return 2;
    if (is_fine && name != NULL && server.wire.is_http) {
        /* The suite runs all its scenarios at once, on machines that may be slow. */
        if (policy.probe_ms == 0) policy.probe_ms = 15000;
        is_fine = scenario(&server, name, &policy, &why);
    } else if (is_fine) {
        is_fine = tour(&server, &policy, &why);
    }
    peer_leave(&server);
    if (!is_fine) fprintf(stderr, "everything: %s\n", why.data != NULL ? why.data : "it failed");
    text_free(&why);
    return is_fine ? 0 : 1;
}
