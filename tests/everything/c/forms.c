/* The forms that the person is asked to fill in. */
#include "server.h"

#define CHOICE(value_) {.value = SANSMCP_STR_INIT(value_)}
#define TITLED(value_, title_)                                                                     \
    {.value = SANSMCP_STR_INIT(value_), .title = SANSMCP_STR_INIT(title_)}

#define TEXT_FIELD(name_)                                                                          \
    {.name = SANSMCP_STR_INIT(name_), .kind = SANSMCP_FORM_TEXT, .is_required = true}

static const sansmcp_form_field name_fields[] = {
    {.name = SANSMCP_STR_INIT("name"),
     .title = SANSMCP_STR_INIT("Name"),
     .kind = SANSMCP_FORM_TEXT,
     .is_required = true},
};
static const sansmcp_form_field context_fields[] = {TEXT_FIELD("context")};
static const sansmcp_form_field color_fields[] = {TEXT_FIELD("color")};
static const sansmcp_form_field ok_fields[] = {
    {.name = SANSMCP_STR_INIT("ok"), .kind = SANSMCP_FORM_BOOLEAN, .is_required = true},
};
static const sansmcp_form_field user_fields[] = {
    {.name = SANSMCP_STR_INIT("username"),
     .description = SANSMCP_STR_INIT("The name you go by"),
     .kind = SANSMCP_FORM_TEXT,
     .is_required = true},
    {.name = SANSMCP_STR_INIT("email"),
     .description = SANSMCP_STR_INIT("Where mail reaches you"),
     .kind = SANSMCP_FORM_TEXT,
     .is_required = true},
};

static const sansmcp_choice states[] = {CHOICE("active"), CHOICE("inactive"), CHOICE("pending")};
static const sansmcp_form_field default_fields[] = {
    {.name = SANSMCP_STR_INIT("name"),
     .description = SANSMCP_STR_INIT("Your name"),
     .kind = SANSMCP_FORM_TEXT,
     .default_text = SANSMCP_STR_INIT("John Doe")},
    {.name = SANSMCP_STR_INIT("age"),
     .description = SANSMCP_STR_INIT("Your age in years"),
     .kind = SANSMCP_FORM_INTEGER,
     .default_number = {.integer = 30, .kind = SANSMCP_NUMBER_INTEGER}},
    {.name = SANSMCP_STR_INIT("score"),
     .description = SANSMCP_STR_INIT("Your score"),
     .kind = SANSMCP_FORM_NUMBER,
     .default_number = {.text = SANSMCP_STR_INIT("95.5"), .kind = SANSMCP_NUMBER_TEXT}},
    {.name = SANSMCP_STR_INIT("status"),
     .description = SANSMCP_STR_INIT("How you are"),
     .kind = SANSMCP_FORM_CHOICE,
     .choices = states,
     .choice_count = 3,
     .default_text = SANSMCP_STR_INIT("active")},
    {.name = SANSMCP_STR_INIT("verified"),
     .description = SANSMCP_STR_INIT("Whether it was checked"),
     .kind = SANSMCP_FORM_BOOLEAN,
     .default_yes = SANSMCP_HINT_YES},
};

static const sansmcp_choice options[] = {CHOICE("option1"), CHOICE("option2"), CHOICE("option3")};
static const sansmcp_choice titled[] = {
    TITLED("value1", "First Option"),
    TITLED("value2", "Second Option"),
    TITLED("value3", "Third Option"),
};
static const sansmcp_choice legacy[] = {
    TITLED("opt1", "Option One"),
    TITLED("opt2", "Option Two"),
    TITLED("opt3", "Option Three"),
};
#define CHOOSE(name_, kind_, choices_)                                                             \
    {.name = SANSMCP_STR_INIT(name_), .kind = kind_, .choices = choices_, .choice_count = 3}
static const sansmcp_form_field choice_fields[] = {
    CHOOSE("untitledSingle", SANSMCP_FORM_CHOICE, options),
    CHOOSE("titledSingle", SANSMCP_FORM_CHOICE, titled),
    CHOOSE("legacyEnum", SANSMCP_FORM_LEGACY_CHOICE, legacy),
    CHOOSE("untitledMulti", SANSMCP_FORM_CHOICES, options),
    CHOOSE("titledMulti", SANSMCP_FORM_CHOICES, titled),
};

#define FIELDS(fields_) .fields = fields_, .field_count = sizeof fields_ / sizeof *fields_

const sansmcp_elicit name_form = {
    .message = SANSMCP_STR_INIT("What is your name?"),
    FIELDS(name_fields),
};
const sansmcp_elicit reader_form = {
    .message = SANSMCP_STR_INIT("Who reads this?"),
    FIELDS(name_fields),
};
const sansmcp_elicit context_form = {
    .message = SANSMCP_STR_INIT("What is this about?"),
    FIELDS(context_fields),
};
const sansmcp_elicit color_form = {
    .message = SANSMCP_STR_INIT("Which colour do you like?"),
    FIELDS(color_fields),
};
const sansmcp_elicit ok_form = {
    .message = SANSMCP_STR_INIT("Do you agree?"),
    FIELDS(ok_fields),
};
const sansmcp_elicit user_form = {
    .message = SANSMCP_STR_INIT("Who are you?"),
    FIELDS(user_fields),
};
const sansmcp_elicit defaults_form = {
    .message = SANSMCP_STR_INIT("Please check what is filled in."),
    FIELDS(default_fields),
};
const sansmcp_elicit choices_form = {
    .message = SANSMCP_STR_INIT("Please choose."),
    FIELDS(choice_fields),
};
const sansmcp_elicit page = {
    .message = SANSMCP_STR_INIT("Please confirm on the page."),
    .url = SANSMCP_STR_INIT("https://example.com/confirm"),
    .elicitation_id = SANSMCP_STR_INIT("confirmation-1"),
};
