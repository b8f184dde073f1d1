/* See policy.h. */
#include "policy.h"

#include <math.h>
#include <string.h>

enum { TEN = 6, ACE = 7, NINE_OF_TRUMP = 30, JACK_OF_TRUMP = 31 }; /* strengths, cards */

static u32 falling[ONE * 12 / 16 + 1]; /* in steps of 16 */

__attribute__((constructor)) static void fill_tables(void) {
    for (int i = 0; i < (int)(sizeof falling / sizeof *falling); i++)
        falling[i] = (u32)(65536.0 * exp(-i * 16.0 / ONE) + 0.5);
}

u32 kj_falling(int x) { return x >= ONE * 12 ? 0 : falling[x / 16]; }

/* ---- the choice -------------------------------------------------------------------------------------------------- */

int kj_habit(const table *t, const kj_habits *habits, u32 own, int card) {
    int suit = SUIT_OF(card), seat = t->turn, score = 0, strength = card & 7;
    u32 mine = BYTE(own, suit), unseen = ~t->played & ~own;
    if (suit == TRUMP) {
        if (!t->lying && side_of(t, seat) == 0) score += habits->draw;
        if (card == NINE_OF_TRUMP && unseen & BIT(JACK_OF_TRUMP)) score -= habits->nel;
        return score;
    }
    if (strength >= TEN && (!t->lying || !beats(card, t->best)) && unseen & SUIT_CARDS(suit) & ABOVE(card)) score -= habits->keep;
    if (t->lying && suit != t->led && mine >> ACE & 1 && strength < TEN) score += habits->signal;
    if (kj_count_of[mine] == 1 && (!t->lying || suit != t->led) && own & TRUMPS) score += habits->ruff;
    return score;
}

enum { LOUDEST = 16 * UNIT - 1 };

static inline void hear(i16 *units, const kj_weights *weights, const u16 *features, int count) {
    for (int i = 0; i < count; i++) {
        const i16 *row = weights->to_hidden[features[i]];
        for (int j = 0; j < HIDDEN; j++) units[j] = (i16)(units[j] + row[j]);
    }
}

static inline int speak(const i16 *units, const kj_weights *weights) {
    int total = 0;
    for (int j = 0; j < HIDDEN; j++) {
        i16 unit = units[j] < 0 ? 0 : units[j] > LOUDEST ? LOUDEST : units[j];
        total += unit * weights->from_hidden[j];
    }
    return total / (UNIT * UNIT / ONE);
}

u32 kj_policy(const table *t, const kj_weights *weights, const kj_habits *habits, int temperature, u32 own, u32 legal,
              u8 *cards, u32 *chance, int *count) {
    int n = 0, score[MOST_CARDS + 4], most = -(1 << 30);
    u32 sum = 0;
    i16 before[HIDDEN] = {0};
    u16 context[MOST_CONTEXT];
    hear(before, weights, context, kj_context(t, own, context));
    for (u32 left = legal; left; left &= left - 1) {
        u16 features[MOST_FEATURES];
        i16 units[HIDDEN];
        int card = LOWEST(left), seen = kj_features(t, own, card, features);
        memcpy(units, before, sizeof units);
        hear(units, weights, features, seen);
        int total = speak(units, weights) + (habits ? kj_habit(t, habits, own, card) : 0);
        for (int i = 0; i < seen; i++) total += weights->card[features[i]];
        cards[n] = (u8)card;
        score[n++] = total;
        if (total > most) most = total;
    }
    for (int i = 0; i < n; i++) sum += chance[i] = kj_falling((most - score[i]) * 100 / temperature);
    *count = n;
    return sum;
}

/* ---- the hand count ---------------------------------------------------------------------------------------------- */

enum {
    BASE,
    TRUMP_BY_STRENGTH,                   /* 8 */
    JACK_AND_NINE = TRUMP_BY_STRENGTH + 8,
    TRUMPS_HELD,                         /* 0 .. 8 or more */
    SIDE_ACE = TRUMPS_HELD + 9,
    SIDE_ACE_TEN,
    SIDE_TEN,
    SIDE_BARE_TEN,
    SIDE_VOID,
    SIDE_SINGLE,
    SIDE_ACE_KING,
    SIDE_LONG,
    THEIR_TRUMPS,
    THEIR_ACES,
    PARTS,
    PLAY_FROM = COUNTS - 4
};
_Static_assert((int)PARTS <= (int)PLAY_FROM, "COUNTS must hold all parts");

void kj_parts_of_hand(u32 own, u32 theirs, u8 *parts) {
    u32 trumps = own >> 24;
    memset(parts, 0, COUNTS);
    parts[BASE] = 1;
    for (int i = 0; i < 8; i++) parts[TRUMP_BY_STRENGTH + i] = trumps >> i & 1;
    parts[JACK_AND_NINE] = trumps >> 6 == 3;
    parts[TRUMPS_HELD + kj_count_of[trumps]] = 1;
    parts[THEIR_TRUMPS] = kj_count_of[theirs >> 24];
    for (int suit = 0; suit < TRUMP; suit++) {
        u32 cards = BYTE(own, suit);
        int count = kj_count_of[cards], ace = cards >> ACE & 1, ten = cards >> TEN & 1;
        parts[SIDE_ACE] += (u8)ace;
        parts[SIDE_ACE_TEN] += (u8)(ace && ten);
        parts[SIDE_TEN] += (u8)(ten && !ace && count > 1);
        parts[SIDE_BARE_TEN] += (u8)(ten && count == 1);
        parts[SIDE_VOID] += count == 0;
        parts[SIDE_SINGLE] += count == 1;
        parts[SIDE_ACE_KING] += (u8)(ace && !ten && cards >> 5 & 1);
        parts[SIDE_LONG] += count >= 4;
        parts[THEIR_ACES] += BYTE(theirs, suit) >> ACE & 1;
    }
}

int kj_count_hand(const kj_weights *weights, u32 own, u32 theirs) {
    u8 parts[COUNTS];
    int total = 0;
    kj_parts_of_hand(own, theirs, parts);
    for (int i = 0; i < PARTS; i++) total += parts[i] * weights->hand[i];
    return total;
}

int kj_play_from(const kj_weights *weights, int turn) { return weights->hand[PLAY_FROM + turn]; }
