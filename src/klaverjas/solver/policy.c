/* See policy.h. A feature is a cell of a table over a few small facts; each table below has its name, and FEATURE adds
 * the cell to the list. */
#include "policy.h"

#include <math.h>
#include <string.h>

enum { TEN = 6, ACE = 7, NINE_OF_TRUMP = 30, JACK_OF_TRUMP = 31 }; /* strengths, cards */

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
    PLAY_END = PLAY_AGAIN + 324,
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
    DUEL_END = DUEL_PLAY_MELD + 12,
};
_Static_assert((int)PLAY_END <= WEIGHTS && (int)DUEL_END <= WEIGHTS, "WEIGHTS must hold all features");

static u32 falling[ONE * 12 / 16 + 1]; /* in steps of 16 */

__attribute__((constructor)) static void fill_tables(void) {
    for (int i = 0; i < (int)(sizeof falling / sizeof *falling); i++)
        falling[i] = (u32)(65536.0 * exp(-i * 16.0 / ONE) + 0.5);
}

u32 kj_falling(int x) { return x >= ONE * 12 ? 0 : falling[x / 16]; }

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

static int features_of_lead(const table *t, u32 own, int card, u16 *features) {
    int n = 0, seat = t->turn, suit = SUIT_OF(card), trump = suit == TRUMP, strength = card & 7;
    int role = seat == 0 ? 0 : t->seats == 4 ? (seat == 2 ? 1 : 2) : seat;
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
    int role = seat == 0 ? 0 : t->seats == 4 ? (seat == 2 ? 1 : 2) : seat;
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
    return n;
}

int kj_features(const table *t, u32 own, int card, u16 *features) {
    if (t->seats == 2) return features_of_duel(t, own, card, features);
    return t->lying ? features_of_play(t, own, card, features) : features_of_lead(t, own, card, features);
}

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

u32 kj_policy(const table *t, const kj_weights *weights, const kj_habits *habits, int temperature, u32 own, u32 legal,
              u8 *cards, u32 *chance, int *count) {
    int n = 0, score[MOST_CARDS + 4], most = -(1 << 30);
    u32 sum = 0;
    for (u32 left = legal; left; left &= left - 1) {
        u16 features[MOST_FEATURES];
        int card = LOWEST(left), total = habits ? kj_habit(t, habits, own, card) : 0;
        for (int i = kj_features(t, own, card, features); i-- > 0;) total += weights->card[features[i]];
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
