/* The solver against plain minimax: `brute SEATS CARDS DEALS SEED` plays endings with CARDS tricks left at random
 * and compares, before every card, the exact value of every legal card for both objectives. Prints the number of checks
 * and of mismatches, and the first ones; exit status 1 when there are any.
 *
 * The rules are written again here, from docs/rules.md, on plain arrays: nothing is shared with the kernel but the
 * structures that it is called with. tests/solver/test_campaign.py compiles and runs this.
 */
#include "../../src/klaverjas/solver/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE };

typedef struct {
    kj_rules rules;
    int hand[4][16], count[4]; /* cards that can be chosen, of each seat */
    int covered[32];           /* the closed card that opens when this one is played, or -1 */
    int trick[4], lying, leader;
    int tricks;                /* left, with this one */
    int total[2], melds;       /* so far; 0 is the declaring side */
    int none[2];               /* this side has no trick yet */
} game;

static uint64_t state;
static unsigned random_below(unsigned n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state >> 11) % n;
}

static int is_trump(const game *g, int card) { return card / 8 == g->rules.trump; }

static int height(const game *g, int card) { /* 1.2 */
    static const int trump[8] = {0, 1, 6, 4, 7, 2, 3, 5}, plain[8] = {0, 1, 2, 6, 3, 4, 5, 7};
    return is_trump(g, card) ? 100 + trump[card % 8] : plain[card % 8];
}

static int points(const game *g, int card) { /* 1.2 */
    static const int trump[8] = {0, 0, 14, 10, 20, 3, 4, 11}, plain[8] = {0, 0, 0, 10, 2, 3, 4, 11};
    return is_trump(g, card) ? trump[card % 8] : plain[card % 8];
}

static int side(const game *g, int seat) { /* 1.5, 3.7 */
    if (seat == g->rules.declarer) return 0;
    return !(g->rules.seats == 4 && seat == (g->rules.declarer + 2) % 4);
}

static int seat_at(const game *g, int place) { return (g->leader + place) % g->rules.seats; }

static int best_place(const game *g) { /* 3.8 */
    int best = 0;
    for (int i = 1; i < g->lying; i++) {
        int counts = g->trick[i] / 8 == g->trick[0] / 8 || is_trump(g, g->trick[i]);
        if (counts && height(g, g->trick[i]) > height(g, g->trick[best])) best = i;
    }
    return best;
}

static int melds_in_trick(const game *g) { /* 4.1 - 4.3 */
    int has[32] = {0}, sum = 0;
    for (int i = 0; i < g->lying; i++) has[g->trick[i]] = 1;
    for (int suit = 0; suit < 4; suit++) {
        int longest = 0;
        for (int from = 0; from < 8; from++)
            for (int to = from; to < 8 && has[suit * 8 + to]; to++)
                if (to - from + 1 > longest) longest = to - from + 1;
        sum += longest == 3 ? 20 : longest == 4 ? 50 : 0;
    }
    if (has[g->rules.trump * 8 + QUEEN] && has[g->rules.trump * 8 + KING]) sum += 20;
    for (int rank = 0; rank < 8; rank++)
        if (has[rank] && has[8 + rank] && has[16 + rank] && has[24 + rank]) sum += rank == JACK ? 200 : 100;
    return sum;
}

static int choices(const game *g, int *out) { /* section 3: the first of over, other, ... that is not empty */
    int seat = seat_at(g, g->lying), n = 0, over[16], trumps[16], other[16], follow[16];
    int overs = 0, all_trumps = 0, others = 0, follows = 0, top = -1, held = g->count[seat];
    const int *hand = g->hand[seat];
    for (int i = 0; i < g->lying; i++)
        if (is_trump(g, g->trick[i]) && height(g, g->trick[i]) > top) top = height(g, g->trick[i]);
    for (int i = 0; i < held; i++) {
        if (g->lying && hand[i] / 8 == g->trick[0] / 8) follow[follows++] = hand[i];
        if (!is_trump(g, hand[i])) other[others++] = hand[i];
        else {
            trumps[all_trumps++] = hand[i];
            if (height(g, hand[i]) > top) over[overs++] = hand[i];
        }
    }
#define ALLOW(set, size) do { for (int i = 0; i < (size); i++) out[n++] = (set)[i]; } while (0)
    if (!g->lying) { ALLOW(hand, held); return n; }
    if (is_trump(g, g->trick[0])) {
        ALLOW(over, overs);
        if (!n) ALLOW(trumps, all_trumps);
    } else if (follows) {
        ALLOW(follow, follows);
    } else {
        int holder = seat_at(g, best_place(g));
        if (g->rules.amsterdam && side(g, holder) == side(g, seat)) {
            ALLOW(over, overs);
            ALLOW(other, others);
        } else {
            ALLOW(over, overs);
            if (!n && g->rules.undertrump_forced) ALLOW(trumps, all_trumps);
            if (!n) ALLOW(other, others);
        }
    }
    if (!n) ALLOW(hand, held);
    return n;
}

static game played(const game *g, int card) {
    game after = *g;
    int seat = seat_at(g, g->lying), n = 0;
    for (int i = 0; i < g->count[seat]; i++)
        if (g->hand[seat][i] != card) after.hand[seat][n++] = g->hand[seat][i];
    if (g->covered[card] >= 0) after.hand[seat][n++] = g->covered[card]; /* 7.2 */
    after.count[seat] = n;
    after.trick[after.lying++] = card;
    if (after.lying < g->rules.seats) return after;
    int winner = seat_at(&after, best_place(&after)), who = side(g, winner), sum = 0, melds = melds_in_trick(&after);
    for (int i = 0; i < after.lying; i++) sum += points(g, after.trick[i]);
    after.none[who] = 0;
    if (--after.tricks == 0) {
        sum += 10;
        if (after.none[!who] && (who == 0 || g->rules.march_either)) melds += 100; /* 4.4 */
    }
    after.total[who] += sum + melds;
    after.melds += melds;
    after.leader = winner;
    after.lying = 0;
    return after;
}

static int minimax(const game *g, int objective) {
    if (!g->tricks) {
        int ahead = g->total[0] - g->total[1];
        return objective == KJ_PAYOFF && ahead <= 0 ? -(162 + g->melds) : ahead;
    }
    int card[16], n = choices(g, card), ours = side(g, seat_at(g, g->lying)) == 0, best = 0;
    for (int i = 0; i < n; i++) {
        game after = played(g, card[i]);
        int value = minimax(&after, objective);
        if (i == 0 || (ours ? value > best : value < best)) best = value;
    }
    return best;
}

/* ---- endings ----------------------------------------------------------------------------------------------------- */

static void shuffle(int *a, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = (int)random_below((unsigned)i + 1), t = a[i];
        a[i] = a[j], a[j] = t;
    }
}

/* Which cards are left: any, mostly of two suits, or mostly of few ranks (so that melds and fours are frequent). */
static void choose_cards(int *deck, int seats, int need) {
    int all[32], n = 0, kind = (int)random_below(3), first = (int)random_below(8), m = 0, rest[32], others = 0;
    for (int card = 0; card < 32; card++)
        if (seats != 3 || card % 8 >= NINE) all[n++] = card;
    shuffle(all, n);
    int ranks = (need + 3) / 4;
    for (int i = 0; i < n; i++) {
        int wanted = kind == 0 || (kind == 1 ? all[i] / 8 < 2 : (all[i] % 8 - first + 8) % 8 < ranks);
        if (wanted) deck[m++] = all[i];
        else rest[others++] = all[i];
    }
    for (int i = 0; i < others; i++) deck[m++] = rest[i];
    shuffle(deck, need);
}

static game ending(int seats, int tricks, kj_world *world) {
    game g = {.tricks = tricks, .leader = (int)random_below((unsigned)seats)};
    g.rules = (kj_rules){(uint8_t)seats, (uint8_t)random_below(4), (uint8_t)random_below((unsigned)seats),
                         (uint8_t)random_below(2), (uint8_t)random_below(2), (uint8_t)random_below(2)};
    memset(g.covered, -1, sizeof g.covered);
    memset(world, 0, sizeof *world);
    int deck[32], next = 0;
    choose_cards(deck, seats, seats * tricks);
    for (int seat = 0; seat < seats; seat++) {
        int piles = seats == 2 ? (int)random_below((unsigned)(tricks / 2 < 4 ? tricks / 2 : 4) + 1) : 0;
        for (int i = 0; i < tricks; i++) world->cards[seat] |= 1u << deck[next + i];
        for (int i = 0; i < piles; i++) {
            int open = deck[next + i], closed = deck[next + tricks - 1 - i];
            g.covered[open] = closed;
            world->open[world->piles] = (uint8_t)open;
            world->closed[world->piles++] = (uint8_t)closed;
        }
        for (int i = 0; i < tricks - piles; i++) g.hand[seat][g.count[seat]++] = deck[next + i];
        next += tricks;
    }
    for (int who = 0; who < 2; who++) { /* who has no trick has no points: else a march could come with nat */
        g.none[who] = random_below(2) == 0;
        g.total[who] = g.none[who] ? 0 : 2 * (int)random_below(60);
        g.melds += g.none[who] ? 0 : 10 * (int)random_below(4);
    }
    return g;
}

static kj_position position_of(const game *g, const kj_world *world, uint32_t gone) {
    kj_position p = {.leader = (uint8_t)g->leader, .lying = (uint8_t)g->lying};
    for (int seat = 0; seat < g->rules.seats; seat++) p.held[seat] = world->cards[seat] & ~gone;
    for (int i = 0; i < g->lying; i++) p.trick[i] = (uint8_t)g->trick[i];
    /* bit 0 says that the others are still without a trick */
    p.swept = (uint8_t)((g->none[1] ? 1 : 0) | (g->none[0] ? 2 : 0));
    p.ahead = (int16_t)(g->total[0] - g->total[1]);
    p.melds = (int16_t)g->melds;
    return p;
}

static long checks, wrong;

static void check(kj_solver *solver, const game *g, const kj_world *world, uint32_t gone) {
    kj_position p = position_of(g, world, gone);
    int expected[16], n = choices(g, expected);
    for (int objective = KJ_POINTS; objective <= KJ_PAYOFF; objective++) {
        uint8_t cards[16];
        int16_t values[16];
        int guess = 2 * (int)random_below(200) - 200, found = kj_cards(solver, &p, objective, guess, cards, values);
        int ours = side(g, seat_at(g, g->lying)) == 0, best = 0;
        int bad = found != n;
        for (int i = 0; i < n; i++) {
            game after = played(g, expected[i]);
            int value = minimax(&after, objective), seen = 0;
            for (int j = 0; j < found; j++)
                if (cards[j] == expected[i]) seen = values[j] == value;
            bad |= !seen;
            checks++;
            if (i == 0 || (ours ? value > best : value < best)) best = value;
        }
        bad |= kj_value(solver, &p, objective, guess) != best;
        if (objective == KJ_POINTS) bad |= kj_at_least(solver, &p, guess) != (best >= guess);
        checks++;
        if (bad && wrong++ < 5)
            printf("MISMATCH seats %d tricks %d lying %d objective %d amsterdam %d forced %d either %d: best %d, got %d\n",
                   g->rules.seats, g->tricks, g->lying, objective, g->rules.amsterdam, g->rules.undertrump_forced,
                   g->rules.march_either, best, kj_value(solver, &p, objective, guess));
    }
}

int main(int argc, char **argv) {
    if (argc < 5) return fprintf(stderr, "usage: brute SEATS CARDS DEALS SEED\n"), 2;
    int seats = atoi(argv[1]), tricks = atoi(argv[2]), deals = atoi(argv[3]);
    state = strtoull(argv[4], NULL, 10) * 0x9E3779B97F4A7C15ull ^ 88172645463325252ull;
    kj_solver *solver = kj_new(seats);
    for (int i = 0; i < deals; i++) {
        kj_world world;
        game g = ending(seats, tricks, &world);
        uint32_t gone = 0;
        kj_deal(solver, &g.rules, &world);
        while (g.tricks) {
            check(solver, &g, &world, gone);
            int card[16], n = choices(&g, card), chosen = card[random_below((unsigned)n)];
            gone |= 1u << chosen;
            g = played(&g, chosen);
        }
    }
    printf("seats %d, %d tricks: %ld checks, %ld mismatches\n", seats, tricks, checks, wrong);
    kj_free(solver);
    return wrong != 0;
}
