/*
 * Replays transcripts (tests/vectors/README.md) through the C library: each input whole, byte by
 * byte, and cut at every place; with -s, for slow machines, not cut at every place.
 * `vectors [-s] FILE...`; the last line is `N passed, M failed`.
 */
#include "world.h"

/* Inputs longer than this are cut at the borders of tokens only. */
enum { LONG = 4096 };

/* Does all that comes before the next input or event. */
static void go_on(world *w) {
    const step *next;
    while (!w->failed && (next = now_at(w)) != NULL && (next->mark == '@' || next->mark == '!')) {
        w->at++;
        sansmcp_str rest = {next->text + 2, next->text_len - 2};
        if (next->mark == '@')
            w->now = (uint64_t)number(rest);
        else
            act(w, rest);
    }
}

static void take(world *w, sansmcp_frame *frame) {
    sansmcp_event event;
    sansmcp_server server;
    if (sansmcp_server_init(&server, w->info, w->connection, w->slots, w->slot_count) != SANSMCP_OK)
        abort();
    while (!w->failed && sansmcp_server_receive(&server, frame, w->now, &event) == SANSMCP_OK) {
        keep(&w->last, &event);
        event_line(w, &event);
        go_on(w);
    }
}

static void feed(world *w, sansmcp_lines *lines, const uint8_t *data, size_t len) {
    while (len > 0 && !w->failed) {
        size_t room;
        uint8_t *space = sansmcp_lines_space(lines, &room);
        size_t count = room < len ? room : len;
        if (count == 0) {
            wrong(w, "there is no space");
            return;
        }
        memcpy(space, data, count);
        data += count;
        len -= count;
        sansmcp_frame frame;
        sansmcp_lines_filled(lines, count);
        while (!w->failed && sansmcp_lines_next_frame(lines, &frame) == SANSMCP_OK)
            take(w, &frame);
    }
}

static void replay(world *w) {
    while (w->at < w->count && w->steps[w->at].mark == '!') {
        sansmcp_str rest = {w->steps[w->at].text + 2, w->steps[w->at].text_len - 2};
        sansmcp_str verb = word(&rest);
        if (!set_up(w, verb, rest)) break;
        w->at++;
    }
    uint8_t *rx = fresh(w->rx_len, 1);
    sansmcp_lines lines;
    sansmcp_lines_init(&lines, rx, w->rx_len);
    for (;;) {
        go_on(w);
        const step *next = now_at(w);
        if (w->failed || next == NULL) break;
        if (next->mark == '>') {
            size_t first = next->len;
            if (w->cut > 0 && (size_t)w->cut < next->len) first = (size_t)w->cut;
            w->at++;
            if (w->cut == -1) first = 1;
            for (size_t done = 0; done < next->len && !w->failed;) {
                size_t len = done == 0 || w->cut == -1 ? first : next->len - done;
                feed(w, &lines, next->data + done, len);
                done += len;
            }
        } else if (next->mark == '.') {
            sansmcp_frame frame;
            w->at++;
            while (!w->failed && sansmcp_lines_finish(&lines, &frame) == SANSMCP_OK)
                take(w, &frame);
        } else {
            wrong(w, "expected %.*s\n  got      nothing", (int)next->text_len, next->text);
        }
    }
    free(rx);
}

/* Replays a case in one way. */
static bool holds(const char *file, const char *title, const step *steps, size_t count, long cut) {
    world w = {.file = file, .title = title, .steps = steps, .count = count, .cut = cut,
        .info = &echo_server, .slot_count = 8, .tx_len = 4096, .rx_len = 4096};
    w.connection = fresh(1, sizeof *w.connection);
    w.slots = fresh(w.slot_count, sizeof *w.slots);
    w.tx = fresh(w.tx_len, 1);
    replay(&w);
    free(w.connection);
    free(w.slots);
    free(w.tx);
    forget(&w.last);
    while (w.kept_count > 0) forget(&w.kept[--w.kept_count]);
    return !w.failed;
}

static bool slow;

static bool is_border(uint8_t byte) {
    return byte != 0 && strchr("{}[],:\"\n", byte) != NULL;
}

/* Replays a case in every way; counts the ways. */
static bool every_way(const char *file, const char *title, const step *steps, size_t count,
                      size_t *replays) {
    size_t longest = 0;
    *replays += 2;
    if (count == 0 || !holds(file, title, steps, count, 0) || !holds(file, title, steps, count, -1))
        return false;
    for (size_t i = 0; i < count && !slow; i++)
        if (steps[i].len > longest) longest = steps[i].len;
    for (size_t cut = 1; cut < longest; cut++) {
        bool is_place = false;
        for (size_t i = 0; i < count && !is_place; i++)
            is_place = cut < steps[i].len && (steps[i].len <= LONG
                || is_border(steps[i].data[cut - 1]) || is_border(steps[i].data[cut]));
        if (!is_place) continue;
        ++*replays;
        if (!holds(file, title, steps, count, (long)cut)) return false;
    }
    return true;
}

static step read_step(char *line, size_t len, int number) {
    step s = {.mark = line[0], .text = line, .text_len = len, .number = number};
    sansmcp_str rest = {line, len};
    sansmcp_str mark = word(&rest);
    if (s.mark == '>' && is(mark, ">.")) {
        s.mark = '.';
    } else if (s.mark == '>' && is(mark, ">x")) {
        s.data = bytes_of(rest, &s.len);
    } else if (s.mark == '>') {
        s.len = rest.len + (is(mark, ">") ? 1 : 0);
        s.data = fresh(s.len, 1);
        memcpy(s.data, rest.data, rest.len);
        if (s.len > rest.len) s.data[rest.len] = '\n';
    } else if (s.mark != '!' && s.mark != '@') {
        s.mark = '=';
        if (strchr("=<?", line[0]) == NULL) abort();
    }
    return s;
}

int main(int argc, char **argv) {
    size_t good = 0, bad = 0, replays = 0;
    slow = argc > 1 && strcmp(argv[1], "-s") == 0;
    for (int i = slow ? 2 : 1; i < argc; i++) {
        const char *file = strrchr(argv[i], '/') != NULL ? strrchr(argv[i], '/') + 1 : argv[i];
        static char text[1 << 20];
        static step steps[4096];
        FILE *in = fopen(argv[i], "rb");
        size_t size = in != NULL ? fread(text, 1, sizeof text - 1, in) : 0;
        if (in == NULL || size == sizeof text - 1) return 2;
        fclose(in);
        text[size] = 0;
        size_t cases = 0, count = 0, said = 0;
        const char *title = NULL;
        int line_number = 0;
        for (char *line = text; line <= text + size; line_number++) {
            char *end = strchr(line, '\n');
            if (end == NULL) end = text + size;
            size_t len = (size_t)(end - line);
            *end = 0;
            if (line_number == 0) {
                if (sscanf(line, "cases %zu", &said) != 1) return 2;
            } else if (len == 0 && title != NULL) {
                bool all_hold = every_way(file, title, steps, count, &replays);
                *(all_hold ? &good : &bad) += 1;
                while (count > 0) free(steps[--count].data);
                cases++;
                title = NULL;
            } else if (len > 0 && title == NULL) {
                if (line[0] != '#') return 2;
                title = line + 2;
            } else if (len > 0 && line[0] != '#') {
                if (count == sizeof steps / sizeof *steps) return 2;
                steps[count++] = read_step(line, len, line_number + 1);
            }
            line = end + 1;
        }
        if (cases != said) {
            printf("FAIL %s says %zu cases and has %zu\n", file, said, cases);
            bad++;
        }
    }
    printf("%zu replays\n%zu passed, %zu failed\n", replays, good, bad);
    return bad > 0 || good == 0;
}
