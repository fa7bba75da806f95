/*
 * Transcripts (tests/vectors/README.md): reading them, and replaying each case in every way. What a
 * replay does is its runner's; it gets a cursor, and all that is expected goes through `expect`.
 *
 * `RUNNER [-s | -l] FILE...`: each input whole, byte by byte, and cut at every place; -s, for slow
 * machines, not cut at every place; -l proves that the runner sees differences: with any one of its
 * expected lines left out each case has to fail. The last line is `N passed, M failed`.
 */
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include <sansmcp.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Inputs longer than this are cut at the borders of tokens only. */
enum { LONG_INPUT = 4096, MOST_STEPS = 4096, LONGEST_FILE = 1 << 20 };

/* One line of a case; `data` is what an input holds, `text` the whole line, `rest` what follows its
 * mark. */
typedef struct {
    char mark; /* '@', '!', '>' an input, '.' its end, 'r' a request, 'h' a header of it, or '=' for
                  all that is expected */
    sansmcp_str text, rest;
    uint8_t *data;
    size_t len;
    int number;
} step;

/* A place in a case. */
typedef struct {
    const char *file, *title;
    const step *steps;
    size_t count, at;
    long cut; /* 0: whole, -1: byte by byte, else where */
    bool failed, is_silent;
} cursor;

static inline void *fresh(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) abort();
    return memory;
}

/* Copies to memory that ends where the bytes end. */
static inline void *copy(const void *data, size_t len) {
    void *memory = fresh(len, 1);
    if (len > 0) memcpy(memory, data, len);
    return memory;
}

static inline bool is(sansmcp_str text, const char *literal) {
    return text.len == strlen(literal)
        && (text.len == 0 || memcmp(text.data, literal, text.len) == 0);
}

/* Takes the first word off a text. */
static inline sansmcp_str word(sansmcp_str *rest) {
    sansmcp_str first = *rest;
    const char *space = rest->len > 0 ? memchr(rest->data, ' ', rest->len) : NULL;
    if (space != NULL) first.len = (size_t)(space - rest->data);
    size_t gone = first.len + (space != NULL ? 1 : 0);
    rest->data += gone;
    rest->len -= gone;
    return first;
}

static inline long long number(sansmcp_str text) {
    char digits[24] = "";
    memcpy(digits, text.data, text.len < 23 ? text.len : 23);
    return strtoll(digits, NULL, 10);
}

/* The bytes of hexadecimal digits and spaces. */
static inline uint8_t *bytes_of(sansmcp_str text, size_t *len) {
    uint8_t *bytes = fresh(text.len / 2 + 1, 1);
    size_t digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        static const char set[] = "0123456789abcdef";
        if (text.data[i] == ' ') continue;
        const char *digit = strchr(set, text.data[i] | 0x20);
        if (digit == NULL) abort();
        bytes[digits / 2] = (uint8_t)(bytes[digits / 2] << 4 | (digit - set));
        digits++;
    }
    *len = digits / 2;
    uint8_t *exact = copy(bytes, *len);
    free(bytes);
    return exact;
}

/* The replay has failed, in these words. The first time counts. */
static inline void wrong(cursor *c, const char *format, ...) {
    if (c->failed) return;
    c->failed = true;
    if (c->is_silent) return;
    int line = c->count > 0 ? c->steps[c->at < c->count ? c->at : c->count - 1].number : 0;
    printf("FAIL %s:%d: %s (%ld)\n  ", c->file, line, c->title, c->cut);
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

static inline const step *now_at(const cursor *c) {
    return c->at < c->count ? &c->steps[c->at] : NULL;
}

/* A line that came of the engine has to be the one that is expected next. */
static inline void expect(cursor *c, const char *head, const void *data, size_t len) {
    const step *next = now_at(c);
    size_t head_len = strlen(head);
    if (c->failed) return;
    bool is_line = next != NULL && next->mark == '=';
    if (is_line && next->text.len == head_len + len && memcmp(next->text.data, head, head_len) == 0
        && (len == 0 || memcmp(next->text.data + head_len, data, len) == 0)) {
        c->at++;
        return;
    }
    wrong(c, "expected %.*s\n  got      %s%.*s", is_line ? (int)next->text.len : 7,
          is_line ? next->text.data : "nothing", head, (int)len, len > 0 ? (const char *)data : "");
}

/* How many bytes of an input of this length arrive first. */
static inline size_t first_piece(const cursor *c, size_t len) {
    if (c->cut == -1 && len > 0) return 1;
    return c->cut > 0 && (size_t)c->cut < len ? (size_t)c->cut : len;
}

/* Replays a case in the way that the cursor says. */
typedef void replay_case(cursor *);

static inline bool holds(replay_case *replay, cursor c, long cut) {
    c.cut = cut;
    replay(&c);
    return !c.failed;
}

static inline bool is_border(uint8_t byte) {
    return byte != 0 && strchr("{}[],:\"\n", byte) != NULL;
}

/* Replays a case in every way; counts the ways. */
static inline bool every_way(replay_case *replay, cursor c, bool is_slow, size_t *replays) {
    size_t longest = 0;
    *replays += 2;
    if (c.count == 0 || !holds(replay, c, 0) || !holds(replay, c, -1)) return false;
    for (size_t i = 0; i < c.count && !is_slow; i++)
        if (c.steps[i].len > longest) longest = c.steps[i].len;
    for (size_t cut = 1; cut < longest; cut++) {
        bool is_place = false;
        for (size_t i = 0; i < c.count && !is_place; i++) {
            const step *s = &c.steps[i];
            is_place = cut < s->len && (s->len <= LONG_INPUT || is_border(s->data[cut - 1])
                || is_border(s->data[cut]));
        }
        if (!is_place) continue;
        ++*replays;
        if (!holds(replay, c, (long)cut)) return false;
    }
    return true;
}

/* Whether a case fails without any one of the lines that it expects. */
static inline bool every_line_counts(replay_case *replay, cursor c, size_t *replays) {
    static step fewer[MOST_STEPS];
    cursor without = c;
    without.is_silent = true;
    without.steps = fewer;
    without.count = c.count - 1;
    for (size_t left_out = 0; left_out < c.count; left_out++) {
        if (c.steps[left_out].mark != '=') continue;
        memcpy(fewer, c.steps, left_out * sizeof *fewer);
        memcpy(fewer + left_out, c.steps + left_out + 1, (c.count - left_out - 1) * sizeof *fewer);
        ++*replays;
        if (holds(replay, without, 0)) {
            printf("FAIL %s: %s: holds without %.*s\n", c.file, c.title,
                   (int)c.steps[left_out].text.len, c.steps[left_out].text.data);
            return false;
        }
    }
    return true;
}

static inline step read_step(char *line, size_t len, int line_number) {
    step s = {.mark = '=', .text = {line, len}, .rest = {line, len}, .number = line_number};
    sansmcp_str mark = word(&s.rest);
    if (is(mark, "@") || is(mark, "!")) {
        s.mark = line[0];
    } else if (is(mark, ">.")) {
        s.mark = '.';
    } else if (is(mark, ">>")) {
        s.mark = 'r';
    } else if (is(mark, ">:")) {
        s.mark = 'h';
    } else if (is(mark, ">x")) {
        s.mark = '>';
        s.data = bytes_of(s.rest, &s.len);
    } else if (is(mark, ">") || is(mark, ">+")) {
        s.mark = '>';
        s.len = s.rest.len + (is(mark, ">") ? 1 : 0);
        s.data = fresh(s.len, 1);
        memcpy(s.data, s.rest.data, s.rest.len);
        if (s.len > s.rest.len) s.data[s.rest.len] = '\n';
    } else if (line[0] != '=' && line[0] != '<' && line[0] != '?') {
        abort();
    }
    return s;
}

/* Replays all cases of a file. False: it is no transcript. */
static inline bool replay_file(replay_case *replay, const char *path, char how, size_t counts[3]) {
    static char text[LONGEST_FILE];
    static step steps[MOST_STEPS];
    cursor c = {.file = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path, .steps = steps};
    FILE *in = fopen(path, "rb");
    size_t size = in != NULL ? fread(text, 1, sizeof text - 1, in) : 0;
    if (in == NULL || size == sizeof text - 1) return false;
    fclose(in);
    text[size] = 0;
    size_t cases = 0, said = 0;
    int line_number = 0;
    for (char *line = text; line <= text + size; line_number++) {
        char *end = strchr(line, '\n');
        if (end == NULL) end = text + size;
        size_t len = (size_t)(end - line);
        *end = 0;
        if (line_number == 0) {
            if (sscanf(line, "cases %zu", &said) != 1) return false;
        } else if (len == 0 && c.title != NULL) {
            bool is_good = how == 'l' ? every_line_counts(replay, c, &counts[2])
                                      : every_way(replay, c, how == 's', &counts[2]);
            counts[is_good ? 0 : 1]++;
            while (c.count > 0) free(steps[--c.count].data);
            cases++;
            c.title = NULL;
        } else if (len > 0 && c.title == NULL) {
            if (line[0] != '#' || len < 3) return false;
            c.title = line + 2;
        } else if (len > 0 && line[0] != '#') {
            if (c.count == MOST_STEPS) return false;
            steps[c.count++] = read_step(line, len, line_number + 1);
        }
        line = end + 1;
    }
    if (cases == said) return true;
    printf("FAIL %s says %zu cases and has %zu\n", c.file, said, cases);
    counts[1]++;
    return true;
}

/* What a runner's main does. */
static inline int replay_files(int argc, char **argv, replay_case *replay) {
    size_t counts[3] = {0}; /* good, bad, replays */
    char how = argc > 1 && argv[1][0] == '-' ? argv[1][1] : 0;
    for (int i = how != 0 ? 2 : 1; i < argc; i++) {
        if (!replay_file(replay, argv[i], how, counts)) {
            printf("FAIL %s is no transcript\n", argv[i]);
            counts[1]++;
        }
    }
    printf("%zu replays\n%zu passed, %zu failed\n", counts[2], counts[0], counts[1]);
    return counts[1] > 0 || counts[0] == 0;
}

#endif
