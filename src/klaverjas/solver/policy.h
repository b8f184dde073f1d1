/* The quick policy: how likely a seat is to play each of its legal cards, judged by what that seat may see and nothing
 * else. A card's score comes from its features in two ways: as the sum of their weights, and through a layer of HIDDEN
 * units, each of which adds up what the features of the card and of the context say to it and speaks up above zero.
 * Chances are a softmax over the scores. Everything is done in whole numbers, so that every machine plays the same.
 */
#ifndef KLAVERJAS_POLICY_H
#define KLAVERJAS_POLICY_H

#include "features.h"

enum { HIDDEN = 16, COUNTS = 40 };
enum { ONE = 1024, UNIT = 256 }; /* a weight of 1.0 by itself, and to or from a hidden unit */

/* A way of playing on top of the weights, as people have them; each in parts of ONE. */
typedef struct {
    i16 draw;   /* leads trump when its side plays */
    i16 keep;   /* parts with a ten or an ace that takes nothing */
    i16 nel;    /* saves the nine of trump while the jack is out */
    i16 signal; /* throws a small card of the suit whose ace it holds */
    i16 ruff;   /* throws and leads its single plain cards */
} kj_habits;

typedef struct {
    i16 card[CELLS];
    i16 to_hidden[CELLS][HIDDEN];
    i16 from_hidden[HIDDEN];
    i16 hand[COUNTS]; /* see kj_count_hand and kj_play_from; in tenths of points */
} kj_weights;

/* The chances of the legal cards: fills `cards` and `chance` (in parts of their sum, which is returned). The
 * temperature is in hundredths; higher is more at random. `habits` may be NULL. */
u32 kj_policy(const table *t, const kj_weights *weights, const kj_habits *habits, int temperature, u32 own, u32 legal,
              u8 *cards, u32 *chance, int *count);

/* 2^16 e^(-x / ONE) for x >= 0. */
u32 kj_falling(int x);

/* What the habits add to the score of a card. */
int kj_habit(const table *t, const kj_habits *habits, u32 own, int card);

/* What a hand is worth to the one who plays with trump as suit 3, in tenths of points: the sum of its parts. With two
 * seats `own` has the open table cards and `theirs` the opponent's open ones. */
int kj_count_hand(const kj_weights *weights, u32 own, u32 theirs);

/* From what count on a hand plays the turned suit, by the turn to speak, in tenths of points. */
int kj_play_from(const kj_weights *weights, int turn);

/* The parts themselves: how often each of COUNTS occurs. */
void kj_parts_of_hand(u32 own, u32 theirs, u8 *parts);

#endif
