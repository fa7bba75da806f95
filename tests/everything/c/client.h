/* The everything client: what main.c needs of it. */
#ifndef EVERYTHING_CLIENT_H
#define EVERYTHING_CLIENT_H

/* What the client says of its words. */
extern const char everything_client_help[];

/*
 * Does what the words say; the first is the one behind `client`. Gives the status that the program
 * ends with: 0, 1 if it came to nothing (standard error says why), 2 if the words make no sense.
 */
int everything_client(int argc, char **argv);

#endif
