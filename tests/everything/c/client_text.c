#include "client_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Characters of a text that are shown. */
enum { SHOWN = 100 };

void *memory(void *old, size_t size) {
    void *got = realloc(old, size > 0 ? size : 1);
    if (got == NULL) {
        fputs("everything: no memory\n", stderr);
        exit(1);
    }
    return got;
}

/* Makes room for so much more, and a NUL. */
static char *grow(text *to, size_t more) {
    if (to->len + more + 1 > to->room) {
        to->room = 2 * (to->len + more + 1);
        to->data = memory(to->data, to->room);
    }
    return to->data + to->len;
}

void text_add(text *to, sansmcp_str more) {
    char *end = grow(to, more.len);
    if (more.len > 0) memcpy(end, more.data, more.len);
    end[more.len] = '\0';
    to->len += more.len;
}

void text_print(text *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    char *end = grow(to, (size_t)length);
    va_start(arguments, format);
    vsnprintf(end, (size_t)length + 1, format, arguments);
    va_end(arguments);
    to->len += (size_t)length;
}

void text_decode(text *to, sansmcp_text inside) {
    sansmcp_str decoded;
    char *end = grow(to, inside.len);
    sansmcp_result result = sansmcp_text_decode(inside, end, inside.len, &decoded);
    if (result == SANSMCP_OK)
        to->len += decoded.len;
    else if (result == SANSMCP_NOT_TEXT) /* half a character: as it was written */
        text_add(to, (sansmcp_str){inside.data, inside.len});
    to->data[to->len] = '\0';
}

void text_plain(text *to, sansmcp_str json) {
    sansmcp_text inside = {0};
    sansmcp_json_text(json, &inside);
    text_decode(to, inside);
}

/* One more character, or the sign that there are more; false then. */
static bool show(text *to, size_t *shown, sansmcp_str bytes) {
    bool is_new = ((unsigned char)bytes.data[0] & 0xc0) != 0x80;
    if (is_new && (*shown)++ == SHOWN) {
        text_add(to, STR(" …"));
        return false;
    }
    text_add(to, bytes);
    return true;
}

void text_short(text *to, sansmcp_str whole) {
    size_t shown = 0;
    bool is_gap = false;
    for (size_t at = 0; at < whole.len; at++) {
        if (isspace((unsigned char)whole.data[at])) {
            is_gap = shown > 0;
            continue;
        }
        if (is_gap && !show(to, &shown, STR(" "))) return;
        is_gap = false;
        if (!show(to, &shown, (sansmcp_str){whole.data + at, 1})) return;
    }
}

void text_empty(text *of) {
    of->len = 0;
    if (of->data != NULL) of->data[0] = '\0';
}

void text_free(text *of) {
    free(of->data);
    *of = (text){0};
}

sansmcp_str text_str(const text *of) {
    return of->data != NULL ? (sansmcp_str){of->data, of->len} : STR("");
}

sansmcp_str str_of(const char *zero_ended) {
    return (sansmcp_str){zero_ended, strlen(zero_ended)};
}

bool is(sansmcp_str a, const char *b) {
    return sansmcp_str_equals(a, str_of(b));
}

sansmcp_str json_get(sansmcp_str object, const char *key) {
    sansmcp_str value = {0};
    sansmcp_json_get(object, str_of(key), &value);
    return value;
}

sansmcp_str json_at(sansmcp_str array, size_t index) {
    sansmcp_str value = {0};
    sansmcp_json_at(array, index, &value);
    return value;
}

bool json_is(sansmcp_str json, const char *plain) {
    sansmcp_text inside = {0};
    return sansmcp_json_text(json, &inside) == SANSMCP_OK
        && sansmcp_text_equals(inside, str_of(plain));
}

bool json_is_true(sansmcp_str json) {
    bool value = false;
    return sansmcp_json_bool(json, &value) == SANSMCP_OK && value;
}

sansmcp_str json_or_null(sansmcp_str json) {
    return json.data != NULL ? json : STR("null");
}

sansmcp_walk walk_of(sansmcp_str json) {
    sansmcp_walk walk = {0};
    sansmcp_walk_init(&walk, json);
    return walk;
}

bool walk_next(sansmcp_walk *walk, sansmcp_str *value) {
    return sansmcp_walk_next(walk, NULL, value) == SANSMCP_OK;
}
