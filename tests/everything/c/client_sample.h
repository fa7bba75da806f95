/* Values made up to fit a schema: what a person or a model would have chosen. */
#ifndef CLIENT_SAMPLE_H
#define CLIENT_SAMPLE_H

#include "client_text.h"

/*
 * Adds an object with the properties that the schema requires; with `all`, with every one that has
 * no default.
 */
void sample_object(text *to, sansmcp_str schema, bool all);

#endif
