/* Guessing the hidden cards: every way to deal them that fits with what one seat has been shown is a world, and all
 * worlds are equally likely here. No world is ever tried and thrown away. */
#ifndef KLAVERJAS_WORLDS_H
#define KLAVERJAS_WORLDS_H

#include "table.h"

enum { PILES = 8, HOLDERS = 3 };

typedef struct {
    u32 hand[4];     /* table cards apart */
    u8 under[PILES]; /* two seats: the closed card of each pile in `covered` */
    double weight;
} world;

/* What is hidden from a seat, and where it can be. A holder is another seat's hand or, with two seats, the heap of all
 * closed table cards, of which nobody's play tells anything (7.2). */
typedef struct {
    u8 seat, piles;
    u8 covered[PILES]; /* the open cards with a closed one under them */
    u8 holder[HOLDERS], needs[HOLDERS]; /* NOBODY: the heap, or no holder at all */
    u32 own, unseen, may[HOLDERS];
    double ways; /* how many worlds there are */
    int splits;
    struct {
        u8 ab, ac, bc;
        double up_to;
    } split[729];
} hidden;

/* A quick generator of random numbers; the same seed gives the same numbers. */
typedef struct { u64 state; } dice;
u64 kj_mix(u64 value);
u32 kj_roll(dice *d, u32 sides);
double kj_chance(dice *d);

/* What the seat with this hand does not know at this table. When revokes have made what was shown impossible, it is
 * set aside: first nothing, then all of it. */
void kj_hidden(hidden *h, const table *t, int seat, u32 hand);

/* One world, every one with the same chance. */
void kj_draw(const hidden *h, dice *d, world *w);

/* All worlds, `h->ways` of them, in no special order. */
int kj_list(const hidden *h, world *worlds, int room);

#endif
