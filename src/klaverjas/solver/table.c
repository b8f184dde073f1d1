/* See table.h. */
#include "table.h"

#include <string.h>

enum { LAST_TRICK = 10, MARCH = 100, ALL_POINTS = 162, JACK = 4, QUEEN = 5, KING = 6 };

static const u8 STRENGTH[2][8] = {{0, 1, 2, 6, 3, 4, 5, 7}, {0, 1, 6, 4, 7, 2, 3, 5}};
static const u8 POINTS[2][8] = {{0, 0, 0, 2, 3, 4, 10, 11}, {0, 0, 3, 4, 10, 11, 14, 20}};

u8 kj_count_of[256], kj_points_of[2][256], kj_melds_of[2][256], kj_ranks_of[2][256], kj_strengths_of[2][256];

static int longest_run(u32 ranks) {
    int longest = 0;
    for (int rank = 0, run = 0; rank < 8; rank++) {
        run = ranks >> rank & 1 ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    return longest;
}

__attribute__((constructor)) static void fill_tables(void) {
    for (int kind = 0; kind < 2; kind++)
        for (u32 set = 0; set < 256; set++) { /* by rank */
            u32 strengths = 0;
            int count = 0, points = 0, run = longest_run(set);
            for (int rank = 0; rank < 8; rank++)
                if (set >> rank & 1) {
                    strengths |= 1u << STRENGTH[kind][rank];
                    points += POINTS[kind][STRENGTH[kind][rank]];
                    count++;
                }
            int marriage = kind && set >> QUEEN & 1 && set >> KING & 1;
            kj_count_of[set] = (u8)count;
            kj_points_of[kind][strengths] = (u8)points;
            kj_melds_of[kind][strengths] = (u8)(count > 4 ? 0 : (run == 3 ? 20 : run == 4 ? 50 : 0) + 20 * marriage);
            kj_ranks_of[kind][strengths] = (u8)set;
            kj_strengths_of[kind][set] = (u8)strengths;
        }
}

int kj_melds_in(u32 trick) {
    int melds = kj_melds_of[0][BYTE(trick, 0)] + kj_melds_of[0][BYTE(trick, 1)] + kj_melds_of[0][BYTE(trick, 2)] +
                kj_melds_of[1][trick >> 24];
    u32 plain = BYTE(trick, 0);
    if (melds || !plain || plain != BYTE(trick, 1) || plain != BYTE(trick, 2) || kj_count_of[plain] != 1) return melds;
    u32 rank = kj_ranks_of[0][plain];
    return kj_ranks_of[1][trick >> 24] == rank ? (rank == 1u << JACK ? 200 : 100) : 0; /* 4.3 */
}

static int suit_inside(int suit, int trump) { return suit == trump ? TRUMP : suit < trump ? suit : suit - 1; }
static int suit_outside(int suit, int trump) { return suit == TRUMP ? trump : suit < trump ? suit : suit + 1; }

u32 kj_inside(u32 cards, int trump) {
    u32 set = 0;
    for (int suit = 0; suit < 4; suit++)
        set |= (u32)kj_strengths_of[suit == trump][BYTE(cards, suit)] << 8 * suit_inside(suit, trump);
    return set;
}

u32 kj_outside(u32 cards, int trump) {
    u32 set = 0;
    for (int suit = 0; suit < 4; suit++)
        set |= (u32)kj_ranks_of[suit == TRUMP][BYTE(cards, suit)] << 8 * suit_outside(suit, trump);
    return set;
}

int kj_card_inside(int card, int trump) { return LOWEST(kj_inside(BIT(card), trump)); }
int kj_card_outside(int card, int trump) { return LOWEST(kj_outside(BIT(card), trump)); }

void kj_table_new(table *t, const kj_rules *rules, int leader) {
    memset(t, 0, sizeof *t);
    t->seats = rules->seats;
    t->amsterdam = rules->amsterdam;
    t->undertrump_forced = rules->undertrump_forced;
    t->march_either = rules->march_either;
    t->leader = t->turn = (u8)leader;
    t->tricks_left = t->seats == 2 ? 16 : 8;
    t->swept = 3;
    memset(t->first_leader, NOBODY, sizeof t->first_leader);
    /* Three players have no sevens and eights (1.6): as if they had been played. */
    if (t->seats == 3) t->played = 0x03030303u;
}

static inline int partner_holds(const table *t) {
    return t->seats > 2 && t->holder != t->turn && side_of(t, t->holder) == side_of(t, t->turn);
}

u32 kj_table_legal(const table *t, u32 own) {
    if (!t->lying) return own; /* 3.1 */
    u32 trumps = own & TRUMPS, over = SUIT_OF(t->best) == TRUMP ? trumps & ABOVE(t->best) : trumps;
    if (t->led == TRUMP) return over ? over : trumps ? trumps : own; /* 3.3 */
    u32 follow = own & SUIT_CARDS(t->led), other = own & ~TRUMPS;
    if (follow) return follow; /* 3.2 */
    if (t->amsterdam && partner_holds(t)) return over | other ? over | other : own; /* 3.5 */
    if (over) return over;
    if (t->undertrump_forced && trumps) return trumps; /* 3.6 */
    return other ? other : own; /* 3.4 */
}

/* With any of these in hand besides, this card would not have been legal. */
static u32 shown_lacking(const table *t, int card) {
    if (!t->lying) return 0;
    int ruffed = SUIT_OF(t->best) == TRUMP, trump = SUIT_OF(card) == TRUMP;
    u32 over = ruffed ? TRUMPS & ABOVE(t->best) : TRUMPS;
    if (t->led == TRUMP) return !trump ? TRUMPS : card > t->best ? 0 : over;
    if (SUIT_OF(card) == t->led) return 0;
    u32 follow = SUIT_CARDS(t->led), free = t->amsterdam && partner_holds(t);
    if (trump) {
        if (!ruffed || card > t->best) return follow;
        return follow | over | (t->undertrump_forced && !free ? 0 : ~TRUMPS);
    }
    if (free) return follow;
    return follow | (t->undertrump_forced ? TRUMPS : over);
}

static void close_trick(table *t) {
    int side = side_of(t, t->holder), melds = kj_melds_in(t->in_trick);
    t->swept &= (u8)(side ? 2 : 1);
    t->tricks_left--;
    int points = points_in(t->in_trick);
    if (!t->tricks_left) {
        points += LAST_TRICK;
        if (t->swept & (t->march_either ? 3 : 1)) melds += MARCH; /* 4.4 */
    }
    t->points[side] = (i16)(t->points[side] + points + melds);
    t->melds = (i16)(t->melds + melds);
    t->leader = t->turn = t->holder;
    t->lying = 0;
    t->in_trick = 0;
}

void kj_table_play(table *t, int card, int opened) {
    int seat = t->turn;
    u32 bit = BIT(card);
    if (!t->lying) {
        t->led = (u8)SUIT_OF(card);
        if (!t->times_led[t->led]++) t->first_leader[t->led] = (u8)seat;
        t->best = (u8)card;
        t->holder = (u8)seat;
    } else {
        if (beats(card, t->best)) {
            t->best = (u8)card;
            t->holder = (u8)seat;
        }
        if (SUIT_OF(card) != t->led) t->thrown[seat] |= bit & ~TRUMPS;
    }
    if (t->seats == 2) {
        t->open[seat] &= ~bit;
        t->covering &= ~bit;
        if (opened != NO_CARD) t->open[seat] |= BIT(opened);
    }
    t->trick[t->lying++] = (u8)card;
    t->in_trick |= bit;
    t->played |= bit;
    t->turn = (u8)(seat + 1 == t->seats ? 0 : seat + 1);
    if (t->lying == t->seats) close_trick(t);
}

void kj_table_watch(table *t, int card, int opened) {
    int seat = t->turn;
    int from_table = t->seats == 2 && t->open[seat] & BIT(card);
    if (!from_table && t->lacks[seat] & BIT(card)) t->lacks[seat] = 0;
    t->lacks[seat] |= shown_lacking(t, card);
    kj_table_play(t, card, opened);
}

int kj_table_payoff(const table *t) {
    int ahead = t->points[0] - t->points[1];
    return ahead > 0 ? ahead : -(ALL_POINTS + t->melds);
}
