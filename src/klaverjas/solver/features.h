/* What the quick policy looks at: facts about the table and the cards of the seat in turn, as numbers of cells of small
 * tables. Nothing but what that seat may see goes in. Plain suits have no names: exchanging them changes nothing.
 */
#ifndef KLAVERJAS_FEATURES_H
#define KLAVERJAS_FEATURES_H

#include "table.h"

enum { MOST_CARDS = 12, MOST_FEATURES = 24, MOST_CONTEXT = 32, CELLS = 18432 };

/* Facts that are the same for every card that could be played; `own` is what the seat in turn may choose from. */
int kj_context(const table *t, u32 own, u16 *features);

/* Facts about one of these cards. Both fill in numbers below CELLS, and return how many. */
int kj_features(const table *t, u32 own, int card, u16 *features);

#endif
