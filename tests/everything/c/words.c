/* Texts that are put together while an event is dealt with. */
#include "server.h"

#include <string.h>

char *room(struct desk *desk, size_t len) {
    struct work *work = desk->work;
    return len <= PAPER - work->written ? work->paper + work->written : NULL;
}

sansmcp_str join(struct desk *desk, const sansmcp_str *texts, size_t count) {
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        if (texts[i].data == NULL) return nothing;
        len += texts[i].len;
    }
    char *start = room(desk, len);
    if (start == NULL) return nothing;
    char *to = start;
    for (size_t i = 0; i < count; i++) {
        memcpy(to, texts[i].data, texts[i].len);
        to += texts[i].len;
    }
    desk->work->written += len;
    return (sansmcp_str){start, len};
}

sansmcp_str plain(struct desk *desk, sansmcp_text text) {
    sansmcp_str decoded;
    char *start = room(desk, text.len);
    if (start == NULL) return nothing;
    switch (sansmcp_text_decode(text, start, text.len, &decoded)) {
        case SANSMCP_OK: desk->work->written += decoded.len; return decoded;
        /* Half a surrogate pair: the sign for what is no character. */
        case SANSMCP_NOT_TEXT: return S("\xEF\xBF\xBD");
        default: return nothing;
    }
}

sansmcp_str decoded(struct desk *desk, sansmcp_str piece) {
    sansmcp_str text;
    char *start = room(desk, piece.len);
    if (start == NULL || sansmcp_percent_decode(piece, start, piece.len, &text) != SANSMCP_OK)
        return nothing;
    desk->work->written += text.len;
    return text;
}

sansmcp_str inside(sansmcp_text text) { return (sansmcp_str){text.data, text.len}; }

sansmcp_str escaped(struct desk *desk, sansmcp_str text) {
    sansmcp_text encoded;
    size_t free = PAPER - desk->work->written;
    if (sansmcp_text_encode(text, room(desk, 0), free, &encoded) != SANSMCP_OK) return nothing;
    desk->work->written += encoded.len;
    return inside(encoded);
}

sansmcp_str digits(struct desk *desk, int64_t number) {
    char reversed[20];
    size_t len = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        reversed[len++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    char *start = room(desk, len + 1);
    if (start == NULL) return nothing;
    char *to = start;
    if (number < 0) *to++ = '-';
    while (len > 0) *to++ = reversed[--len];
    desk->work->written += (size_t)(to - start);
    return (sansmcp_str){start, (size_t)(to - start)};
}

bool begins_with(sansmcp_str text, sansmcp_str with) {
    return text.len >= with.len && memcmp(text.data, with.data, with.len) == 0;
}
