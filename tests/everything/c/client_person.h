/* The person at the client, and the model: they answer what servers ask, and read what comes. */
#ifndef CLIENT_PERSON_H
#define CLIENT_PERSON_H

#include "client_text.h"

/* Somebody who says yes to everything, with made-up answers. */
typedef struct {
    bool is_loud;   /* print what happens */
    bool is_slow;   /* answers wait until this is false again */
    unsigned asked; /* how often something was asked */
} person;

/* Anything that happens: progress, log messages, changes. */
void person_hears(const person *who, const sansmcp_event *event);

/*
 * What the server needs of the user or the model. Gives true with `answer`: of an elicitation the
 * content of the form, of all else the result. False: nobody can answer it.
 */
bool person_is_asked(person *who, const sansmcp_input *input, text *answer);

const char *input_method(uint8_t kind);

#endif
