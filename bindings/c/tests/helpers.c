/*
 * What C has no library for on a chip: seals, Base64, JSON and numbers in a buffer; each function
 * as it should be called and as it should not. The last line is `N passed, M failed`.
 */
#include "server_world.h"

static const uint8_t key_bytes[] = "thirty-two random bytes, or more";
static const sansmcp_key key = {key_bytes, 32};
static const sansmcp_str none = {0};
static const sansmcp_str not_text = {"a\xff", 2};

static sansmcp_text inside(sansmcp_str text) {
    return (sansmcp_text){text.data, text.len};
}

static void seals(void) {
    uint8_t data[16];
    char *buffer = fresh(96, 1);
    size_t len = 0;
    sansmcp_str sealed = {0};
    sansmcp_bound bound = {.method = S("tools/call"), .plain_name = S("delete"),
                           .arguments = S("{\"path\":\"/tmp\"}"), .principal = 7,
                           .purpose = SANSMCP_PURPOSE_STATE, .binds_arguments = 1};
    sansmcp_bound other = bound;
    CHECK(sansmcp_sealed_len(0) == 54 && sansmcp_sealed_len(10) == 67);
    CHECK(sansmcp_sealed_len(32) == 96);
    for (size_t room = 0; room < 67; room++) {
        char *small = fresh(room, 1);
        GIVES(SHORT, sansmcp_seal_close(&key, &bound, 60000, (const uint8_t *)"asked once", 10,
                                        small, room, &sealed));
        CHECK(sealed.data == NULL && sealed.len == 67);
        free(small);
    }
    GIVES(OK, sansmcp_seal_close(&key, &bound, 60000, (const uint8_t *)"asked once", 10, buffer, 96,
                                 &sealed));
    CHECK(sealed.data == buffer && sealed.len == 67);
    GIVES(OK, sansmcp_seal_open(&key, 1, &bound, 59999, inside(sealed), data, 16, &len));
    CHECK(len == 10 && memcmp(data, "asked once", 10) == 0);
    /* The same, said otherwise. */
    other.name = inside(S("del\\u0065te"));
    other.plain_name = none;
    other.arguments = S(" {\"p\\u0061th\": \"/tmp\"} ");
    GIVES(OK, sansmcp_seal_open(&key, 1, &other, 0, inside(sealed), data, 10, &len));
    GIVES(SHORT, sansmcp_seal_open(&key, 1, &bound, 0, inside(sealed), data, 9, &len));
    CHECK(len == 10);
    GIVES(EXPIRED, sansmcp_seal_open(&key, 1, &bound, 60000, inside(sealed), data, 16, &len));

    /* Bound to something else. */
    for (int which = 0; which < 7; which++) {
        other = bound;
        switch (which) {
        case 0: other.method = S("prompts/get"); break;
        case 1: other.plain_name = S("create"); break;
        case 2: other.plain_name = none; break;
        case 3: other.arguments = S("{\"path\":\"/\"}"); break;
        case 4: other.binds_arguments = 0; break;
        case 5: other.principal = 8; break;
        default: other.purpose = SANSMCP_PURPOSE_CURSOR;
        }
        GIVES(FORGED, sansmcp_seal_open(&key, 1, &other, 0, inside(sealed), data, 16, &len));
    }
    /* Each of its characters counts. */
    for (size_t i = 0; i < sealed.len; i++) {
        char kept = buffer[i];
        buffer[i] = kept == 'A' ? 'B' : 'A';
        sansmcp_result result =
            sansmcp_seal_open(&key, 1, &bound, 0, inside(sealed), data, 16, &len);
        CHECK(result == SANSMCP_FORGED || result == SANSMCP_NOT_SEALED);
        buffer[i] = kept;
    }
    GIVES(NOT_SEALED, sansmcp_seal_open(&key, 1, &bound, 0, inside(S("x")), data, 16, &len));
    GIVES(NOT_SEALED, sansmcp_seal_open(&key, 1, &bound, 0, inside(S("")), data, 16, &len));

    /* Keys are changed: the new one first. */
    static const uint8_t old_bytes[] = "sixteen bytes ok";
    sansmcp_key keys[5] = {{old_bytes, 16}, key, {old_bytes, 16}, {old_bytes, 16}, key};
    GIVES(OK, sansmcp_seal_open(keys, 2, &bound, 0, inside(sealed), data, 16, &len));
    GIVES(FORGED, sansmcp_seal_open(keys, 1, &bound, 0, inside(sealed), data, 16, &len));
    GIVES(OK, sansmcp_seal_open(keys, 4, &bound, 0, inside(sealed), data, 16, &len));
    GIVES(OUT_OF_RANGE, sansmcp_seal_open(keys, 5, &bound, 0, inside(sealed), data, 16, &len));
    GIVES(OUT_OF_RANGE, sansmcp_seal_open(keys, 0, &bound, 0, inside(sealed), data, 16, &len));
    keys[1].len = 15;
    GIVES(WEAK_KEY, sansmcp_seal_open(keys, 2, &bound, 0, inside(sealed), data, 16, &len));
    GIVES(WEAK_KEY, sansmcp_seal_close(&keys[1], &bound, 0, data, 1, buffer, 96, &sealed));
    static const sansmcp_key no_key = {0};
    GIVES(WEAK_KEY, sansmcp_seal_close(&no_key, &bound, 0, data, 1, buffer, 96, &sealed));

    /* What must not be given. */
    GIVES(NULL_POINTER, sansmcp_seal_close(NULL, &bound, 0, data, 1, buffer, 96, &sealed));
    GIVES(NULL_POINTER, sansmcp_seal_close(&key, NULL, 0, data, 1, buffer, 96, &sealed));
    GIVES(NULL_POINTER, sansmcp_seal_close(&key, &bound, 0, NULL, 1, buffer, 96, &sealed));
    GIVES(NULL_POINTER, sansmcp_seal_close(&key, &bound, 0, data, 1, NULL, 96, &sealed));
    GIVES(NULL_POINTER, sansmcp_seal_close(&key, &bound, 0, data, 1, buffer, 96, NULL));
    GIVES(OK, sansmcp_seal_close(&key, &bound, 1, NULL, 0, buffer, 96, &sealed));
    GIVES(NULL_POINTER, sansmcp_seal_open(NULL, 1, &bound, 0, inside(sealed), data, 16, &len));
    GIVES(NULL_POINTER, sansmcp_seal_open(&key, 1, NULL, 0, inside(sealed), data, 16, &len));
    GIVES(NULL_POINTER, sansmcp_seal_open(&key, 1, &bound, 0, inside(none), data, 16, &len));
    GIVES(NULL_POINTER, sansmcp_seal_open(&key, 1, &bound, 0, inside(sealed), NULL, 16, &len));
    GIVES(NULL_POINTER, sansmcp_seal_open(&key, 1, &bound, 0, inside(sealed), data, 16, NULL));
    GIVES(OK, sansmcp_seal_open(&key, 1, &bound, 0, inside(sealed), NULL, 0, &len));
    CHECK(len == 0);
    for (int which = 0; which < 6; which++) {
        static const sansmcp_result results[] = {SANSMCP_NULL_POINTER, SANSMCP_NOT_TEXT,
            SANSMCP_OUT_OF_RANGE, SANSMCP_OUT_OF_RANGE, SANSMCP_NOT_JSON, SANSMCP_NOT_JSON};
        other = bound;
        switch (which) {
        case 0: other.method = none; break;
        case 1: other.plain_name = not_text; break;
        case 2: other.purpose = 0; break;
        case 3: other.purpose = 3; break;
        case 4: other.arguments = S("{"); break;
        default: other.name = inside(S("\\")); break;
        }
        CHECK(sansmcp_seal_close(&key, &other, 0, data, 1, buffer, 96, &sealed) == results[which]);
    }

    /* What the client is told. */
    for (uint32_t result = 0; result < 64; result++) {
        int32_t code = 0;
        sansmcp_str message = {0};
        bool is_blamed = result >= SANSMCP_NOT_SEALED && result <= SANSMCP_EXPIRED;
        CHECK((sansmcp_seal_answer(result, &code, &message) == SANSMCP_OK) == is_blamed);
        CHECK(code == (is_blamed ? SANSMCP_CODE_INVALID_PARAMS : 0));
        CHECK((message.len > 0) == is_blamed);
        GIVES(NULL_POINTER, sansmcp_seal_answer(result, NULL, &message));
        GIVES(NULL_POINTER, sansmcp_seal_answer(result, &code, NULL));
    }
    free(buffer);
}

static void base64(void) {
    static const struct { const char *data, *text; } pairs[] = {
        {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"},
        {"\xff\xfe\xfd", "//79"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        size_t data_len = strlen(pairs[i].data), text_len = strlen(pairs[i].text), len = 99;
        sansmcp_str text = {0};
        CHECK(sansmcp_base64_encoded_len(data_len) == text_len);
        for (size_t room = 0; room <= text_len; room++) {
            char *buffer = fresh(room, 1);
            sansmcp_result result = sansmcp_base64_encode((const uint8_t *)pairs[i].data, data_len,
                                                          buffer, room, &text);
            CHECK(result == (room < text_len ? SANSMCP_SHORT : SANSMCP_OK));
            CHECK(text.len == text_len);
            if (result == SANSMCP_OK) CHECK(memcmp(text.data, pairs[i].text, text_len) == 0);
            free(buffer);
        }
        text = (sansmcp_str){pairs[i].text, text_len};
        for (size_t room = 0; room <= data_len; room++) {
            uint8_t *buffer = fresh(room, 1);
            sansmcp_result result = sansmcp_base64_decode(text, buffer, room, &len);
            CHECK(result == (room < data_len ? SANSMCP_SHORT : SANSMCP_OK) && len == data_len);
            if (result == SANSMCP_OK) CHECK(memcmp(buffer, pairs[i].data, data_len) == 0);
            free(buffer);
        }
    }
    static const char *const wrong[] = {"A", "Zg=", "Zg", "Zh==", "Z===", "====", "Zm9v!m9v",
        "Zg==Zg==", "Zm8-", "Zm9v\n"};
    uint8_t out[16];
    size_t len = 0;
    sansmcp_str text;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        GIVES(NOT_BASE64, sansmcp_base64_decode((sansmcp_str){wrong[i], strlen(wrong[i])}, out, 16,
                                                &len));
    GIVES(NULL_POINTER, sansmcp_base64_encode(NULL, 1, (char *)out, 16, &text));
    GIVES(NULL_POINTER, sansmcp_base64_encode(out, 1, NULL, 16, &text));
    GIVES(NULL_POINTER, sansmcp_base64_encode(out, 1, (char *)out + 8, 8, NULL));
    GIVES(OUT_OF_RANGE, sansmcp_base64_encode(out, SIZE_MAX, (char *)out, 16, &text));
    GIVES(NULL_POINTER, sansmcp_base64_decode((sansmcp_str){NULL, 4}, out, 16, &len));
    GIVES(NULL_POINTER, sansmcp_base64_decode(S("Zg=="), NULL, 16, &len));
    GIVES(NULL_POINTER, sansmcp_base64_decode(S("Zg=="), out, 16, NULL));
    CHECK(sansmcp_base64_encoded_len(SIZE_MAX) == SIZE_MAX);
}

/* One JSON text of all that a writer can add, in a buffer of this size. */
static sansmcp_result write_all(char *buffer, size_t room, sansmcp_str *json) {
    static const sansmcp_field fields[] = {
        {.key = SANSMCP_STR_INIT("k"), .text = SANSMCP_STR_INIT("v")},
    };
    static const sansmcp_object object = {.fields = fields, .field_count = 1};
    sansmcp_writer w = {.buffer = buffer, .buffer_len = room};
    GIVES(OK, sansmcp_writer_put(&w, S("[")));
    GIVES(OK, sansmcp_writer_string(&w, S("a\"\n\xc3\xa9")));
    GIVES(OK, sansmcp_writer_put(&w, S(",")));
    GIVES(OK, sansmcp_writer_json(&w, S("{\"x\":null}")));
    GIVES(OK, sansmcp_writer_put(&w, S(",")));
    GIVES(OK, sansmcp_writer_number(&w, SANSMCP_INTEGER(-5)));
    GIVES(OK, sansmcp_writer_put(&w, S(",")));
    GIVES(OK, sansmcp_writer_number(&w, SANSMCP_DECIMAL("2.5e3")));
    GIVES(OK, sansmcp_writer_put(&w, S(",")));
    GIVES(OK, sansmcp_writer_decimal(&w, -2150, 2));
    GIVES(OK, sansmcp_writer_put(&w, S(",")));
    GIVES(OK, sansmcp_writer_base64(&w, (const uint8_t *)"foob", 4));
    GIVES(OK, sansmcp_writer_put(&w, S(",")));
    GIVES(OK, sansmcp_writer_object(&w, &object));
    /* What is wrong adds nothing. */
    GIVES(NOT_TEXT, sansmcp_writer_put(&w, not_text));
    GIVES(NOT_TEXT, sansmcp_writer_string(&w, not_text));
    GIVES(NOT_JSON, sansmcp_writer_json(&w, S("1 2")));
    GIVES(NOT_JSON, sansmcp_writer_number(&w, SANSMCP_DECIMAL("x")));
    GIVES(OUT_OF_RANGE, sansmcp_writer_number(&w, (sansmcp_number){.kind = 0}));
    GIVES(NULL_POINTER, sansmcp_writer_base64(&w, NULL, 1));
    GIVES(NULL_POINTER, sansmcp_writer_object(&w, &(sansmcp_object){.field_count = 1}));
    GIVES(OK, sansmcp_writer_put(&w, S("]")));
    return sansmcp_writer_text(&w, json);
}

static void writers(void) {
    static const char wanted[] = "[\"a\\\"\\n\xc3\xa9\",{\"x\":null},-5,2.5e3,-21.50,\"Zm9vYg==\","
                                 "{\"k\":\"v\"}]";
    sansmcp_str json = {0};
    for (size_t room = 0; room < sizeof wanted; room++) {
        char *buffer = fresh(room, 1);
        sansmcp_result result = write_all(buffer, room, &json);
        CHECK(result == (room < sizeof wanted - 1 ? SANSMCP_SHORT : SANSMCP_OK));
        CHECK(json.len == sizeof wanted - 1);
        if (result == SANSMCP_OK) CHECK(is(json, wanted));
        free(buffer);
    }
    sansmcp_writer empty = {0};
    GIVES(OK, sansmcp_writer_text(&empty, &json));
    CHECK(json.data == NULL && json.len == 0);
    GIVES(OK, sansmcp_writer_object(&empty, NULL)); /* an object without members */
    GIVES(SHORT, sansmcp_writer_text(&empty, &json));
    CHECK(json.data == NULL && json.len == 2);
    sansmcp_writer bad = {.buffer = NULL, .buffer_len = 4, .len = 0};
    GIVES(NULL_POINTER, sansmcp_writer_put(&bad, S("a")));
    GIVES(NULL_POINTER, sansmcp_writer_put(NULL, S("a")));
    GIVES(NULL_POINTER, sansmcp_writer_string(NULL, S("a")));
    GIVES(NULL_POINTER, sansmcp_writer_json(NULL, S("1")));
    GIVES(NULL_POINTER, sansmcp_writer_number(NULL, SANSMCP_INTEGER(1)));
    GIVES(NULL_POINTER, sansmcp_writer_decimal(NULL, 1, 1));
    GIVES(NULL_POINTER, sansmcp_writer_base64(NULL, NULL, 0));
    GIVES(NULL_POINTER, sansmcp_writer_object(NULL, NULL));
    GIVES(NULL_POINTER, sansmcp_writer_text(NULL, &json));
    GIVES(NULL_POINTER, sansmcp_writer_text(&empty, NULL));
    /* A length that came from nowhere. */
    char byte[1];
    sansmcp_writer far = {.buffer = byte, .buffer_len = 1, .len = SIZE_MAX};
    GIVES(OK, sansmcp_writer_string(&far, S("a")));
    GIVES(SHORT, sansmcp_writer_text(&far, &json));
}

static void texts(void) {
    char buffer[16];
    sansmcp_text out = {0};
    CHECK(sansmcp_str_is_utf8(S("\xf0\x9f\x98\x80")) && sansmcp_str_is_utf8(none));
    CHECK(!sansmcp_str_is_utf8(not_text) && !sansmcp_str_is_utf8((sansmcp_str){NULL, 1}));
    GIVES(SHORT, sansmcp_text_encode(S("a\"b\x01"), buffer, 9, &out));
    CHECK(out.data == NULL && out.len == 10);
    GIVES(OK, sansmcp_text_encode(S("a\"b\x01"), buffer, 10, &out));
    CHECK(is((sansmcp_str){out.data, out.len}, "a\\\"b\\u0001"));
    CHECK(sansmcp_text_equals(out, S("a\"b\x01")));
    GIVES(OK, sansmcp_text_encode(none, NULL, 0, &out));
    GIVES(NOT_TEXT, sansmcp_text_encode(not_text, buffer, 16, &out));
    GIVES(NULL_POINTER, sansmcp_text_encode(S("a"), NULL, 16, &out));
    GIVES(NULL_POINTER, sansmcp_text_encode(S("a"), buffer, 16, NULL));
}

static void numbers(void) {
    sansmcp_number number = {0};
    int64_t value = 0;
    int32_t order = 9;
    GIVES(OK, sansmcp_number_parse(S("-7"), &number));
    CHECK(number.kind == SANSMCP_NUMBER_INTEGER && number.integer == -7);
    GIVES(OK, sansmcp_number_parse(S("21.506"), &number));
    CHECK(number.kind == SANSMCP_NUMBER_TEXT && is(number.text, "21.506"));
    GIVES(NONE, sansmcp_number_integer(number, &value));
    GIVES(OK, sansmcp_number_scaled(number, 2, &value));
    CHECK(value == 2150);
    GIVES(NONE, sansmcp_number_scaled(number, 40, &value));
    GIVES(OK, sansmcp_number_integer(SANSMCP_DECIMAL("4.2e1"), &value));
    CHECK(value == 42);
    GIVES(OK, sansmcp_number_scaled(SANSMCP_INTEGER(3), 3, &value));
    CHECK(value == 3000);
    GIVES(OK, sansmcp_number_compare(SANSMCP_INTEGER(1), SANSMCP_DECIMAL("10e-1"), &order));
    CHECK(order == 0);
    GIVES(OK, sansmcp_number_compare(SANSMCP_DECIMAL("0.1"), SANSMCP_DECIMAL("0.11"), &order));
    CHECK(order < 0);
    GIVES(OK, sansmcp_number_compare(SANSMCP_INTEGER(2), SANSMCP_DECIMAL("-1e99"), &order));
    CHECK(order > 0);
    static const char *const wrong[] = {"", "x", "1 2", "01", "+1", "1.", ".5", "\"1\"", "null"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sansmcp_str text = {wrong[i], strlen(wrong[i])};
        sansmcp_number bad = {text, 0, SANSMCP_NUMBER_TEXT};
        GIVES(NOT_JSON, sansmcp_number_parse(text, &number));
        GIVES(NOT_JSON, sansmcp_number_integer(bad, &value));
        GIVES(NOT_JSON, sansmcp_number_scaled(bad, 1, &value));
        GIVES(NOT_JSON, sansmcp_number_compare(bad, SANSMCP_INTEGER(1), &order));
        GIVES(NOT_JSON, sansmcp_number_compare(SANSMCP_INTEGER(1), bad, &order));
    }
    number = (sansmcp_number){.kind = 0};
    GIVES(OUT_OF_RANGE, sansmcp_number_integer(number, &value));
    GIVES(OUT_OF_RANGE, sansmcp_number_scaled(number, 1, &value));
    GIVES(OUT_OF_RANGE, sansmcp_number_compare(number, number, &order));
    number.kind = 3;
    GIVES(OUT_OF_RANGE, sansmcp_number_integer(number, &value));
    GIVES(NULL_POINTER, sansmcp_number_parse(S("1"), NULL));
    GIVES(NULL_POINTER, sansmcp_number_integer(SANSMCP_INTEGER(1), NULL));
    GIVES(NULL_POINTER, sansmcp_number_scaled(SANSMCP_INTEGER(1), 1, NULL));
    GIVES(NULL_POINTER, sansmcp_number_compare(SANSMCP_INTEGER(1), SANSMCP_INTEGER(1), NULL));
}

int main(void) {
    seals();
    base64();
    writers();
    texts();
    numbers();
    return checked();
}
