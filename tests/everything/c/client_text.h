/* Texts that grow, and values of JSON where they stand. */
#ifndef CLIENT_TEXT_H
#define CLIENT_TEXT_H

#include <sansmcp.h>

#define STR SANSMCP_STR
/* For printf with `%.*s`. */
#define SHOW(text) (int)(text).len, (text).data

/* A text of its own: it ends with a NUL behind its length. All zero is an empty one. */
typedef struct {
    char *data;
    size_t len;
    size_t room;
} text;

/* Memory; the program ends if there is none. */
void *memory(void *old, size_t size);

void text_add(text *to, sansmcp_str more);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_print(text *to, const char *format, ...);
/* Adds the inside of a JSON string, decoded; nothing if it is none. */
void text_decode(text *to, sansmcp_text inside);
/* Adds what is behind a JSON string, decoded; nothing if it is none. */
void text_plain(text *to, sansmcp_str json);
/* Adds the start of `whole`, on one line. */
void text_short(text *to, sansmcp_str whole);
/* It may be used again. */
void text_empty(text *of);
void text_free(text *of);
sansmcp_str text_str(const text *of);

sansmcp_str str_of(const char *zero_ended);
bool is(sansmcp_str a, const char *b);

/* The member of an object, the item of an array, as JSON text. NULL: there is none. */
sansmcp_str json_get(sansmcp_str object, const char *key);
sansmcp_str json_at(sansmcp_str array, size_t index);
/* Whether a JSON string means `plain`. */
bool json_is(sansmcp_str json, const char *plain);
bool json_is_true(sansmcp_str json);
/* As it can stand in a message: `null` for none. */
sansmcp_str json_or_null(sansmcp_str json);

/* A walk through the members of an object or the items of an array; none of all else. */
sansmcp_walk walk_of(sansmcp_str json);
bool walk_next(sansmcp_walk *walk, sansmcp_str *value);

#endif
