#include "client_person.h"

#include "client_sample.h"

#include <stdio.h>

static void add_number(text *to, sansmcp_number number) {
    if (number.kind == SANSMCP_NUMBER_TEXT)
        text_add(to, number.text);
    else
        text_print(to, "%lld", (long long)number.integer);
}

static void hears_progress(const sansmcp_event *event) {
    sansmcp_progress progress;
    text line = {0};
    if (sansmcp_event_progress(event, &progress) != SANSMCP_OK) return;
    add_number(&line, progress.progress);
    if (progress.total.kind != SANSMCP_NUMBER_NONE) {
        text_add(&line, STR(" of "));
        add_number(&line, progress.total);
    }
    text_add(&line, STR(" "));
    text_decode(&line, progress.message);
    printf("    … %s\n", line.data);
    text_free(&line);
}

static void hears_update(const sansmcp_event *event) {
    text uri = {0};
    text_decode(&uri, sansmcp_event_uri(event, 0));
    printf("    %s has changed\n", uri.data);
    text_free(&uri);
}

void person_hears(const person *who, const sansmcp_event *event) {
    static const char *const levels[] = {"", "debug", "info", "notice", "warning", "error",
        "critical", "alert", "emergency"};
    static const char *const lists[] = {"lists", "Tools", "Prompts", "Resources"};
    if (!who->is_loud) return;
    switch (event->kind) {
    case SANSMCP_CLIENT_EVENT_PROGRESS: hears_progress(event); break;
    case SANSMCP_CLIENT_EVENT_LOG:
        printf("    log, %s: %.*s\n", levels[sansmcp_event_level(event) % 9],
               SHOW(sansmcp_event_data(event)));
        break;
    case SANSMCP_CLIENT_EVENT_LISTENING: puts("  the server tells of changes"); break;
    case SANSMCP_CLIENT_EVENT_LISTEN_ENDED:
        puts("    the server tells of changes no more");
        break;
    case SANSMCP_CLIENT_EVENT_CHANGED:
        printf("    the %s have changed\n", lists[sansmcp_event_what(event) % 4]);
        break;
    case SANSMCP_CLIENT_EVENT_UPDATED: hears_update(event); break;
    default: break;
    }
}

const char *input_method(uint8_t kind) {
    switch (kind) {
    case SANSMCP_INPUT_ELICIT: return "elicitation/create";
    case SANSMCP_INPUT_CREATE_MESSAGE: return "sampling/createMessage";
    case SANSMCP_INPUT_LIST_ROOTS: return "roots/list";
    default: return "something";
    }
}

bool person_is_asked(person *who, const sansmcp_input *input, text *answer) {
    (void)who;
    switch (input->kind) {
    case SANSMCP_INPUT_ELICIT:
        sample_object(answer, json_get(input->params, "requestedSchema"), true);
        return true;
    case SANSMCP_INPUT_CREATE_MESSAGE:
        text_add(answer, STR("{\"role\":\"assistant\",\"content\":{\"type\":\"text\","
                             "\"text\":\"Certainly.\"},\"model\":\"none\","
                             "\"stopReason\":\"endTurn\"}"));
        return true;
    case SANSMCP_INPUT_LIST_ROOTS:
        text_add(answer, STR("{\"roots\":[{\"uri\":\"file:///project\",\"name\":\"project\"}]}"));
        return true;
    default: return false;
    }
}
