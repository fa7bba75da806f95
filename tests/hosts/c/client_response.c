#include "client_response.h"

#include <string.h>
#include <strings.h>

static bool is_token(const char *text, size_t len) {
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        bool is_alphanumeric = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
        if (!is_alphanumeric && (c == 0 || strchr(others, c) == NULL)) return false;
    }
    return len > 0;
}

static sansmcp_str trimmed(const char *text, size_t len) {
    while (len > 0 && (*text == ' ' || *text == '\t')) text++, len--;
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t')) len--;
    return (sansmcp_str){text, len};
}

static bool is_named(sansmcp_str text, const char *name) {
    return text.len == strlen(name) && strncasecmp(text.data, name, text.len) == 0;
}

/* `HTTP/1.1 200 OK`. */
static bool read_status(client_response *r, const char *line, size_t len) {
    if (len < 12 || memcmp(line, "HTTP/1.", 7) != 0 || line[7] < '0' || line[7] > '9'
        || line[8] != ' ' || (len > 12 && line[12] != ' '))
        return false;
    r->status = 0;
    for (int i = 9; i < 12; i++) {
        if (line[i] < '0' || line[i] > '9') return false;
        r->status = (uint16_t)(r->status * 10 + (line[i] - '0'));
    }
    return r->status >= 100;
}

static bool read_length(sansmcp_str text, uint64_t *length) {
    *length = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] < '0' || text.data[i] > '9') return false;
        *length = *length * 10 + (uint64_t)(text.data[i] - '0');
    }
    return text.len > 0 && text.len < 19;
}

/* Reads a head that is whole: where its body is, and the lines that matter. */
static client_stage read_head(client_response *r) {
    static const char *const wanted[] = {"content-type", "mcp-session-id", "www-authenticate"};
    bool has_length = false, is_chunked = false, is_first = true;
    uint64_t length = 0, other;
    r->header_count = 0;
    for (const char *line = r->head;;) {
        const char *end = strchr(line, '\r');
        size_t len = (size_t)(end - line);
        if (len == 0) break;
        if (is_first && !read_status(r, line, len)) return CLIENT_BROKEN;
        const char *colon = memchr(line, ':', len);
        if (!is_first && (colon == NULL || !is_token(line, (size_t)(colon - line))))
            return CLIENT_BROKEN;
        if (!is_first) {
            sansmcp_header header = {.name = {line, (size_t)(colon - line)},
                .value = trimmed(colon + 1, (size_t)(end - colon - 1))};
            if (is_named(header.name, "content-length")) {
                if (!read_length(header.value, &other) || (has_length && other != length))
                    return CLIENT_BROKEN;
                has_length = true;
                length = other;
            } else if (is_named(header.name, "transfer-encoding")) {
                if (is_chunked || !is_named(header.value, "chunked")) return CLIENT_BROKEN;
                is_chunked = true;
            }
            for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
                if (!is_named(header.name, wanted[i])) continue;
                if (r->header_count == CLIENT_HEADERS) return CLIENT_BROKEN;
                r->headers[r->header_count++] = header;
            }
        }
        is_first = false;
        line = end + 2;
    }
    if (is_first) return CLIENT_BROKEN;
    if (r->status < 200) {
        /* One on the way; the response comes after it. Nobody asked for another protocol. */
        r->head_len = 0;
        return r->status == 101 ? CLIENT_BROKEN : CLIENT_AT_HEAD;
    }
    r->has_head = true;
    r->left = length;
    if (r->status == 204 || r->status == 304) return CLIENT_WHOLE;
    if (is_chunked) return CLIENT_AT_SIZE;
    if (!has_length) return CLIENT_UNTIL_CLOSE;
    return length == 0 ? CLIENT_WHOLE : CLIENT_AT_LENGTH;
}

/* One byte of the head. Its lines end with CR LF, and there is no other of the two, nor a NUL. */
static client_stage take_head(client_response *r, char byte) {
    bool after_cr = r->head_len > 0 && r->head[r->head_len - 1] == '\r';
    if (byte == 0 || (byte == '\n') != after_cr || r->head_len + 1 >= CLIENT_HEAD)
        return CLIENT_BROKEN;
    r->head[r->head_len++] = byte;
    r->head[r->head_len] = 0;
    bool is_whole = r->head_len >= 4 && memcmp(r->head + r->head_len - 4, "\r\n\r\n", 4) == 0;
    return is_whole ? read_head(r) : CLIENT_AT_HEAD;
}

/* One byte between the chunks. */
static client_stage take_framing(client_response *r, char byte) {
    static const char digits[] = "0123456789abcdef";
    const char *digit = byte != 0 ? strchr(digits, byte >= 'A' && byte <= 'F' ? byte | 0x20 : byte)
                                  : NULL;
    size_t len = r->line_len++;
    switch (r->stage) {
    case CLIENT_AT_SIZE:
        if (digit != NULL && len < 15) {
            r->left = (len == 0 ? 0 : r->left << 4) | (uint64_t)(digit - digits);
            return CLIENT_AT_SIZE;
        }
        if (len == 0 || (byte != '\r' && byte != ';' && byte != ' ' && byte != '\t'))
            return CLIENT_BROKEN;
        return CLIENT_AT_EXTENSION;
    case CLIENT_AT_EXTENSION:
        if (byte != '\n') return len < CLIENT_HEAD ? CLIENT_AT_EXTENSION : CLIENT_BROKEN;
        r->line_len = 0;
        return r->left > 0 ? CLIENT_AT_CHUNK : CLIENT_AT_TRAILER;
    case CLIENT_AT_CHUNK_END:
        if (byte != "\r\n"[len]) return CLIENT_BROKEN;
        if (len == 0) return CLIENT_AT_CHUNK_END;
        r->line_len = 0;
        return CLIENT_AT_SIZE;
    default: /* a trailer, which says nothing to us, or the empty line at the end */
        if (byte != '\n') return len < CLIENT_HEAD ? CLIENT_AT_TRAILER : CLIENT_BROKEN;
        r->line_len = 0;
        return len <= 1 ? CLIENT_WHOLE : CLIENT_AT_TRAILER;
    }
}

size_t client_response_take(client_response *r, const uint8_t *bytes, size_t len,
                            const uint8_t **piece, size_t *piece_len) {
    size_t at = 0;
    *piece = bytes;
    *piece_len = 0;
    while (at < len && r->stage < CLIENT_WHOLE) {
        bool has_length = r->stage == CLIENT_AT_LENGTH || r->stage == CLIENT_AT_CHUNK;
        if (has_length || r->stage == CLIENT_UNTIL_CLOSE) {
            size_t count = len - at;
            if (has_length && r->left < count) count = (size_t)r->left;
            *piece = bytes + at;
            *piece_len = count;
            if (has_length) r->left -= count;
            if (has_length && r->left == 0) {
                r->line_len = 0;
                r->stage = r->stage == CLIENT_AT_CHUNK ? CLIENT_AT_CHUNK_END : CLIENT_WHOLE;
            }
            return at + count;
        }
        char byte = (char)bytes[at++];
        if (r->stage != CLIENT_AT_HEAD) {
            r->stage = take_framing(r, byte);
        } else {
            r->stage = take_head(r, byte);
            if (r->has_head) break;
        }
    }
    return at;
}

void client_response_end(client_response *r) {
    if (r->stage == CLIENT_UNTIL_CLOSE) r->stage = CLIENT_WHOLE;
    if (r->stage != CLIENT_WHOLE) r->stage = CLIENT_BROKEN;
}
