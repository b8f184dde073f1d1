/* See features.h. A feature is a cell of a table over a few small facts; each table below has its name, and FEATURE adds
 * the cell to the list. */
#include "features.h"

enum { TEN = 6, ACE = 7 }; /* strengths */

/* Where each table starts: the sizes in the comments are the products of their facts. */
enum {
    LEAD_CARD = 0,                   /* role 3, trump 2, boss 3, strength 8, stage 4 */
    LEAD_LENGTH = LEAD_CARD + 576,   /* trump 2, own 5, unseen 4, boss 3, role 3 */
    LEAD_RUFF = LEAD_LENGTH + 360,   /* role 3, opponents ruff 3, partner ruffs 2, boss 3, points 4 */
    LEAD_TRUMPS = LEAD_RUFF + 216,   /* trump 2, own trumps 4, unseen trumps 4, role 3, opponents have trumps 2 */
    LEAD_LOWEST = LEAD_TRUMPS + 192, /* trump 2, lowest 2, boss 3, own 5, role 3 */
    LEAD_ACE = LEAD_LOWEST + 180,    /* trump 2, holds the ace (jack) 2, strength 8, role 3 */
    LEAD_AGAIN = LEAD_ACE + 96,      /* times led 3, first by 4, trump 2, boss 3, role 3 */
    LEAD_SIGNAL = LEAD_AGAIN + 216,  /* what the partner threw 4, boss 3, points 4, role 3 */
    LEAD_SCORE = LEAD_SIGNAL + 144,  /* standing 4, trump 2, boss 3, role 3, points 4 */
    PLAY_CARD = LEAD_SCORE + 288,    /* place 3, kind 3, holder 3, strength 8, trump led 2 */
    PLAY_HOLD = PLAY_CARD + 432,     /* place 3, kind 3, holder 3, sure 3, points 4 */
    PLAY_LENGTH = PLAY_HOLD + 324,   /* kind 3, own 5, strength 8, holder 3, partner held 2 */
    PLAY_MELD = PLAY_LENGTH + 720,   /* meld 3, holder 3, place 3, sure 3 */
    PLAY_STAGE = PLAY_MELD + 81,     /* stage 4, kind 3, strength 8, holder 3, role 3 */
    PLAY_BEST = PLAY_STAGE + 864,    /* place 3, best is boss 2, holder 3, points 4 */
    PLAY_HOPE = PLAY_BEST + 72,      /* meld may come 2, holder 3, place 3, sure 3 */
    PLAY_POINTS = PLAY_HOPE + 54,    /* on the table 4, holder 3, kind 3, points 4 */
    PLAY_THROW = PLAY_POINTS + 144,  /* boss 3, strength 8, holder 3, own 5 */
    PLAY_RUFF = PLAY_THROW + 360,    /* own trumps 4, unseen trumps 4, holder 3, strength 8 */
    PLAY_THREAT = PLAY_RUFF + 384,   /* threat 3, holder 3, kind 3, points 4, partner to come 2 */
    PLAY_SCORE = PLAY_THREAT + 216,  /* standing 4, kind 3, holder 3, points 4 */
    PLAY_SIGN = PLAY_SCORE + 144,    /* ace 2, ten 2, own 5, threw before 2, points 4, holder 3 */
    PLAY_AGAIN = PLAY_SIGN + 480,    /* times led 3, place 3, kind 3, holder 3, points 4 */
    PLAY_RAISE = PLAY_AGAIN + 324,   /* kind 3, wins 2, strength 8, to come 4, on the table 4 */
    CARD_SHAPE = PLAY_RAISE + 768,   /* trump 2, strength 8, which cards of its suit are our own 256 */
    CARD_UNSEEN = CARD_SHAPE + 4096, /* trump 2, strength 8, which of its suit are unseen 256 */
    CARD_WHO = CARD_UNSEEN + 4096,   /* leads 2, trump 2, which others may have its suit 8, which trumps 8 */
    /* the context; who and whose by the number of seats to the left */
    AT_PLACE = CARD_WHO + 256,        /* role 3, cards lying 4, tricks left 9 */
    AT_TRUMPS = AT_PLACE + 108,       /* own trumps 256 */
    AT_UNSEEN_TRUMPS = AT_TRUMPS + 256,
    AT_SUITS = AT_UNSEEN_TRUMPS + 256, /* own cards of a plain suit 256, for each */
    AT_UNSEEN_SUITS = AT_SUITS + 256,
    AT_LED = AT_UNSEEN_SUITS + 256,   /* own cards of the suit that was led 256 */
    AT_UNSEEN_LED = AT_LED + 256,
    AT_LYING = AT_UNSEEN_LED + 256,   /* whose 3, kind 3, strength 8 */
    AT_BEST = AT_LYING + 72,          /* whose 4, trump 2, strength 8 */
    AT_VOIDS = AT_BEST + 64,          /* who 3, plain suits he cannot have 4, trumps he cannot have 2 */
    AT_SCORE = AT_VOIDS + 24,         /* standing 4, role 3 */
    AT_AHEAD = AT_SCORE + 12,         /* points ahead 32, role 3 */
    ALL_END = AT_AHEAD + 96,
    /* two seats; "over": higher cards, open with the opponent or unseen */
    DUEL_LEAD_CARD = 0,                    /* trump 2, over open 2, over unseen 3, strength 8, stage 4 */
    DUEL_LEAD_RUFF = DUEL_LEAD_CARD + 384, /* trump 2, over 2 x 3, must follow 2, his trumps 3, points 4 */
    DUEL_LEAD_LENGTH = DUEL_LEAD_RUFF + 288, /* trump 2, own 5, his open 3, over unseen 3, role 2 */
    DUEL_LEAD_PILE = DUEL_LEAD_LENGTH + 180, /* from 3, points 4, stage 4, over open 2, trump 2 */
    DUEL_LEAD_TRUMPS = DUEL_LEAD_PILE + 192, /* own trumps 4, his trumps 3, unseen trumps 4, trump 2, role 2 */
    DUEL_LEAD_SCORE = DUEL_LEAD_TRUMPS + 192, /* standing 4, trump 2, points 4, over any 2, role 2 */
    DUEL_LEAD_VOID = DUEL_LEAD_SCORE + 128,   /* hand is void 2, must follow 2, trump 2, his trumps 3, points 4 */
    DUEL_PLAY_CARD = DUEL_LEAD_VOID + 96,     /* kind 3, wins 2, strength 8, trump led 2 */
    DUEL_PLAY_POINTS = DUEL_PLAY_CARD + 96,   /* kind 3, wins 2, points 4, on the table 4 */
    DUEL_PLAY_LENGTH = DUEL_PLAY_POINTS + 96, /* kind 3, own 5, strength 8, wins 2 */
    DUEL_PLAY_PILE = DUEL_PLAY_LENGTH + 240,  /* from 3, wins 2, points 4, stage 4 */
    DUEL_PLAY_STAGE = DUEL_PLAY_PILE + 96,    /* stage 4, kind 3, strength 8, wins 2, role 2 */
    DUEL_PLAY_OVER = DUEL_PLAY_STAGE + 384,   /* over open 2, over unseen 3, kind 3, wins 2, strength 8 */
    DUEL_PLAY_RUFF = DUEL_PLAY_OVER + 288,    /* own trumps 4, unseen trumps 4, wins 2, strength 8 */
    DUEL_PLAY_SCORE = DUEL_PLAY_RUFF + 256,   /* standing 4, kind 3, wins 2, points 4 */
    DUEL_PLAY_MELD = DUEL_PLAY_SCORE + 96,    /* meld 2, wins 2, kind 3 */
    DUEL_SHAPE = DUEL_PLAY_MELD + 12,   /* trump 2, strength 8, which cards of its suit are our own 256 */
    DUEL_UNSEEN = DUEL_SHAPE + 4096,    /* trump 2, strength 8, which of its suit are unseen 256 */
    DUEL_THEIRS = DUEL_UNSEEN + 4096,   /* trump 2, strength 8, which of its suit lie open with the opponent 256 */
    DUEL_PLAY_RAISE = DUEL_THEIRS + 4096, /* kind 3, wins 2, strength 8, on the table 4 */
    DUEL_AT_PLACE = DUEL_PLAY_RAISE + 192, /* role 2, leads 2, tricks left 17 */
    DUEL_AT_SUITS = DUEL_AT_PLACE + 68, /* whose 3 (own, unseen, open), of trump 2, which cards 256 */
    DUEL_AT_LED = DUEL_AT_SUITS + 1536, /* own cards of the suit that was led 256 */
    DUEL_AT_CARD = DUEL_AT_LED + 256,   /* the card that lies there: trump 2, strength 8 */
    DUEL_AT_VOIDS = DUEL_AT_CARD + 16,  /* plain suits his hand cannot have 4, trumps 2 */
    DUEL_AT_PILES = DUEL_AT_VOIDS + 8,  /* whose 2, closed cards 9 */
    DUEL_AT_SCORE = DUEL_AT_PILES + 18, /* standing 4, role 2 */
    DUEL_AT_AHEAD = DUEL_AT_SCORE + 8,  /* points ahead 32, role 2 */
    DUEL_END = DUEL_AT_AHEAD + 64,
};
_Static_assert((int)ALL_END <= CELLS && (int)DUEL_END <= CELLS, "CELLS must hold all features");

static inline int at_most(int value, int most) { return value < most ? value : most; }
static inline int kind_of_points(int points) { return points == 0 ? 0 : points <= 4 ? 1 : points <= 11 ? 2 : 3; }
static inline int few(int count) { return count == 0 ? 0 : count <= 2 ? 1 : count <= 4 ? 2 : 3; }
static inline int few_own(int count) { return count == 0 ? 0 : count == 1 ? 1 : count <= 3 ? 2 : 3; }

/* How the deal stands for the declaring side: nothing decided, well under way, made already, failed already. */
static int standing(const table *t) {
    int left = 162 - (t->points[0] + t->points[1] - t->melds), ahead = t->points[0] - t->points[1];
    if (ahead > left) return 2;
    if (-ahead >= left) return 3;
    return ahead > left / 3;
}

/* ---- three and four seats ---------------------------------------------------------------------------------------- */

#define FEATURE(table, cell) features[n++] = (u16)((table) + (cell))

static inline int role_of(const table *t, int seat) { return seat == 0 ? 0 : t->seats == 4 ? (seat == 2 ? 1 : 2) : seat; }

/* How far the declaring side is ahead, in steps of ten points. */
static inline int ahead(const table *t) {
    int steps = (t->points[0] - t->points[1]) / 10 + 16;
    return steps < 0 ? 0 : at_most(steps, 31);
}

/* Which of the others may have one of these cards: a bit for each seat to the left. */
static int who_may_have(const table *t, u32 cards) {
    int who = 0;
    for (int i = 1; i < t->seats; i++)
        if (cards & ~t->lacks[(t->turn + i) % t->seats]) who |= 1 << (i - 1);
    return who;
}

static int features_of_holding(const table *t, u32 own, int card, u16 *features) {
    int n = 0, suit = SUIT_OF(card), trump = suit == TRUMP, look = (trump * 8 + (card & 7)) * 256;
    u32 unseen = ~t->played & ~own;
    FEATURE(CARD_SHAPE, look + (int)BYTE(own, suit));
    FEATURE(CARD_UNSEEN, look + (int)BYTE(unseen, suit));
    FEATURE(CARD_WHO, ((!t->lying * 2 + trump) * 8 + who_may_have(t, unseen & SUIT_CARDS(suit))) * 8 +
                          who_may_have(t, unseen & TRUMPS));
    return n;
}

static int context_of_many(const table *t, u32 own, u16 *features) {
    int n = 0, seat = t->turn, role = role_of(t, seat);
    u32 unseen = ~t->played & ~own;
    FEATURE(AT_PLACE, (role * 4 + t->lying) * 9 + t->tricks_left);
    FEATURE(AT_TRUMPS, (int)(own >> 24));
    FEATURE(AT_UNSEEN_TRUMPS, (int)(unseen >> 24));
    for (int suit = 0; suit < TRUMP; suit++) {
        FEATURE(AT_SUITS, (int)BYTE(own, suit));
        FEATURE(AT_UNSEEN_SUITS, (int)BYTE(unseen, suit));
    }
    if (t->lying) {
        FEATURE(AT_LED, (int)BYTE(own, t->led));
        FEATURE(AT_UNSEEN_LED, (int)BYTE(unseen, t->led));
        FEATURE(AT_BEST, (((t->holder + t->seats - seat) % t->seats) * 2 + (SUIT_OF(t->best) == TRUMP)) * 8 + (t->best & 7));
    }
    for (int i = 0; i < t->lying; i++) {
        int card = t->trick[i], kind = SUIT_OF(card) == TRUMP ? 1 : SUIT_OF(card) == t->led ? 0 : 2;
        FEATURE(AT_LYING, ((t->lying - 1 - i) * 3 + kind) * 8 + (card & 7));
    }
    for (int i = 1; i < t->seats; i++) {
        u32 may = unseen & ~t->lacks[(seat + i) % t->seats];
        int voids = 0;
        for (int suit = 0; suit < TRUMP; suit++) voids += !BYTE(may, suit);
        FEATURE(AT_VOIDS, ((i - 1) * 4 + voids) * 2 + !(may >> 24));
    }
    FEATURE(AT_SCORE, standing(t) * 3 + role);
    FEATURE(AT_AHEAD, ahead(t) * 3 + role);
    return n;
}

static int features_of_lead(const table *t, u32 own, int card, u16 *features) {
    int n = 0, seat = t->turn, suit = SUIT_OF(card), trump = suit == TRUMP, strength = card & 7;
    int role = role_of(t, seat);
    int left = t->tricks_left, stage = left == 8 ? 0 : left >= 6 ? 1 : left >= 4 ? 2 : 3;
    u32 unseen = ~t->played & ~own, mine = BYTE(own, suit), others = BYTE(unseen, suit), cards = SUIT_CARDS(suit);
    int boss = at_most(kj_count_of[others & ABOVE(strength) & 0xFF], 2), length = at_most(kj_count_of[mine], 4);
    int points = kind_of_points(card_points(card));
    int partner = partner_of(t, seat), their_ruff = 0, partner_ruff = 0, their_trumps = 0;
    for (int other = 0; other < t->seats; other++) {
        if (other == seat) continue;
        u32 may = unseen & ~t->lacks[other];
        int void_of = !(may & cards), trumps = (may & TRUMPS) != 0;
        if (other == partner) {
            partner_ruff = !trump && void_of && trumps;
        } else {
            their_trumps |= trumps;
            if (!trump && trumps) their_ruff = void_of ? 2 : their_ruff ? their_ruff : 1;
        }
    }
    int first = t->first_leader[suit], before = at_most(t->times_led[suit], 2);
    int first_by = first == NOBODY ? 0 : first == seat ? 1 : first == partner ? 2 : 3;
    u32 thrown = partner == NOBODY ? 0 : t->thrown[partner];
    int sign = !thrown ? 0 : !(thrown & cards) ? 1 : points_in(thrown & cards) ? 3 : 2;
    int top = mine >> ACE & 1, lowest = !(mine & ((1u << strength) - 1));
    FEATURE(LEAD_CARD, (((role * 2 + trump) * 3 + boss) * 8 + strength) * 4 + stage);
    FEATURE(LEAD_LENGTH, (((trump * 5 + length) * 4 + few(kj_count_of[others])) * 3 + boss) * 3 + role);
    FEATURE(LEAD_RUFF, (((role * 3 + their_ruff) * 2 + partner_ruff) * 3 + boss) * 4 + points);
    FEATURE(LEAD_TRUMPS, (((trump * 4 + few_own(kj_count_of[own >> 24])) * 4 + few(kj_count_of[unseen >> 24])) * 3 + role) * 2 +
                             their_trumps);
    FEATURE(LEAD_LOWEST, (((trump * 2 + lowest) * 3 + boss) * 5 + length) * 3 + role);
    FEATURE(LEAD_ACE, ((trump * 2 + top) * 8 + strength) * 3 + role);
    FEATURE(LEAD_AGAIN, (((before * 4 + first_by) * 2 + trump) * 3 + boss) * 3 + role);
    FEATURE(LEAD_SIGNAL, ((sign * 3 + boss) * 4 + points) * 3 + role);
    FEATURE(LEAD_SCORE, (((standing(t) * 2 + trump) * 3 + boss) * 3 + role) * 4 + points);
    return n;
}

/* Whether one of the opponents who are still to play can beat this card: 0 no, 1 only by a ruff, 2 otherwise. */
static int threat_to(const table *t, u32 unseen, int card, int seat, int to_come) {
    int threat = 0;
    u32 suit = SUIT_CARDS(SUIT_OF(card)), led = SUIT_CARDS(t->led);
    for (int i = 1; i <= to_come; i++) {
        int other = (seat + i) % t->seats;
        if (side_of(t, other) == side_of(t, seat)) continue;
        u32 may = unseen & ~t->lacks[other], higher = may & suit & ABOVE(card);
        if (higher && (SUIT_OF(card) == t->led || !(may & led))) return 2;
        if (SUIT_OF(card) != TRUMP ? (may & TRUMPS) != 0 : higher != 0) threat = 1;
    }
    return threat;
}

static int meld_may_come(u32 cards, u32 unseen, int already) {
    u32 near = 0; /* a run or four of a kind needs two there; the marriage one */
    for (int suit = 0; suit < 4; suit++)
        if (BYTE(cards, suit) && (suit == TRUMP || kj_count_of[BYTE(cards, suit)] > 1)) near |= SUIT_CARDS(suit);
    if (kj_count_of[BYTE(cards, 0)] == 1 && kj_count_of[BYTE(cards, 1)] == 1 && kj_count_of[BYTE(cards, 2)] == 1) near = ~0u;
    for (u32 left = unseen & near; left; left &= left - 1)
        if (kj_melds_in(cards | (left & -left)) > already) return 1;
    return 0;
}

static int features_of_play(const table *t, u32 own, int card, u16 *features) {
    int n = 0, seat = t->turn, suit = SUIT_OF(card), trump = suit == TRUMP, strength = card & 7;
    int role = role_of(t, seat);
    int left = t->tricks_left, stage = left == 8 ? 0 : left >= 6 ? 1 : left >= 4 ? 2 : 3;
    u32 unseen = ~t->played & ~own, mine = BYTE(own, suit);
    int length = at_most(kj_count_of[mine], 4), points = kind_of_points(card_points(card));
    int boss = at_most(kj_count_of[BYTE(unseen, suit) & ABOVE(strength) & 0xFF], 2);
    int own_trumps = few_own(kj_count_of[own >> 24]), out_trumps = few(kj_count_of[unseen >> 24]);
    int kind = suit == t->led ? 0 : trump ? 1 : 2, wins = beats(card, t->best);
    int partner_held = t->holder == partner_of(t, seat), to_come = t->seats - t->lying - 1;
    int place = to_come == 0 ? 2 : t->lying - 1, holder = wins ? 0 : partner_held ? 1 : 2;
    int best = t->best, best_boss = !to_come || !(BYTE(unseen, SUIT_OF(best)) & ABOVE(best & 7) & 0xFF);
    if (to_come && SUIT_OF(best) != TRUMP && unseen & TRUMPS) best_boss = 0;
    int high = wins ? card : best, high_boss = !(BYTE(unseen, SUIT_OF(high)) & ABOVE(high & 7) & 0xFF);
    int sure = !to_come ? 2 : !high_boss ? 0 : SUIT_OF(high) == TRUMP || !(unseen & TRUMPS) ? 2 : 1;
    int lying = points_in(t->in_trick), on_table = lying == 0 ? 0 : lying < 10 ? 1 : lying < 20 ? 2 : 3;
    int melds = kj_melds_in(t->in_trick), after = kj_melds_in(t->in_trick | BIT(card));
    int meld = after > melds ? 2 : melds > 0, trump_led = t->led == TRUMP;
    int threat = threat_to(t, unseen, high, seat, to_come);
    int partner_comes = t->seats == 4 ? to_come >= 2 : to_come && partner_of(t, seat) == (seat + 1) % 3;
    FEATURE(PLAY_CARD, (((place * 3 + kind) * 3 + holder) * 8 + strength) * 2 + trump_led);
    FEATURE(PLAY_HOLD, (((place * 3 + kind) * 3 + holder) * 3 + sure) * 4 + points);
    FEATURE(PLAY_LENGTH, (((kind * 5 + length) * 8 + strength) * 3 + holder) * 2 + partner_held);
    FEATURE(PLAY_MELD, ((meld * 3 + holder) * 3 + place) * 3 + sure);
    FEATURE(PLAY_STAGE, (((stage * 3 + kind) * 8 + strength) * 3 + holder) * 3 + role);
    FEATURE(PLAY_BEST, ((place * 2 + best_boss) * 3 + holder) * 4 + points);
    if (!melds && to_come)
        FEATURE(PLAY_HOPE, ((meld_may_come(t->in_trick | BIT(card), unseen, after) * 3 + holder) * 3 + place) * 3 + sure);
    FEATURE(PLAY_POINTS, ((on_table * 3 + holder) * 3 + kind) * 4 + points);
    if (kind == 2) {
        int ace = mine >> ACE & 1, ten = mine >> TEN & 1, threw = t->thrown[seat] != 0;
        FEATURE(PLAY_THROW, ((boss * 8 + strength) * 3 + holder) * 5 + length);
        FEATURE(PLAY_SIGN, ((((ace * 2 + ten) * 5 + length) * 2 + threw) * 4 + points) * 3 + holder);
    }
    if (trump) FEATURE(PLAY_RUFF, ((own_trumps * 4 + out_trumps) * 3 + holder) * 8 + strength);
    FEATURE(PLAY_THREAT, (((threat * 3 + holder) * 3 + kind) * 4 + points) * 2 + partner_comes);
    FEATURE(PLAY_SCORE, ((standing(t) * 3 + kind) * 3 + holder) * 4 + points);
    FEATURE(PLAY_AGAIN, (((at_most(t->times_led[t->led] - 1, 2) * 3 + place) * 3 + kind) * 3 + holder) * 4 + points);
    FEATURE(PLAY_RAISE, (((kind * 2 + wins) * 8 + strength) * 4 + to_come) * 4 + on_table);
    return n;
}

/* ---- two seats --------------------------------------------------------------------------------------------------- */

static int features_of_duel(const table *t, u32 own, int card, u16 *features) {
    int n = 0, seat = t->turn, suit = SUIT_OF(card), trump = suit == TRUMP, strength = card & 7;
    int left = t->tricks_left, stage = left > 12 ? 0 : left > 8 ? 1 : left > 4 ? 2 : 3;
    u32 theirs = t->open[!seat], unseen = ~t->played & ~own & ~theirs, bit = BIT(card);
    int over_open = (BYTE(theirs, suit) & ABOVE(strength) & 0xFF) != 0;
    int over = at_most(kj_count_of[BYTE(unseen, suit) & ABOVE(strength) & 0xFF], 2);
    int length = at_most(kj_count_of[BYTE(own, suit)], 4), points = kind_of_points(card_points(card));
    int from = !(t->open[seat] & bit) ? 0 : t->covering & bit ? 2 : 1;
    int own_trumps = few_own(kj_count_of[own >> 24]), out_trumps = few(kj_count_of[unseen >> 24]);
    int his_trumps = theirs >> 24 ? 2 : (unseen & ~t->lacks[!seat]) >> 24 ? 1 : 0, stand = standing(t);
    int look = (trump * 8 + strength) * 256;
    FEATURE(DUEL_SHAPE, look + (int)BYTE(own, suit));
    FEATURE(DUEL_UNSEEN, look + (int)BYTE(unseen, suit));
    FEATURE(DUEL_THEIRS, look + (int)BYTE(theirs, suit));
    if (!t->lying) {
        int must = BYTE(theirs, suit) != 0, void_of = !(unseen & ~t->lacks[!seat] & SUIT_CARDS(suit));
        FEATURE(DUEL_LEAD_CARD, (((trump * 2 + over_open) * 3 + over) * 8 + strength) * 4 + stage);
        FEATURE(DUEL_LEAD_RUFF, ((((trump * 2 + over_open) * 3 + over) * 2 + must) * 3 + his_trumps) * 4 + points);
        FEATURE(DUEL_LEAD_LENGTH,
                (((trump * 5 + length) * 3 + at_most(kj_count_of[BYTE(theirs, suit)], 2)) * 3 + over) * 2 + !seat);
        FEATURE(DUEL_LEAD_PILE, (((from * 4 + points) * 4 + stage) * 2 + over_open) * 2 + trump);
        FEATURE(DUEL_LEAD_TRUMPS, (((own_trumps * 3 + his_trumps) * 4 + out_trumps) * 2 + trump) * 2 + !seat);
        FEATURE(DUEL_LEAD_SCORE, (((stand * 2 + trump) * 4 + points) * 2 + (over_open || over)) * 2 + !seat);
        FEATURE(DUEL_LEAD_VOID, (((void_of * 2 + must) * 2 + trump) * 3 + his_trumps) * 4 + points);
        return n;
    }
    int kind = suit == t->led ? 0 : trump ? 1 : 2, wins = beats(card, t->best);
    int lying = points_in(t->in_trick), on_table = lying == 0 ? 0 : lying < 10 ? 1 : lying < 20 ? 2 : 3;
    FEATURE(DUEL_PLAY_CARD, ((kind * 2 + wins) * 8 + strength) * 2 + (t->led == TRUMP));
    FEATURE(DUEL_PLAY_POINTS, ((kind * 2 + wins) * 4 + points) * 4 + on_table);
    FEATURE(DUEL_PLAY_LENGTH, ((kind * 5 + length) * 8 + strength) * 2 + wins);
    FEATURE(DUEL_PLAY_PILE, ((from * 2 + wins) * 4 + points) * 4 + stage);
    FEATURE(DUEL_PLAY_STAGE, (((stage * 3 + kind) * 8 + strength) * 2 + wins) * 2 + !seat);
    FEATURE(DUEL_PLAY_OVER, (((over_open * 3 + over) * 3 + kind) * 2 + wins) * 8 + strength);
    if (trump) FEATURE(DUEL_PLAY_RUFF, ((own_trumps * 4 + out_trumps) * 2 + wins) * 8 + strength);
    FEATURE(DUEL_PLAY_SCORE, ((stand * 3 + kind) * 2 + wins) * 4 + points);
    FEATURE(DUEL_PLAY_MELD, ((kj_melds_in(t->in_trick | bit) > 0) * 2 + wins) * 3 + kind);
    FEATURE(DUEL_PLAY_RAISE, ((kind * 2 + wins) * 8 + strength) * 4 + on_table);
    return n;
}

static int context_of_duel(const table *t, u32 own, u16 *features) {
    int n = 0, seat = t->turn, voids = 0;
    u32 theirs = t->open[!seat], unseen = ~t->played & ~own & ~theirs, may = unseen & ~t->lacks[!seat];
    u32 sets[3] = {own, unseen, theirs};
    FEATURE(DUEL_AT_PLACE, (!seat * 2 + !t->lying) * 17 + t->tricks_left);
    for (int whose = 0; whose < 3; whose++)
        for (int suit = 0; suit < 4; suit++)
            FEATURE(DUEL_AT_SUITS, (whose * 2 + (suit == TRUMP)) * 256 + (int)BYTE(sets[whose], suit));
    if (t->lying) {
        FEATURE(DUEL_AT_LED, (int)BYTE(own, t->led));
        FEATURE(DUEL_AT_CARD, (SUIT_OF(t->best) == TRUMP) * 8 + (t->best & 7));
    }
    for (int suit = 0; suit < TRUMP; suit++) voids += !BYTE(may, suit);
    FEATURE(DUEL_AT_VOIDS, voids * 2 + !(may >> 24));
    FEATURE(DUEL_AT_PILES, count_cards(t->open[seat] & t->covering));
    FEATURE(DUEL_AT_PILES, 9 + count_cards(theirs & t->covering));
    FEATURE(DUEL_AT_SCORE, standing(t) * 2 + !seat);
    FEATURE(DUEL_AT_AHEAD, ahead(t) * 2 + !seat);
    return n;
}

int kj_context(const table *t, u32 own, u16 *features) {
    return t->seats == 2 ? context_of_duel(t, own, features) : context_of_many(t, own, features);
}

int kj_features(const table *t, u32 own, int card, u16 *features) {
    if (t->seats == 2) return features_of_duel(t, own, card, features);
    int n = features_of_holding(t, own, card, features);
    return n + (t->lying ? features_of_play : features_of_lead)(t, own, card, features + n);
}
