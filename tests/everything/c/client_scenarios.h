/* The scenarios of the official conformance suite for clients, but for those of authorization. */
#ifndef CLIENT_SCENARIOS_H
#define CLIENT_SCENARIOS_H

#include "client_peer.h"

/* Does what a scenario asks for. False: `why` says what went wrong. */
bool scenario(peer *p, const char *name, const sansmcp_policy *policy, text *why);

#endif
