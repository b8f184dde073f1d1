/* The exact klaverjas solver: what a caller in C or Python may use.
 *
 * Cards are numbered as in klaverjas.rules: suit * 8 + rank, suits C D H S, ranks 7 8 9 T J Q K A; a set of cards is
 * a 32-bit word. Seats are those of the table. A solver holds all state there is; different solvers may be used by
 * different threads at the same time, one solver only by one thread at a time. Nothing here checks its input:
 * klaverjas.solver.position does. Rule numbers refer to docs/rules.md, the method is explained in docs/solver.md.
 *
 * A solver is first told the deal (kj_deal), and then asked about positions that can arise in it (kj_value, kj_cards).
 * What it learns about one position it still knows for the next one of the same deal.
 */
#ifndef KLAVERJAS_KERNEL_H
#define KLAVERJAS_KERNEL_H

#include <stdint.h>

/* Counts changes of the structures and functions below; kj_abi() tells what the library was built with. */
#define KJ_ABI 1

/* What both sides play for; always the declaring side's view.
 * POINTS: its total minus the other's, melds, last trick and march included (5.1).
 * PAYOFF: the same when it is above zero, else -(162 + the melds of both sides), because nat gives all away (5.3). */
enum { KJ_POINTS = 0, KJ_PAYOFF = 1 };

/* For the caller who has no idea of the value: the solver then plays on by its own rules of thumb first. */
enum { KJ_NO_GUESS = -32768 };

typedef struct {
    uint8_t seats;             /* 2, 3 or 4 */
    uint8_t trump;             /* suit 0..3 */
    uint8_t declarer;          /* seat */
    uint8_t amsterdam;         /* 3.5 instead of 3.4 */
    uint8_t undertrump_forced; /* 3.6 */
    uint8_t march_either;      /* 4.4: both sides can make march, else only the declaring side */
} kj_rules;

typedef struct {
    uint32_t cards[4];  /* per seat all that it still has to play: hand, table cards, closed ones, and its card in an
                           unfinished trick; never more than 12 (two seats) or 8 to choose from */
    uint8_t piles;      /* table piles that still have both cards; 0 unless there are two seats */
    uint8_t open[8];    /* of each such pile the open card ... */
    uint8_t closed[8];  /* ... and the closed one under it */
} kj_world;

typedef struct {
    uint32_t held[4];   /* per seat what it still holds; a card that lies in the trick is held no longer */
    uint8_t leader;     /* who leads the trick */
    uint8_t lying;      /* how many cards lie in it: 0 .. seats - 1 */
    uint8_t trick[4];   /* those cards, in the order of play */
    uint8_t swept;      /* bit 0: the others have no trick yet; bit 1: the declaring side has none yet */
    int16_t ahead;      /* total of the declaring side minus that of the others so far, melds included */
    int16_t melds;      /* melds of both sides so far */
} kj_position;

typedef struct kj_solver kj_solver;

int kj_abi(void);

/* A solver for games of so many seats (1.6 MB for four, 0.8 MB for three, 6.9 MB for two), or NULL without memory. */
kj_solver *kj_new(int seats);
void kj_free(kj_solver *solver);

/* Start on a deal: the rules and who has which card. What an earlier deal taught is forgotten. The cost grows with the
 * cards: about 10 us for a full deal, 1 us for the last four tricks. */
void kj_deal(kj_solver *solver, const kj_rules *rules, const kj_world *world);

/* The exact value of a position of this deal under perfect play by all, with open cards. `guess` is any value that
 * could be right, or KJ_NO_GUESS; a good one saves time, a bad one costs time and nothing else. */
int kj_value(kj_solver *solver, const kj_position *position, int objective, int guess);

/* Whether kj_value(..., KJ_POINTS) is at least `least`; cheaper than the value. */
int kj_at_least(kj_solver *solver, const kj_position *position, int least);

/* The exact value of every legal card. Fills `cards` and `values` (room for 12 each), returns how many there are. */
int kj_cards(kj_solver *solver, const kj_position *position, int objective, int guess, uint8_t *cards,
             int16_t *values);

/* The cards that the seat in turn may play (section 3). */
uint32_t kj_legal(kj_solver *solver, const kj_position *position);

/* Nodes searched and zero-window passes since the solver was made; for measuring. */
uint64_t kj_nodes(const kj_solver *solver);
uint64_t kj_passes(const kj_solver *solver);

#endif
