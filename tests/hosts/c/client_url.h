/* Where a server is: `http://host:port/path`. */
#ifndef CLIENT_URL_H
#define CLIENT_URL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char host[256];      /* a name or an address, without the brackets of an IPv6 address */
    char port[6];        /* its digits */
    char authority[272]; /* what the `Host` line says */
    char target[1024];   /* the path, and the query if there is one */
} client_url;

/* Reads one. What is wrong with it, in words, goes into `trouble`. */
bool client_url_read(client_url *url, const char *text, char *trouble, size_t room);

#endif
