/* The exact klaverjas solver: tables, the set-up of a deal, and the functions of kernel.h. The search itself is in
 * search.h, which is included once for each number of seats. docs/solver.md explains the method.
 *
 * Inside, everything is seen from the declaring side. Seats are turned so that the declarer is seat 0, and suits are
 * renamed so that trump is suit 3. A card is suit * 8 + strength; plain strengths 7 8 9 J Q K T A, trump strengths
 * 7 8 Q K T A 9 J. So "beats" is "greater" within a suit, trumps are the top byte of a set, and one 32-bit word with the
 * cards that are still to be played is, with the leader, the whole state between two tricks.
 */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/* build.py looks for this in the library to tell which sources it was made from. */
#ifndef KJ_STAMP
#define KJ_STAMP "klaverjas kernel without stamp"
#endif
__attribute__((used)) const char kj_stamp[] = KJ_STAMP;

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;

enum { TRUMP = 3, LAST_TRICK = 10, MARCH = 100, ALL_POINTS = 162 };
enum { INFINITE = 4000 }; /* above any value: 162 points, melds of less than 700, march */
#define TRUMPS 0xFF000000u
#define SUIT_OF(card) ((card) >> 3)
#define SUIT_CARDS(suit) (0xFFu << 8 * (suit))
#define BYTE(set, suit) ((set) >> 8 * (suit) & 0xFF)
#define ABOVE(card) (0xFFFFFFFEu << (card)) /* all higher numbers; mask with a suit */
#define LOWEST(set) (__builtin_ctz(set))
#define HIGHEST(set) (31 - __builtin_clz(set))

/* ---- tables that hold for every deal ----------------------------------------------------------------------------- */

/* Strength of each rank and points of each strength (1.2), first for a plain suit, then for trump. */
static const u8 STRENGTH[2][8] = {{0, 1, 2, 6, 3, 4, 5, 7}, {0, 1, 6, 4, 7, 2, 3, 5}};
static const u8 POINTS[2][8] = {{0, 0, 0, 2, 3, 4, 10, 11}, {0, 0, 3, 4, 10, 11, 14, 20}};
enum { QUEEN = 5, KING = 6, JACK = 4 }; /* ranks */

/* Filled when the library is loaded and only read after that. */
static u8 count_of[256];      /* cards in a set of one suit; without CPU flags quicker than the compiler's way */
static u8 points_of[2][256];  /* points of such a set */
static u8 meld_of[2][256];    /* what the cards of one trick in one suit meld (4.1, 4.2) */
static u32 four_of[8];        /* by rank, the four cards */
static u8 rank_of[2][8];      /* rank by strength */
static u8 to_inside[2][256];  /* a set of one suit, bits by rank, as bits by strength */

/* Two sets of one suit with equally many cards, compared card by card from below: the sum of the differences in points.
 * DISTANCE(kind, a, b); `place_of` numbers the sets of one size, `row_of` is where the row of a set starts. */
static u8 distance_of[2][12870]; /* 12870: the sum of the squares of the binomial coefficients of 8 */
static u8 place_of[256];
static u16 row_of[256];
#define DISTANCE(kind, a, b) (distance_of[kind][row_of[a] + place_of[b]])

/* A meld window as one bit of 64: three cards of a suit by their places from the top, or king and queen of trump. */
static u64 window_bit(u32 places, int marriage) {
    int bit = marriage ? 56 + LOWEST(places) : 0;
    if (!marriage) { /* numbers the 56 sets of three places */
        int a = LOWEST(places), c = HIGHEST(places), b = HIGHEST(places & ~(1u << c));
        bit = a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6;
    }
    return 1ull << bit;
}

static int longest_run(u32 ranks) {
    int run = 0, longest = 0;
    for (int rank = 0; rank < 8; rank++) {
        run = ranks >> rank & 1 ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    return longest;
}

static int worth_of_melds(u32 ranks, int trump) {
    int run = longest_run(ranks), marriage = trump && ranks >> QUEEN & 1 && ranks >> KING & 1;
    return (run == 3 ? 20 : run == 4 ? 50 : 0) + (marriage ? 20 : 0);
}

static void fill_distances(void) {
    u8 of_size[9] = {0};
    u16 start = 0;
    for (int set = 0; set < 256; set++) place_of[set] = of_size[count_of[set]]++;
    for (int size = 0; size <= 8; size++)
        for (int set = 0; set < 256; set++)
            if (count_of[set] == size) {
                row_of[set] = start;
                start = (u16)(start + of_size[size]);
            }
    for (int kind = 0; kind < 2; kind++)
        for (int a = 0; a < 256; a++)
            for (int b = 0; b < 256; b++) {
                if (count_of[a] != count_of[b]) continue;
                int sum = 0;
                for (u32 x = (u32)a, y = (u32)b; x; x &= x - 1, y &= y - 1)
                    sum += abs(POINTS[kind][LOWEST(x)] - POINTS[kind][LOWEST(y)]);
                DISTANCE(kind, a, b) = (u8)sum;
            }
}

__attribute__((constructor)) static void fill_tables(void) {
    for (int kind = 0; kind < 2; kind++) {
        for (int rank = 0; rank < 8; rank++) rank_of[kind][STRENGTH[kind][rank]] = (u8)rank;
        for (int set = 0; set < 256; set++) {
            u32 ranks = 0, strengths = 0;
            int count = 0, points = 0;
            for (int i = 0; i < 8; i++)
                if (set >> i & 1) {
                    count++;
                    points += POINTS[kind][i];
                    ranks |= 1u << rank_of[kind][i];
                    strengths |= 1u << STRENGTH[kind][i];
                }
            count_of[set] = (u8)count;
            points_of[kind][set] = (u8)points;
            meld_of[kind][set] = count <= 4 ? (u8)worth_of_melds(ranks, kind) : 0;
            to_inside[kind][set] = (u8)strengths;
        }
    }
    for (int rank = 0; rank < 8; rank++)
        for (int suit = 0; suit < 4; suit++) four_of[rank] |= 1u << (suit * 8 + STRENGTH[suit == TRUMP][rank]);
    fill_distances();
}

/* ---- what a solver keeps ----------------------------------------------------------------------------------------- */

/* What the set-up of a deal says about one suit when exactly these cards of it are still to be played. */
typedef struct {
    u32 pattern; /* owners from the highest card down, two bits each, behind a leading 1 */
    u8 cap[2];   /* most that each side can still meld with cards of this suit (four of a kind apart) */
    u8 points;
    i8 run;      /* trump: points of the top cards that one side owns without a gap, below zero for the others */
    u8 body;     /* trump: the cards below those */
    u8 any_cap;  /* most that both sides together can still meld */
} suit_state;

/* A proven bound on the value of a position from here on: four of them fill 64 bytes. */
typedef struct {
    u32 rest;       /* the cards still to be played */
    i16 low, high;
    u32 key;        /* the half of the hash that does not choose the bucket */
    u16 age;        /* the deal it belongs to */
    u8 tag;         /* leader, and who can still make march */
    u8 best;        /* the best card to lead, or NO_CARD */
} bound;
enum { WAYS = 8, NO_CARD = 255 };

/* With two seats the pattern must also say where the piles are. */
typedef struct { u64 piles[WAYS]; } bucket_piles;

/* Proven: the others can (cannot) force a difference of at most `yes_ahead` (`no_ahead`) and such melds on top. */
typedef struct {
    u32 rest;
    u16 age;
    u8 tag;
    i16 yes_ahead, yes_melds, no_ahead, no_melds;
} promise;
enum { PROMISE_BITS = 15 };

typedef struct {
    u32 cards;
    i16 worth;
    u8 side;
} four_meld;

struct kj_solver {
    /* the rules and the deal */
    u8 seats, amsterdam, undertrump_forced, march_either, declarer, trump;
    u8 owner[32];
    u32 dealt[4];
    suit_state suit[4][256];
    u64 windows[4][256]; /* see window_bit: the melds of three in a row and the marriage that can still come */
    four_meld four[8];
    int fours;
    u8 under[32]; /* two seats: the closed card under each open one of `covering` */
    u32 covering;
    /* what was learned */
    u16 age;
    int bucket_bits, bucket_bits_made;
    bound *bounds;
    bucket_piles *piles; /* two seats only */
    promise *promises;
    /* the bounds that the last probe without an answer left */
    int low, high;
    u64 nodes, passes;
};

/* Cards of a trick that is under way. Small enough to travel in one register. */
typedef struct {
    u32 cards;
    u8 led, best, holder, count; /* the suit led; the card that holds the trick, and whose it is */
} trick;

static inline int card_points(int card) { return POINTS[SUIT_OF(card) == TRUMP][card & 7]; }

static inline int beats(int card, int best) {
    return SUIT_OF(card) == SUIT_OF(best) ? card > best : SUIT_OF(card) == TRUMP;
}

static inline int points_in(u32 set) {
    return points_of[0][BYTE(set, 0)] + points_of[0][BYTE(set, 1)] + points_of[0][BYTE(set, 2)] + points_of[1][set >> 24];
}

static inline trick with(trick t, int card, int seat) {
    if (!t.cards) return (trick){1u << card, (u8)SUIT_OF(card), (u8)card, (u8)seat, 1};
    int wins = beats(card, t.best);
    return (trick){t.cards | 1u << card, t.led, (u8)(wins ? card : t.best), (u8)(wins ? seat : t.holder),
                   (u8)(t.count + 1)};
}

/* Four of a kind are one card of each suit, so they never come with another meld but the march. */
static inline int four_in(u32 set) {
    u32 plain = BYTE(set, 0);
    if (!plain || plain != BYTE(set, 1) || plain != BYTE(set, 2) || !(set >> 24)) return 0;
    int rank = rank_of[0][LOWEST(plain)];
    return set == four_of[rank] ? (rank == JACK ? 200 : 100) : 0;
}

static inline int melds_in(u32 set) {
    int melds = meld_of[0][BYTE(set, 0)] + meld_of[0][BYTE(set, 1)] + meld_of[0][BYTE(set, 2)] + meld_of[1][set >> 24];
    return melds ? melds : four_in(set);
}

static inline int four_cap(const kj_solver *x, u32 rest, int side) {
    int cap = 0;
    for (int i = 0; i < x->fours; i++)
        if (!(x->four[i].cards & ~rest) && x->four[i].side == side) cap += x->four[i].worth;
    return cap;
}

/* ---- positions that differ only in points -------------------------------------------------------------------------- */

/* How far the values of two positions with the same pattern can lie apart: value(a) >= value(b) + shift - down and
 * value(a) <= value(b) + shift + up. */
typedef struct { int shift, up, down; } gap;

/* Melds that are possible with one set of a suit's cards and not with the other, at most. */
static inline int meld_gap(u64 windows, int cap) {
    if (!cap) return 0;
    int at_most = 30 * __builtin_popcountll(windows & ((1ull << 56) - 1)) + 20 * __builtin_popcountll(windows >> 56);
    return at_most < cap ? at_most : cap;
}

/* The same for four of a kind: those of `rest` that are not at the same places in `other`. */
static inline int four_gap(const kj_solver *x, u32 rest, u32 other, int side) {
    int sum = 0;
    for (int i = 0; i < x->fours; i++) {
        u32 cards = x->four[i].cards;
        if (cards & ~rest || x->four[i].side != side) continue;
        int found = 0;
        for (int j = 0; j < x->fours && !found; j++) {
            u32 twin = x->four[j].cards;
            if (twin & ~other || x->four[j].worth != x->four[i].worth) continue;
            found = 1;
            for (u32 c = cards, d = twin; c; c &= c - 1, d &= d - 1) {
                u32 above = SUIT_CARDS(SUIT_OF(LOWEST(c)));
                found &= __builtin_popcount(rest & above & ABOVE(LOWEST(c))) ==
                         __builtin_popcount(other & above & ABOVE(LOWEST(d)));
            }
        }
        if (!found) sum += x->four[i].worth;
    }
    return sum;
}

static inline gap gap_of(const kj_solver *x, u32 a, u32 b) {
    gap g = {0, 0, 0};
    int points = 0;
    for (int suit = 0; suit < 4; suit++) {
        u32 in_a = BYTE(a, suit), in_b = BYTE(b, suit);
        if (in_a == in_b) continue;
        const suit_state *state_a = &x->suit[suit][in_a], *state_b = &x->suit[suit][in_b];
        if (suit == TRUMP) { /* whose the top trumps are is known */
            points += DISTANCE(1, state_a->body, state_b->body);
            g.shift += state_a->run - state_b->run;
        } else {
            points += DISTANCE(0, in_a, in_b);
        }
        u64 windows_a = x->windows[suit][in_a], windows_b = x->windows[suit][in_b];
        if (windows_a != windows_b) {
            u64 only_a = windows_a & ~windows_b, only_b = windows_b & ~windows_a;
            g.up += meld_gap(only_a, state_a->cap[0]) + meld_gap(only_b, state_b->cap[1]);
            g.down += meld_gap(only_a, state_a->cap[1]) + meld_gap(only_b, state_b->cap[0]);
        }
    }
    g.up += points;
    g.down += points;
    if (x->fours) {
        g.up += four_gap(x, a, b, 0) + four_gap(x, b, a, 1);
        g.down += four_gap(x, a, b, 1) + four_gap(x, b, a, 0);
    }
    return g;
}

static inline int same_pattern(const kj_solver *x, u32 a, u32 b) {
    for (int suit = 0; suit < 4; suit++)
        if (x->suit[suit][BYTE(a, suit)].pattern != x->suit[suit][BYTE(b, suit)].pattern) return 0;
    return 1;
}

/* ---- the search, for each number of seats ------------------------------------------------------------------------ */

#include "weights.h"

#define JOINED(name, seats) name##_##seats
#define JOIN(name, seats) JOINED(name, seats)

#define SEATS 4
#include "search.h"
#undef SEATS
#define SEATS 3
#include "search.h"
#undef SEATS
#define SEATS 2
#include "search.h"
#undef SEATS

/* ---- setting up a deal ------------------------------------------------------------------------------------------- */

static int side_of(int seats, int seat) { return seats == 4 ? seat & 1 : seat != 0; }

/* A run or a marriage that this deal could bring: all its cards with different owners. */
typedef struct {
    u8 cards, worth, sides; /* sides: bit 0, the declaring side could win it; bit 1, the others could */
} window;

/* Who could win the trick with these cards of one suit: the owner of the highest, or somebody else, with plain cards in
 * any way (it need not be the suit led), with trumps only by a higher one. */
static u8 winners_of(const kj_solver *x, int suit, u32 cards, u32 present, u32 owners) {
    int top = HIGHEST(cards);
    u32 others = ((1u << x->seats) - 1) & ~owners;
    if (suit == TRUMP) {
        u32 higher = 0;
        for (u32 above = present & ABOVE(top); above; above &= above - 1)
            higher |= 1u << x->owner[8 * suit + LOWEST(above)];
        others &= higher;
    }
    u8 sides = (u8)(1u << side_of(x->seats, x->owner[8 * suit + top]));
    for (; others; others &= others - 1) sides |= (u8)(1u << side_of(x->seats, LOWEST(others)));
    return sides;
}

/* The windows of a suit, those with the same lowest card together; first[strength] is where they start. */
static void find_windows(const kj_solver *x, int suit, u32 present, window *found, u8 *first) {
    int kind = suit == TRUMP, n = 0;
    window all[14];
    for (int length = 2; length <= x->seats; length++)
        for (int rank = 0; rank + length <= 8; rank++) {
            if (length == 2 && !(kind && rank == QUEEN)) continue;
            u32 cards = 0, owners = 0;
            for (int i = 0; i < length; i++) cards |= 1u << STRENGTH[kind][rank + i];
            if (cards & ~present) continue;
            for (u32 c = cards; c; c &= c - 1) owners |= 1u << x->owner[8 * suit + LOWEST(c)];
            if (count_of[owners] < length) continue;
            all[n++] = (window){(u8)cards, meld_of[kind][cards], winners_of(x, suit, cards, present, owners)};
        }
    u8 place = 0;
    for (int lowest = 0; lowest < 8; lowest++) {
        first[lowest] = place;
        for (int i = 0; i < n; i++)
            if (LOWEST(all[i].cards) == lowest) found[place++] = all[i];
    }
    first[8] = place;
}

static u32 places_from_top(u32 cards, u32 set) {
    u32 places = 0;
    for (; cards; cards &= cards - 1) places |= 1u << count_of[set & (ABOVE(LOWEST(cards)))];
    return places;
}

/* The state of a suit for every set of its cards, each from the set without its lowest card. */
static void set_up_suit(kj_solver *x, int suit, u32 present) {
    window windows[14];
    u8 first[9];
    suit_state *states = x->suit[suit];
    int kind = suit == TRUMP;
    find_windows(x, suit, present, windows, first);
    states[0] = (suit_state){.pattern = 1};
    x->windows[suit][0] = 0;
    for (u32 set = present & -present; set; set = (set - present) & present) {
        int low = LOWEST(set), owner = x->owner[8 * suit + low], side = side_of(x->seats, owner);
        u32 upper = set & (set - 1);
        suit_state state = states[upper];
        u64 possible = x->windows[suit][upper];
        if (kind) {
            int same = !upper || (!state.body && side == side_of(x->seats, x->owner[8 * suit + HIGHEST(set)]));
            if (same)
                state.run = (i8)(state.run + (side ? -POINTS[1][low] : POINTS[1][low]));
            else
                state.body |= (u8)(1u << low);
        }
        state.pattern = state.pattern << 2 | (u32)owner;
        state.points = (u8)(state.points + POINTS[kind][low]);
        for (int i = first[low]; i < first[low + 1]; i++) {
            window w = windows[i];
            if (w.cards & ~set) continue;
            const suit_state *without = &states[set & ~w.cards];
            for (int s = 0; s < 2; s++) {
                int cap = without->cap[s] + (w.sides >> s & 1 ? w.worth : 0);
                if (cap > state.cap[s]) state.cap[s] = (u8)cap;
            }
            if (without->any_cap + w.worth > state.any_cap) state.any_cap = (u8)(without->any_cap + w.worth);
            u32 royals = kind ? 1u << STRENGTH[1][QUEEN] | 1u << STRENGTH[1][KING] : 0;
            if (count_of[w.cards] == 3) possible |= window_bit(places_from_top(w.cards, set), 0);
            if (w.cards == royals) possible |= window_bit(places_from_top(w.cards, set), 1);
        }
        states[set] = state;
        x->windows[suit][set] = possible;
    }
}

static void find_fours(kj_solver *x, u32 all) {
    x->fours = 0;
    for (int rank = 0; rank < 8 && x->seats == 4; rank++) {
        u32 cards = four_of[rank], owners = 0;
        if (cards & ~all) continue;
        for (u32 c = cards; c; c &= c - 1) owners |= 1u << x->owner[LOWEST(c)];
        if (owners != 15) continue;
        int side = side_of(4, x->owner[HIGHEST(cards)]); /* its trump wins */
        x->four[x->fours++] = (four_meld){cards, rank == JACK ? 200 : 100, (u8)side};
    }
}

static int suit_inside(const kj_solver *x, int suit) {
    return suit == x->trump ? TRUMP : suit < x->trump ? suit : suit - 1;
}

static int suit_outside(const kj_solver *x, int suit) {
    return suit == TRUMP ? x->trump : suit < x->trump ? suit : suit + 1;
}

static u32 inside(const kj_solver *x, u32 cards) {
    u32 set = 0;
    for (int suit = 0; suit < 4; suit++)
        set |= (u32)to_inside[suit == x->trump][BYTE(cards, suit)] << 8 * suit_inside(x, suit);
    return set;
}

static int card_inside(const kj_solver *x, int card) {
    int suit = SUIT_OF(card);
    return suit_inside(x, suit) * 8 + STRENGTH[suit == x->trump][card & 7];
}

static int card_outside(const kj_solver *x, int card) {
    int suit = SUIT_OF(card);
    return suit_outside(x, suit) * 8 + rank_of[suit == TRUMP][card & 7];
}

static int seat_inside(const kj_solver *x, int seat) { return (seat + x->seats - x->declarer) % x->seats; }

/* A new age makes all that is in the tables invalid without touching them. */
static void forget(kj_solver *x) {
    if (++x->age) return;
    memset(x->bounds, 0, sizeof(bound) * WAYS << x->bucket_bits_made);
    memset(x->promises, 0, sizeof(promise) << PROMISE_BITS);
    x->age = 1;
}

void kj_deal(kj_solver *x, const kj_rules *rules, const kj_world *world) {
    x->amsterdam = rules->amsterdam;
    x->undertrump_forced = rules->undertrump_forced;
    x->march_either = rules->march_either;
    x->declarer = rules->declarer;
    x->trump = rules->trump;
    u32 all = 0;
    for (int seat = 0; seat < x->seats; seat++) {
        u32 cards = inside(x, world->cards[(seat + x->declarer) % x->seats]);
        x->dealt[seat] = cards;
        all |= cards;
        for (; cards; cards &= cards - 1) x->owner[LOWEST(cards)] = (u8)seat;
    }
    x->covering = 0;
    for (int pile = 0; pile < world->piles; pile++) {
        int open = card_inside(x, world->open[pile]);
        x->covering |= 1u << open;
        x->under[open] = (u8)card_inside(x, world->closed[pile]);
    }
    for (int suit = 0; suit < 4; suit++) set_up_suit(x, suit, BYTE(all, suit));
    find_fours(x, all);
    /* Two seats: small tables stay in the cache; only the long deals need the big ones. */
    int tricks = __builtin_popcount(all) / x->seats;
    x->bucket_bits = x->seats == 2 && tricks < 15 ? (tricks < 13 ? 11 : 13) : x->bucket_bits_made;
    forget(x);
}

/* ---- the functions of kernel.h ----------------------------------------------------------------------------------- */

int kj_abi(void) { return KJ_ABI; }

kj_solver *kj_new(int seats) {
    kj_solver *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->seats = (u8)seats;
    x->bucket_bits_made = seats == 4 ? 13 : seats == 3 ? 11 : 15;
    size_t buckets = (size_t)1 << x->bucket_bits_made;
    x->bounds = aligned_alloc(64, buckets * sizeof(bound) * WAYS); /* so that a bucket is two cache lines, not three */
    x->promises = calloc((size_t)1 << PROMISE_BITS, sizeof(promise));
    if (seats == 2) x->piles = calloc(buckets, sizeof(bucket_piles));
    if (!x->bounds || !x->promises || (seats == 2 && !x->piles)) {
        kj_free(x);
        return NULL;
    }
    memset(x->bounds, 0, buckets * sizeof(bound) * WAYS);
    return x;
}

void kj_free(kj_solver *x) {
    if (!x) return;
    free(x->bounds);
    free(x->piles);
    free(x->promises);
    free(x);
}

/* A position as the search sees it. */
typedef struct {
    u32 rest; /* not yet played */
    trick lying;
    int turn, march, tricks;
} state;

static state state_of(const kj_solver *x, const kj_position *position) {
    state s = {.turn = seat_inside(x, position->leader)};
    for (int seat = 0; seat < x->seats; seat++) s.rest |= inside(x, position->held[seat]);
    for (int i = 0; i < position->lying; i++) {
        s.lying = with(s.lying, card_inside(x, position->trick[i]), s.turn);
        s.turn = (s.turn + 1) % x->seats;
    }
    s.march = position->swept & (x->march_either ? 3 : 1);
    s.tricks = (__builtin_popcount(s.rest) + position->lying) / x->seats;
    return s;
}

/* Future points of the declaring side minus those of the others, if known to be on the right side of beta. */
static int test(kj_solver *x, state s, int beta) {
    x->passes++;
    if (x->seats == 4) return test_4(x, s.rest, s.lying, s.turn, s.march, s.tricks, beta);
    if (x->seats == 3) return test_3(x, s.rest, s.lying, s.turn, s.march, s.tricks, beta);
    return test_2(x, s.rest, s.lying, s.turn, s.march, s.tricks, beta);
}

static int can_spoil(kj_solver *x, state s, int ahead, int melds) {
    if (x->seats == 4) return can_spoil_4(x, s.rest, s.lying, s.turn, s.march, s.tricks, ahead, melds);
    if (x->seats == 3) return can_spoil_3(x, s.rest, s.lying, s.turn, s.march, s.tricks, ahead, melds);
    return can_spoil_2(x, s.rest, s.lying, s.turn, s.march, s.tricks, ahead, melds);
}

static u32 legal(const kj_solver *x, state s) {
    if (x->seats == 4) return legal_4(x, available_4(x, s.rest, s.turn), s.lying, s.turn);
    if (x->seats == 3) return legal_3(x, available_3(x, s.rest, s.turn), s.lying, s.turn);
    return legal_2(x, available_2(x, s.rest, s.turn), s.lying, s.turn);
}

static int likely_future(const kj_solver *x, state s) {
    if (x->seats == 4) return playout_4(x, s.rest, s.lying, s.turn, s.march, s.tricks);
    if (x->seats == 3) return playout_3(x, s.rest, s.lying, s.turn, s.march, s.tricks);
    return playout_2(x, s.rest, s.lying, s.turn, s.march, s.tricks);
}

/* The exact future value by zero-window tests: steps away from the guess until both sides are known, then halving. */
static int future(kj_solver *x, state s, int guess) {
    enum { STEP = 20 };
    int from = -INFINITE, to = INFINITE; /* proven */
    while (from < to) {
        int beta;
        if (from == -INFINITE && to == INFINITE) beta = guess;
        else if (from == -INFINITE) beta = to - STEP;
        else if (to == INFINITE) beta = from + STEP;
        else beta = (from + to + 1) / 2;
        if (beta <= from) beta = from + 1;
        if (beta > to) beta = to;
        int value = test(x, s, beta);
        if (value >= beta) from = value;
        else to = value;
    }
    return from;
}

/* `future` of a deal that the declaring side loses: what the others can add in melds, both sides' counted. */
static int spoils(kj_solver *x, state s, int ahead) {
    int melds = 0;
    for (int more = 20;; more += 10) {
        if (more == 30) continue; /* melds are sums of 20, 50 and hundreds */
        if (!can_spoil(x, s, -ahead, more)) return melds;
        melds = more;
    }
}

static int value_of(kj_solver *x, state s, const kj_position *p, int objective, int guess) {
    int first = guess == KJ_NO_GUESS ? likely_future(x, s) : guess - p->ahead;
    if (objective == KJ_POINTS) return p->ahead + future(x, s, first);
    int least = 1 - p->ahead; /* to make it */
    if (test(x, s, least) >= least) return p->ahead + future(x, s, first > least ? first : least + 40);
    return -(ALL_POINTS + p->melds + spoils(x, s, p->ahead));
}

int kj_value(kj_solver *x, const kj_position *position, int objective, int guess) {
    state s = state_of(x, position);
    if (!s.tricks) return objective == KJ_POINTS || position->ahead > 0 ? position->ahead : -(ALL_POINTS + position->melds);
    return value_of(x, s, position, objective, guess);
}

int kj_at_least(kj_solver *x, const kj_position *position, int least) {
    int beta = least - position->ahead;
    return test(x, state_of(x, position), beta) >= beta;
}

int kj_cards(kj_solver *x, const kj_position *position, int objective, int guess, u8 *cards, i16 *values) {
    state s = state_of(x, position);
    int n = 0;
    for (u32 left = legal(x, s); left; left &= left - 1) {
        int card = LOWEST(left);
        state after = s;
        after.rest &= ~(1u << card);
        after.lying = with(s.lying, card, s.turn);
        after.turn = (s.turn + 1) % x->seats;
        guess = value_of(x, after, position, objective, guess);
        cards[n] = (u8)card_outside(x, card);
        values[n++] = (i16)guess;
    }
    return n;
}

u32 kj_legal(kj_solver *x, const kj_position *position) {
    u32 found = 0;
    for (u32 cards = legal(x, state_of(x, position)); cards; cards &= cards - 1)
        found |= 1u << card_outside(x, LOWEST(cards));
    return found;
}

u64 kj_nodes(const kj_solver *x) { return x->nodes; }
u64 kj_passes(const kj_solver *x) { return x->passes; }
