// SPDX-License-Identifier: MIT
/* Invented names.
 *
 * in   a manner, what is to be called, a key        out   a name
 *
 * A stem is put together from syllables, and a pattern makes it the name of a river, a lake, a
 * mountain, a country or a range of mountains: `*` stands for the stem, which begins small where
 * something is written before it. The syllables were made up for how they sound together, not taken
 * from a list of places; every manner makes some ten thousand names of each kind. */
#include "stages/names/invent.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Words between blanks; patterns between bars. "-" stands for nothing. */
typedef struct manner {
    const char *first, *second, *third;
    const char *patterns[FLUV_NAMED_KINDS];
} manner;

static const manner manners[FLUV_MANNERS] = {
    /* nordic */
    {.first = "Skar Tor Grim Hal Ves Bryn Rau Svel Ulv Fjal Lang Kal Stor Ein Hov Myr Gran Ask "
              "Hest Nor Ryp Trol Sol Varg Bjer Dyr",
     .second = "- - - dal holt vik nes mo li ker rud vang bu stad hei kvern lid sten",
     .third = "- - e s s er",
     .patterns = {"*elva|*åa|*a|*bekken", "*vatnet|*sjøen|*tjern|*vatn",
                  "*tind|*fjell|*nuten|*kampen|*hammaren", "*land|*mark|*heim|*vidda",
                  "*fjella|*heimen|*alpane|*tindane"}},
    /* gaelic */
    {.first = "Dor Car Mor Lev Tul Fin Bren Cal Gar Lur Nev Rath Shol Tarb Kil Mal Tor Ler Bal Cor "
              "Drum Ean Fas Ghor Strom Ard Lag Uis",
     .second = "- - - al an er en il ar ock in",
     .third = "ach an ich och ie aig in een oy more beg dale on a",
     .patterns = {"*|*|Avon *|Water of *", "Loch *|Loch *|Loch na *",
                  "Ben *|Sgurr *|Meall *|Carn *", "Glen *|Strath *|Braes of *|Moor of *",
                  "* Hills|Monadh *|Braes of *|Forest of *"}},
    /* romance */
    {.first = "Alb Bor Cal Dor Fal Gar Lam Mar Nev Ol Pal Rov Sal Tar Ver Zan Cor Bel Fior Gur "
              "Lev Mont Per Trent Arv Cast",
     .second = "a e i o u ari eli osi ani",
     .third = "ra na sca ta gna via ssa no lla rica da nte sina to",
     .patterns = {"*|*|Rio *|Fiume *", "Lago *|Lago di *|Lago *", "Monte *|Cima *|Punta *|Pizzo *",
                  "Val *|Piana di *|Terra *|Costa *", "Alpi di *|Monti di *|Serra *|Sierra *"}},
    /* slavic */
    {.first = "Bel Bor Dub Gor Jas Kam Lip Mos Nov Ol Pre Rad Sav Tr Vel Zel Dob Kras Mil Per Slat "
              "Tis Vod Zor",
     .second = "o e i an en ov ev in or at ir um",
     .third = "b d g k l m n r st v z br dn sk",
     .patterns = {"*ava|*ica|*na|*inka", "*sko jezero|*no jezero|Jezero *a",
                  "*ski vrh|*nik|Velika *a|*ova glava", "*ina|*sko polje|*evo|*ska",
                  "*ske planine|*ska gora|*ske alpe|*ski hrbet"}},
    /* oceanic */
    {.first = "Ka Ma Ta Ho Pu Lo Na Ro U Mo Ti A Wha Ke Ne O Pa Ra Hau Ku Mata Tau",
     .second = "ra na ke hi lu wa po mu ri ta ha ku ma no pe ti",
     .third = "nga ko ra tea hue roa ka mea nui lani hau tu kura moe - mo",
     .patterns = {"Wai*|*|*|Awa *", "Roto*|Roto *|Moana *", "Mauna *|Puke*|Mauna*|Tihi *",
                  "Te *|*|Whenua *|*nui", "Nga Puke *|Pae *|Paemaunga *|Te Pae *"}},
};

static int count_parts(const char *list, char between)
{
    int count = 1;
    for (; *list; list++)
        count += *list == between;
    return count;
}

/* Appends the part of that number; "-" is nothing. */
static void append_part(const char *list, char between, int number, char *to, size_t size)
{
    for (; number > 0; list++)
        number -= *list == between;
    const char stop[2] = {between, '\0'};
    size_t length = strcspn(list, stop), used = strlen(to);
    if (length == 1 && *list == '-')
        return;
    assert(used + length < size);
    snprintf(to + used, size - used, "%.*s", (int)length, list);
}

/* Three of the same letter in a row, or a syllable twice, do not sound. */
static bool is_rough(const char *stem)
{
    for (const char *c = stem; c[0] && c[1] && c[2]; c++)
        if ((c[0] | 32) == (c[1] | 32) && c[1] == c[2])
            return true;
    for (const char *c = stem; c[0] && c[1] && c[2] && c[3]; c++)
        if ((c[0] | 32) == c[2] && c[1] == c[3])
            return true;
    return false;
}

static void make_stem(const manner *m, fluv_key key, uint64_t *next, char *stem, size_t size)
{
    const char *lists[] = {m->first, m->second, m->third};
    do {
        stem[0] = '\0';
        for (int i = 0; i < 3; i++) {
            int count = count_parts(lists[i], ' ');
            append_part(lists[i], ' ', (int)fluv_random_below(key, (*next)++, (uint64_t)count),
                        stem, size);
        }
    } while (is_rough(stem) && *next < 60);
}

void fluv_name_invent(int which, fluv_named_kind kind, fluv_key key, uint64_t attempt,
                      char name[FLUV_NAME_ROOM])
{
    assert(which >= 0 && which < FLUV_MANNERS && kind < FLUV_NAMED_KINDS);
    const manner *m = &manners[which];
    key = fluv_key_split(key, attempt);
    uint64_t next = 0;
    char stem[FLUV_NAME_ROOM], pattern[FLUV_NAME_ROOM] = "";
    make_stem(m, key, &next, stem, sizeof stem);
    int count = count_parts(m->patterns[kind], '|');
    append_part(m->patterns[kind], '|', (int)fluv_random_below(key, next, (uint64_t)count), pattern,
                sizeof pattern);
    int before = (int)strcspn(pattern, "*");
    if (before > 0 && pattern[before - 1] != ' ')
        stem[0] = (char)(stem[0] | 32);
    snprintf(name, FLUV_NAME_ROOM, "%.*s%s%s", before, pattern, stem, pattern + before + 1);
}
