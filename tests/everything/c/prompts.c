/* The prompts. */
#include "server.h"

#define REQUIRED(name_, description_)                                                              \
    {.name = SANSMCP_STR_INIT(name_), .description = SANSMCP_STR_INIT(description_),               \
     .required = SANSMCP_HINT_YES}

static const sansmcp_prompt_argument two_arguments[]
    = {REQUIRED("arg1", "The first"), REQUIRED("arg2", "The second")};
static const sansmcp_prompt_argument uri_argument[]
    = {REQUIRED("resourceUri", "The resource's URI")};

const sansmcp_prompt prompts[] = {
    {.name = SANSMCP_STR_INIT("test_simple_prompt"),
     .title = SANSMCP_STR_INIT("Simple prompt"),
     .description = SANSMCP_STR_INIT("A prompt without arguments")},
    {.name = SANSMCP_STR_INIT("test_prompt_with_arguments"),
     .description = SANSMCP_STR_INIT("A prompt with two arguments"),
     .arguments = two_arguments,
     .argument_count = 2},
    {.name = SANSMCP_STR_INIT("test_prompt_with_embedded_resource"),
     .description = SANSMCP_STR_INIT("A prompt with a resource in it"),
     .arguments = uri_argument,
     .argument_count = 1},
    {.name = SANSMCP_STR_INIT("test_prompt_with_image"),
     .description = SANSMCP_STR_INIT("A prompt with a picture in it")},
    {.name = SANSMCP_STR_INIT("test_input_required_result_prompt"),
     .description = SANSMCP_STR_INIT("A prompt that asks for its context")},
};
const size_t prompt_count = sizeof prompts / sizeof *prompts;

static sansmcp_result give(struct desk *desk, const sansmcp_event *event,
                           const sansmcp_message *messages, size_t count) {
    sansmcp_messages all = {.messages = messages, .message_count = count};
    return sansmcp_server_messages(
        desk->server, event->ticket, &all, desk->work->tx, MESSAGE, &desk->out);
}

/** A message of the user's. */
static sansmcp_message text_of(sansmcp_str text) {
    return (sansmcp_message){.role = SANSMCP_ROLE_USER,
                             .content = {.kind = SANSMCP_CONTENT_TEXT, .text = text}};
}

static sansmcp_result give_text(struct desk *desk, const sansmcp_event *event, sansmcp_str text) {
    sansmcp_message message = text_of(text);
    return give(desk, event, &message, 1);
}

static sansmcp_result with_arguments(struct desk *desk, const sansmcp_event *event) {
    sansmcp_text one, two;
    if (sansmcp_event_arg(event, S("arg1"), &one) != SANSMCP_OK
        || sansmcp_event_arg(event, S("arg2"), &two) != SANSMCP_OK)
        return invalid(desk, event, S("arg1 or arg2 is missing"));
    return give_text(desk, event,
                     JOIN(desk, S("Prompt with arguments: arg1='"), plain(desk, one),
                          S("', arg2='"), plain(desk, two), S("'")));
}

static sansmcp_result with_resource(struct desk *desk, const sansmcp_event *event) {
    sansmcp_text uri;
    if (sansmcp_event_arg(event, S("resourceUri"), &uri) != SANSMCP_OK)
        return invalid(desk, event, S("resourceUri is missing"));
    sansmcp_message messages[] = {
        {.role = SANSMCP_ROLE_USER,
         .content = {.kind = SANSMCP_CONTENT_RESOURCE,
                     .uri = plain(desk, uri),
                     .mime_type = S("text/plain"),
                     .text = S("Embedded resource content for testing.")}},
        text_of(S("Please process the embedded resource above.")),
    };
    return give(desk, event, messages, 2);
}

static sansmcp_result with_image(struct desk *desk, const sansmcp_event *event) {
    sansmcp_message messages[] = {
        {.role = SANSMCP_ROLE_USER,
         .content = {.kind = SANSMCP_CONTENT_IMAGE,
                     .data = pixel,
                     .data_len = PIXEL_LEN,
                     .mime_type = S("image/png")}},
        text_of(S("Please analyze the image above.")),
    };
    return give(desk, event, messages, 2);
}

static sansmcp_result with_context(struct desk *desk, const sansmcp_event *event) {
    sansmcp_str answer, context;
    if (!answered(event, S("user_context"), &answer)) {
        struct question what = elicit(desk, event, S("user_context"), &context_form);
        return ask(desk, event, &what, 1, nothing);
    }
    switch (said(desk, answer, S("context"), &context)) {
        case SAID_YES:
            return give_text(
                desk, event, JOIN(desk, S("Answer with this in mind: "), context));
        case SAID_NO:
            return give_text(desk, event,
                             JOIN(desk, S("Answer without knowing what this is about: "), context));
        default: return invalid(desk, event, S("user_context has no context"));
    }
}

sansmcp_result get_prompt(struct desk *desk, const sansmcp_event *event) {
    sansmcp_text name = sansmcp_event_name(event);
    if (sansmcp_text_equals(name, S("test_simple_prompt")))
        return give_text(desk, event, S("This is a simple prompt for testing."));
    if (sansmcp_text_equals(name, S("test_prompt_with_arguments")))
        return with_arguments(desk, event);
    if (sansmcp_text_equals(name, S("test_prompt_with_embedded_resource")))
        return with_resource(desk, event);
    if (sansmcp_text_equals(name, S("test_prompt_with_image"))) return with_image(desk, event);
    if (sansmcp_text_equals(name, S("test_input_required_result_prompt")))
        return with_context(desk, event);
    return reply(desk, event);
}
