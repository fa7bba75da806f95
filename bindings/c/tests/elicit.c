/*
 * Forms and pages for people, as each revision has them; with what they should be given and with
 * what not. The last line is `N passed, M failed`.
 */
#include "server_world.h"

#define I SANSMCP_STR_INIT
#define INTEGER(value) {{0, 0}, (value), SANSMCP_NUMBER_INTEGER}
#define DECIMAL(literal) {I(literal), 0, SANSMCP_NUMBER_TEXT}

static const sansmcp_choice plain[] = {{.value = I("a")}, {.value = I("b")}};
static const sansmcp_choice titled[] = {{I("a"), I("A")}, {I("b"), I("B")}};
static const sansmcp_str chosen[] = {I("b")};
static const sansmcp_form_field all_fields[] = {
    {.name = I("mail"), .kind = SANSMCP_FORM_TEXT, .title = I("Mail"), .description = I("d"),
     .minimum = INTEGER(3), .maximum = INTEGER(99), .format = SANSMCP_FORMAT_EMAIL,
     .default_text = I("a@b"), .is_required = 1},
    {.name = I("n"), .kind = SANSMCP_FORM_NUMBER, .minimum = DECIMAL("0.5"),
     .default_number = INTEGER(2)},
    {.name = I("i"), .kind = SANSMCP_FORM_INTEGER, .maximum = INTEGER(7), .is_required = 1},
    {.name = I("y"), .kind = SANSMCP_FORM_BOOLEAN, .default_yes = SANSMCP_HINT_YES},
    {.name = I("c"), .kind = SANSMCP_FORM_CHOICE, .choices = plain, .choice_count = 2,
     .default_text = I("b")},
    {.name = I("t"), .kind = SANSMCP_FORM_CHOICE, .choices = titled, .choice_count = 2},
    {.name = I("m"), .kind = SANSMCP_FORM_CHOICES, .choices = plain, .choice_count = 2,
     .minimum = INTEGER(1), .maximum = INTEGER(2), .default_choices = chosen,
     .default_choice_count = 1},
    {.name = I("u"), .kind = SANSMCP_FORM_CHOICES, .choices = titled, .choice_count = 2},
    {.name = I("l"), .kind = SANSMCP_FORM_LEGACY_CHOICE, .choices = titled, .choice_count = 2},
    {.name = I("k"), .kind = SANSMCP_FORM_LEGACY_CHOICE, .choices = plain, .choice_count = 2},
};
static char buffer[4096];

static sansmcp_result written(const sansmcp_elicit *elicit, uint8_t revision, sansmcp_str *json) {
    sansmcp_writer writer = {.buffer = buffer, .buffer_len = sizeof buffer};
    sansmcp_result result = sansmcp_writer_elicit(&writer, elicit, revision);
    if (result != SANSMCP_OK) {
        CHECK(writer.len == 0);
        return result;
    }
    return sansmcp_writer_text(&writer, json);
}

static void forms(void) {
    sansmcp_str json = {0};
    sansmcp_elicit elicit = {.message = I("Well?"), .fields = all_fields, .field_count = 10};
    static const char newest[] =
        "{\"mode\":\"form\",\"message\":\"Well?\",\"requestedSchema\":{\"type\":\"object\","
        "\"properties\":{"
        "\"mail\":{\"type\":\"string\",\"title\":\"Mail\",\"description\":\"d\",\"minLength\":3,"
        "\"maxLength\":99,\"format\":\"email\",\"default\":\"a@b\"},"
        "\"n\":{\"type\":\"number\",\"minimum\":0.5,\"default\":2},"
        "\"i\":{\"type\":\"integer\",\"maximum\":7},"
        "\"y\":{\"type\":\"boolean\",\"default\":true},"
        "\"c\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"],\"default\":\"b\"},"
        "\"t\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\",\"title\":\"A\"},"
        "{\"const\":\"b\",\"title\":\"B\"}]},"
        "\"m\":{\"type\":\"array\",\"minItems\":1,\"maxItems\":2,\"items\":{\"type\":\"string\","
        "\"enum\":[\"a\",\"b\"]},\"default\":[\"b\"]},"
        "\"u\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"a\",\"title\":\"A\"},"
        "{\"const\":\"b\",\"title\":\"B\"}]}},"
        "\"l\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"],\"enumNames\":[\"A\",\"B\"]},"
        "\"k\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}},"
        "\"required\":[\"mail\",\"i\"]}}";
    GIVES(OK, written(&elicit, 0, &json));
    CHECK(is(json, newest));
    GIVES(OK, written(&elicit, SANSMCP_REVISION_2026_07_28, &json));
    CHECK(is(json, newest));
    GIVES(OK, written(&elicit, SANSMCP_REVISION_2025_11_25, &json));
    CHECK(is(json, newest));
    /* What an older revision lacks. */
    GIVES(NOT_SUPPORTED, written(&elicit, SANSMCP_REVISION_2025_06_18, &json));
    elicit.field_count = 5;
    GIVES(OK, written(&elicit, SANSMCP_REVISION_2025_06_18, &json));
    CHECK(is(json, "{\"message\":\"Well?\",\"requestedSchema\":{\"type\":\"object\","
        "\"properties\":{"
        "\"mail\":{\"type\":\"string\",\"title\":\"Mail\",\"description\":\"d\",\"minLength\":3,"
        "\"maxLength\":99,\"format\":\"email\"},"
        "\"n\":{\"type\":\"number\",\"minimum\":0.5},"
        "\"i\":{\"type\":\"integer\",\"maximum\":7},"
        "\"y\":{\"type\":\"boolean\",\"default\":true},"
        "\"c\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}},"
        "\"required\":[\"mail\",\"i\"]}}"));
    GIVES(NOT_SUPPORTED, written(&elicit, SANSMCP_REVISION_2025_03_26, &json));
    /* A question of yes and no. */
    elicit.field_count = 0;
    GIVES(OK, written(&elicit, SANSMCP_REVISION_2025_06_18, &json));
    CHECK(is(json, "{\"message\":\"Well?\",\"requestedSchema\":{\"type\":\"object\","
                   "\"properties\":{}}}"));
}

static void pages(void) {
    sansmcp_str json = {0};
    sansmcp_elicit page = {.message = I("Visit"), .url = I("https://x/"),
                           .elicitation_id = I("e1")};
    GIVES(OK, written(&page, SANSMCP_REVISION_2025_11_25, &json));
    CHECK(is(json, "{\"mode\":\"url\",\"message\":\"Visit\",\"url\":\"https://x/\","
                   "\"elicitationId\":\"e1\"}"));
    GIVES(OK, written(&page, SANSMCP_REVISION_2026_07_28, &json));
    CHECK(is(json, "{\"mode\":\"url\",\"message\":\"Visit\",\"url\":\"https://x/\"}"));
    GIVES(NOT_SUPPORTED, written(&page, SANSMCP_REVISION_2025_06_18, &json));
}

static void hostile(void) {
    sansmcp_str json = {0};
    sansmcp_writer writer = {.buffer = buffer, .buffer_len = sizeof buffer};
    sansmcp_elicit elicit = {.message = I("m")}, bad = elicit;
    static const sansmcp_str not_text = {"a\xff", 2};
    GIVES(NULL_POINTER, sansmcp_writer_elicit(NULL, &elicit, 0));
    GIVES(NULL_POINTER, sansmcp_writer_elicit(&writer, NULL, 0));
    for (unsigned revision = 7; revision < 256; revision++)
        GIVES(OUT_OF_RANGE, sansmcp_writer_elicit(&writer, &elicit, (uint8_t)revision));
    bad.message = (sansmcp_str){0};
    GIVES(NULL_POINTER, written(&bad, 0, &json));
    bad.message = not_text;
    GIVES(NOT_TEXT, written(&bad, 0, &json));
    bad = elicit;
    bad.url = not_text;
    GIVES(NOT_TEXT, written(&bad, 0, &json));
    bad.url = S("x:");
    bad.elicitation_id = not_text;
    GIVES(NOT_TEXT, written(&bad, 0, &json));
    bad = elicit;
    bad.field_count = 1;
    GIVES(NULL_POINTER, written(&bad, 0, &json));
    for (int which = 0; which < 15; which++) {
        static const sansmcp_result results[] = {
            SANSMCP_NULL_POINTER, SANSMCP_NOT_TEXT, SANSMCP_NOT_TEXT, SANSMCP_OUT_OF_RANGE,
            SANSMCP_OUT_OF_RANGE, SANSMCP_OUT_OF_RANGE, SANSMCP_OUT_OF_RANGE, SANSMCP_NOT_JSON,
            SANSMCP_OUT_OF_RANGE, SANSMCP_NULL_POINTER, SANSMCP_NULL_POINTER, SANSMCP_OUT_OF_RANGE,
            SANSMCP_NULL_POINTER, SANSMCP_NOT_TEXT, SANSMCP_NULL_POINTER};
        sansmcp_choice choices[33] = {{I("a"), I("A")}, {.value = I("b")}};
        sansmcp_form_field field = {.name = I("f"), .kind = SANSMCP_FORM_TEXT};
        bad.fields = &field;
        bad.field_count = 1;
        switch (which) {
        case 0: field.name = (sansmcp_str){0}; break;
        case 1: field.title = not_text; break;
        case 2: field.default_text = not_text; break;
        case 3: field.kind = 0; break;
        case 4: field.kind = 8; break;
        case 5: field.format = 5; break;
        case 6: field.minimum = (sansmcp_number)INTEGER(-1); break;
        case 7: field.maximum = (sansmcp_number)DECIMAL("x"); break;
        case 8: field.kind = SANSMCP_FORM_BOOLEAN; field.default_yes = 3; break;
        case 9: field.kind = SANSMCP_FORM_CHOICE; field.choice_count = 1; break;
        case 10: /* one has a title, the other none */
            field.kind = SANSMCP_FORM_CHOICE;
            field.choices = choices;
            field.choice_count = 2;
            break;
        case 11: /* too many */
            field.kind = SANSMCP_FORM_CHOICE;
            field.choices = choices;
            field.choice_count = SANSMCP_MAX_CHOICES + 1;
            break;
        case 12: field.kind = SANSMCP_FORM_CHOICES; field.default_choice_count = 1; break;
        case 13:
            field.kind = SANSMCP_FORM_CHOICES;
            field.default_choices = &not_text;
            field.default_choice_count = 1;
            break;
        default: /* a choice without a value */
            choices[0] = (sansmcp_choice){0};
            field.kind = SANSMCP_FORM_LEGACY_CHOICE;
            field.choices = choices;
            field.choice_count = 1;
        }
        CHECK(written(&bad, 0, &json) == results[which]);
    }
    /* As many as there may be, and one more. */
    sansmcp_form_field many[SANSMCP_MAX_FIELDS + 1];
    for (size_t i = 0; i <= SANSMCP_MAX_FIELDS; i++)
        many[i] = (sansmcp_form_field){.name = I("f"), .kind = SANSMCP_FORM_CHOICE,
                                       .choices = titled, .choice_count = 2, .is_required = 1};
    bad.fields = many;
    bad.field_count = SANSMCP_MAX_FIELDS;
    GIVES(OK, written(&bad, 0, &json));
    bad.field_count++;
    GIVES(OUT_OF_RANGE, written(&bad, 0, &json));
    bad.field_count = SIZE_MAX;
    GIVES(OUT_OF_RANGE, written(&bad, 0, &json));
    /* A buffer of any size. */
    sansmcp_elicit form = {.message = I("Well?"), .fields = all_fields, .field_count = 10};
    GIVES(OK, written(&form, 0, &json));
    size_t need = json.len;
    for (size_t room = 0; room < need; room++) {
        char *small = fresh(room, 1);
        sansmcp_writer w = {.buffer = small, .buffer_len = room};
        GIVES(OK, sansmcp_writer_elicit(&w, &form, 0));
        GIVES(SHORT, sansmcp_writer_text(&w, &json));
        CHECK(json.len == need);
        free(small);
    }
}

int main(void) {
    forms();
    pages();
    hostile();
    return checked();
}
