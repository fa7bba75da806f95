/* A look at any server. */
#ifndef CLIENT_TOUR_H
#define CLIENT_TOUR_H

#include "client_peer.h"

/* Looks around, and prints what it sees. False: `why` says what went wrong. */
bool tour(peer *p, const sansmcp_policy *policy, text *why);

#endif
