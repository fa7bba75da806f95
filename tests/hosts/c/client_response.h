/* The response to an HTTP/1.1 request, read as it comes: its head, and its body in pieces. */
#ifndef CLIENT_RESPONSE_H
#define CLIENT_RESPONSE_H

#include <sansmcp.h>

/* A longer head is refused. */
enum { CLIENT_HEAD = 16384, CLIENT_HEADERS = 8 };

typedef enum {
    CLIENT_AT_HEAD, /* as new */
    CLIENT_AT_LENGTH,
    CLIENT_UNTIL_CLOSE,
    CLIENT_AT_SIZE,
    CLIENT_AT_EXTENSION,
    CLIENT_AT_CHUNK,
    CLIENT_AT_CHUNK_END,
    CLIENT_AT_TRAILER,
    CLIENT_WHOLE,
    CLIENT_BROKEN /* it breaks the rules of HTTP, or its end is missing */
} client_stage;

/* All zero bits when new. */
typedef struct {
    client_stage stage;
    bool has_head;
    uint16_t status;
    /* The lines that the engine reads; they lie in `head`. */
    sansmcp_header headers[CLIENT_HEADERS];
    size_t header_count;
    uint64_t left;   /* of the body, or of this chunk */
    size_t line_len; /* of the line that is read: a size, a trailer */
    size_t head_len;
    char head[CLIENT_HEAD];
} client_response;

/*
 * Reads some of the bytes that came: how many. `piece` is what they have of the body, `piece_len`
 * bytes, which may be none. It stops where the head ends, and where the response does.
 */
size_t client_response_take(client_response *response, const uint8_t *bytes, size_t len,
                            const uint8_t **piece, size_t *piece_len);

/* No more will come: the response is whole then, or broken. */
void client_response_end(client_response *response);

#endif
