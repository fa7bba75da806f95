/* Results in a few words. */
#ifndef CLIENT_WORDS_H
#define CLIENT_WORDS_H

#include "client_text.h"

/* Adds what a result says, in one line. */
void words_result(text *to, const char *method, sansmcp_str result);

#endif
