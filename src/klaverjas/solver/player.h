/* Playing klaverjas from what one seat sees: guessed worlds, weighed by how likely the earlier plays and calls were,
 * played on by the quick policy and then searched exactly. Needs kernel.h; the method is explained in docs/training.md.
 *
 * Cards, seats and suits are numbered as in kernel.h. A view has no place for another hand. The same view, strength and
 * weights give the same answer.
 */
#ifndef KLAVERJAS_PLAYER_H
#define KLAVERJAS_PLAYER_H

#include "policy.h"

typedef struct {
    kj_rules rules;
    uint8_t seat, forehand; /* who looks; who led the first trick */
    uint8_t turned;         /* the turned suit, or 255 (2.3) */
    uint8_t passes;         /* how many passed before trump was made (2.4) */
    uint8_t plays;          /* how many cards have been played ... */
    uint8_t play[32];       /* ... and which, in order */
    uint32_t hand;          /* what the seat still holds, table cards apart */
    uint32_t open[2];       /* two seats: the open table cards of each before the first card was played ... */
    uint32_t covering;      /* ... those that had a closed card under them ... */
    uint8_t opened[32];     /* ... and by card, the closed card that it opened when it was played (7.2) */
} kj_view;

typedef struct {
    uint16_t worlds;      /* to think about; 0: the policy alone */
    uint16_t pool;        /* to choose those from by likelihood; 0: no inference */
    uint8_t leaf;         /* the policy plays on until so many tricks are left; there the value is exact */
    uint8_t exact;        /* with so many tricks left or less, no policy: every world is searched at once */
    uint16_t temperature; /* of the policy that plays on, in hundredths */
    uint16_t mood;        /* 0: the best card; else the temperature at which the policy alone draws one */
    uint16_t doubt;       /* how often others play just anything, in thousandths */
    uint16_t spread;      /* how far others stray from the hand count when they make trump, in tenths of points */
    uint16_t cap_ms;      /* no new world after so much CPU time; 0: no cap */
    uint16_t habit;       /* what one ONE of a habit is worth to the thinker, in tenths of points */
    uint16_t salt;        /* for measuring: another number draws other worlds; 0 at the table */
    kj_habits habits;
} kj_strength;

typedef struct {
    uint8_t best;      /* the card to play */
    uint8_t count;     /* how many legal cards, and in the same order: */
    uint8_t cards[MOST_CARDS];
    float value[MOST_CARDS];  /* expected points of the seat's side minus the other's; 0 without thinking */
    float chance[MOST_CARDS]; /* by the policy */
    uint32_t worlds;   /* different worlds that were thought about */
    double ways;       /* how many there are */
} kj_answer;

typedef struct kj_player kj_player;

/* A player for games of so many seats, with no weights yet, or NULL without memory. For one thread at a time. */
kj_player *kj_player_new(int seats);
void kj_player_free(kj_player *player);
void kj_player_learn(kj_player *player, const kj_weights *weights);

/* The card to play for a seat that is in turn. */
void kj_choose(kj_player *player, const kj_view *view, const kj_strength *strength, kj_answer *answer);

/* What a hand is worth with each suit as trump, in tenths of points (kernel.h's numbers; `theirs`: two seats). */
void kj_counts(kj_player *player, uint32_t own, uint32_t theirs, int16_t counts[4]);
int kj_threshold(kj_player *player, int turn);

/* For training and tests. Worlds of a view: fills `hands` (four for each world) and `under` (PILES for each), returns
 * how many; all of them when there are at most `wanted`, which `ways` tells. */
int kj_worlds(kj_player *player, const kj_view *view, int wanted, uint64_t seed, uint32_t *hands, uint8_t *under,
              double *ways);

/* What the policy sees: the features of the context, from 0, and of every legal card; `first[i]` is where those of
 * `cards[i]` start, `first[count]` where they end. */
int kj_view_features(const kj_view *view, uint8_t *cards, uint16_t *first, uint16_t *features);
void kj_parts(uint32_t own, uint32_t theirs, int trump, uint8_t parts[COUNTS]);

enum { FITTED = CELLS * (1 + HIDDEN) + HIDDEN };

/* Fit the policy to what cards were worth: `views` with a seat to play, and for each MOST_CARDS values in points, in the
 * order of kj_choose, for a softmax at this `soft`ness in points. `weights` holds FITTED numbers, those of kj_weights
 * in their order, and is changed. By stochastic gradient, with a step of its own for each feature; the views are gone
 * through `rounds` times, but for a tenth, held out by stretches. Of that tenth `told` gets the mean log-loss and how
 * many points the card that the policy likes best is worth less than the best. Returns 0, or -1 without memory. */
int kj_fit(float *weights, const kj_view *views, const float *values, uint32_t count, float soft, int rounds, float rate,
           float decay, double told[2]);

#endif
