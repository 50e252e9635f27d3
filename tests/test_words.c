// SPDX-License-Identifier: MIT
/* Words of strangers: nothing in a message, a note or a shown word is obeyed by a terminal. */
#include "context.h"

#include "base/words.h"
#include "landscape/landscape.h"

#include <stdio.h>
#include <string.h>

typedef struct pair {
    const char *raw, *clean;
} pair;

static const pair pairs[] = {
    {"plain", "plain"},
    {"", ""},
    {"Süd-Łódź 川 🏔", "Süd-Łódź 川 🏔"},
    {"a\nb\rc\td", "a?b?c?d"},
    {"\x1b[2J\x1b]0;title\x07", "?[2J?]0;title?"},
    {"\x7f\x08", "??"},
    {"\xc2\x9b"
     "2J",
     "?2J"}, /* the control sequence introducer in one character */
    {"\xc2\x85\xc2\xa0", "?\xc2\xa0"},
    {"\xc3\n", "??"}, /* half a letter does not take its neighbour along */
    {"\xc3", "?"},
    {"\xe2\x80\xaegnp.exe", "?gnp.exe"}, /* read from right to left */
    {"\xe2\x80\xa8", "?"},
    {"\xc0\x8a\xe0\x80\x8a", "?????"}, /* newlines written too long */
    {"\xed\xa0\x80", "?"},
    {"\xf4\x90\x80\x80\xff\x80", "???"},
};

static void texts_are_made_harmless(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", pairs[i].raw);
        fluv_text_clean(text);
        assert_string_equal(text, pairs[i].clean);
        assert_string_equal(fluv_show(pairs[i].raw).text, pairs[i].clean);
    }
}

static void every_byte_comes_out_harmless(void **state)
{
    (void)state;
    for (int a = 1; a < 256; a++)
        for (int b = 1; b < 256; b++) {
            char text[] = {'x', (char)a, (char)b, 'y', '\0'}, again[sizeof text];
            fluv_text_clean(text);
            memcpy(again, text, sizeof text);
            fluv_text_clean(again);
            assert_string_equal(again, text);
            for (const char *c = text; *c; c++)
                assert_true((unsigned char)*c >= ' ' && *c != 127);
        }
}

static void long_words_are_cut_between_letters(void **state)
{
    (void)state;
    char word[400] = "";
    for (int i = 0; i < 90; i++)
        strcat(word, i % 2 ? "ü" : "川");
    const fluv_shown shown = fluv_show(word);
    char again[sizeof shown.text];
    memcpy(again, shown.text, sizeof again);
    fluv_text_clean(again);
    assert_string_equal(again, shown.text);
    assert_string_equal(shown.text + strlen(shown.text) - strlen("…"), "…");
}

static void messages_and_notes_are_harmless(void **state)
{
    fluv_ctx *ctx = *state;
    char longer[900];
    assert_int_equal(fluv_fail(ctx, FLUV_BAD_INPUT, "%s: no such file", "\x1b[31ma\nb"),
                     FLUV_BAD_INPUT);
    assert_string_equal(fluv_message(ctx), "?[31ma?b: no such file");
    for (size_t i = 0; i + 1 < sizeof longer; i += 2)
        memcpy(longer + i, "ü", 2);
    longer[sizeof longer - 2] = '\0';
    (void)!fluv_fail(ctx, FLUV_BAD_INPUT, "x%s", longer); /* what is cut off ends at a letter */
    char again[sizeof ctx->message];
    snprintf(again, sizeof again, "%s", fluv_message(ctx));
    fluv_text_clean(again);
    assert_string_equal(again, fluv_message(ctx));
    fluv_landscape land = {0};
    fluv_note_add(&land, "import", "%s", "a\x1b[2Jb");
    assert_string_equal(fluv_note_text(&land, 0), "a?[2Jb");
    fluv_landscape_free(&land);
}

static void joined_words_are_told_or_counted(void **state)
{
    (void)state;
    fluv_joined few = {0}, one = {0}, many = {0};
    size_t told = 0;
    fluv_joined_add(&one, "hill");
    fluv_joined_end(&one, "or");
    assert_string_equal(one.text, "hill");
    fluv_joined_add(&few, "hill");
    fluv_joined_add(&few, "dale");
    fluv_joined_add(&few, "fen");
    fluv_joined_end(&few, "or");
    assert_string_equal(few.text, "hill, dale or fen");
    for (int i = 0; i < 100; i++)
        fluv_joined_add(&many, i % 2 ? "x" : "a-rather-long-word");
    fluv_joined_end(&many, "and");
    for (const char *at = many.text; (at = strstr(at, ", ")); at += 2)
        told++;
    char end[32];
    snprintf(end, sizeof end, " and %zu more", 100 - (told + 1));
    assert_string_equal(many.text + strlen(many.text) - strlen(end), end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_made_harmless),
        cmocka_unit_test(every_byte_comes_out_harmless),
        cmocka_unit_test(long_words_are_cut_between_letters),
        cmocka_unit_test(joined_words_are_told_or_counted),
        cmocka_unit_test_setup_teardown(messages_and_notes_are_harmless, context_begin,
                                        context_end),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
