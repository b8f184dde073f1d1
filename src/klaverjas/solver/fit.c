/* See kj_fit in player.h. */
#include "player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE = 7919 /* a prime: goes through all views, far apart */, STRETCH = 512 };

/* One view, with everything that the policy sees of it. */
typedef struct {
    u8 count;
    u16 first[MOST_CARDS + 1];
    u16 *features;
} lesson;

typedef struct {
    float *card, *to_hidden, *from_hidden;
    float *seen_card, *seen_hidden, seen_from[HIDDEN]; /* sums of squared slopes */
    float rate, decay;
} fitting;

static int study(const kj_view *view, lesson *l) {
    u16 features[MOST_CONTEXT + MOST_CARDS * MOST_FEATURES];
    u8 cards[MOST_CARDS + 4];
    l->count = (u8)kj_view_features(view, cards, l->first, features);
    size_t size = l->first[l->count] * sizeof *features;
    l->features = malloc(size);
    if (l->features) memcpy(l->features, features, size);
    return l->features != NULL;
}

static void hear(const fitting *f, const lesson *l, int from, int to, float *units) {
    for (int i = from; i < to; i++) {
        const float *row = f->to_hidden + (size_t)l->features[i] * HIDDEN;
        for (int j = 0; j < HIDDEN; j++) units[j] += row[j];
    }
}

/* The chances of the cards of a lesson; `units` gets what each card says to the hidden layer. */
static void judge(const fitting *f, const lesson *l, float units[][HIDDEN], float *chance) {
    float before[HIDDEN] = {0}, most = -1e9f, sum = 0;
    hear(f, l, 0, l->first[0], before);
    for (int i = 0; i < l->count; i++) {
        memcpy(units[i], before, sizeof before);
        hear(f, l, l->first[i], l->first[i + 1], units[i]);
        chance[i] = 0;
        for (int k = l->first[i]; k < l->first[i + 1]; k++) chance[i] += f->card[l->features[k]];
        for (int j = 0; j < HIDDEN; j++) chance[i] += fmaxf(units[i][j], 0) * f->from_hidden[j];
        most = fmaxf(most, chance[i]);
    }
    for (int i = 0; i < l->count; i++) sum += chance[i] = expf(chance[i] - most);
    for (int i = 0; i < l->count; i++) chance[i] /= sum;
}

static void step(const fitting *f, float *weight, float *seen, float slope) {
    slope -= f->decay * *weight;
    *seen += slope * slope;
    *weight += f->rate * slope / sqrtf(*seen + 1e-3f);
}

/* All weights of one feature to the hidden layer share a step. */
static void step_row(const fitting *f, int feature, const float *slope) {
    float *row = f->to_hidden + (size_t)feature * HIDDEN, square = 0;
    for (int j = 0; j < HIDDEN; j++) square += slope[j] * slope[j];
    f->seen_hidden[feature] += square / HIDDEN;
    float rate = f->rate / sqrtf(f->seen_hidden[feature] + 1e-3f);
    for (int j = 0; j < HIDDEN; j++) row[j] += rate * (slope[j] - f->decay * row[j]);
}

static void learn(fitting *f, const lesson *l, float units[][HIDDEN], const float *error) {
    float shared[HIDDEN] = {0}, from[HIDDEN] = {0};
    for (int i = 0; i < l->count; i++) {
        float slope[HIDDEN];
        for (int j = 0; j < HIDDEN; j++) {
            int on = units[i][j] > 0;
            slope[j] = on ? error[i] * f->from_hidden[j] : 0;
            from[j] += on ? error[i] * units[i][j] : 0;
            shared[j] += slope[j];
        }
        for (int k = l->first[i]; k < l->first[i + 1]; k++) {
            u16 at = l->features[k];
            step(f, &f->card[at], &f->seen_card[at], error[i]);
            step_row(f, at, slope);
        }
    }
    for (int k = 0; k < l->first[0]; k++) step_row(f, l->features[k], shared);
    for (int j = 0; j < HIDDEN; j++) step(f, &f->from_hidden[j], &f->seen_from[j], from[j]);
}

/* What the chances should be, and which card is best. */
static int wish(const float *values, int count, float soft, float *target) {
    int best = 0;
    float sum = 0;
    for (int i = 1; i < count; i++)
        if (values[i] > values[best]) best = i;
    for (int i = 0; i < count; i++) sum += target[i] = expf((values[i] - values[best]) / soft);
    for (int i = 0; i < count; i++) target[i] /= sum;
    return best;
}

static void go_round(fitting *f, const lesson *lessons, const float *values, u32 count, float soft, double told[2]) {
    u32 held_out = 0;
    told[0] = told[1] = 0;
    for (u32 i = 0; i < count; i++) {
        u32 which = (u32)((u64)i * STRIDE % count);
        const lesson *l = &lessons[which];
        const float *value = values + (size_t)which * MOST_CARDS;
        float units[MOST_CARDS][HIDDEN], chance[MOST_CARDS], target[MOST_CARDS], error[MOST_CARDS];
        int best = wish(value, l->count, soft, target), liked = 0;
        judge(f, l, units, chance);
        if (which / STRETCH % 10 == 3) {
            for (int j = 0; j < l->count; j++) {
                told[0] -= target[j] * log(chance[j] + 1e-9);
                if (chance[j] > chance[liked]) liked = j;
            }
            told[1] += value[best] - value[liked];
            held_out++;
            continue;
        }
        for (int j = 0; j < l->count; j++) error[j] = target[j] - chance[j];
        learn(f, l, units, error);
    }
    for (int i = 0; held_out && i < 2; i++) told[i] /= held_out;
}

int kj_fit(float *weights, const kj_view *views, const float *values, u32 count, float soft, int rounds, float rate,
           float decay, double told[2]) {
    lesson *lessons = calloc(count + !count, sizeof *lessons);
    fitting f = {.card = weights, .to_hidden = weights + CELLS, .from_hidden = weights + CELLS * (1 + HIDDEN)};
    f.seen_card = calloc(CELLS, sizeof(float));
    f.seen_hidden = calloc(CELLS, sizeof(float));
    f.rate = rate;
    f.decay = decay;
    int fine = lessons && f.seen_card && f.seen_hidden;
    for (u32 i = 0; fine && i < count; i++) fine = study(&views[i], &lessons[i]);
    for (int round = 0; fine && round < rounds; round++) go_round(&f, lessons, values, count, soft, told);
    for (u32 i = 0; lessons && i < count; i++) free(lessons[i].features);
    free(lessons);
    free(f.seen_card);
    free(f.seen_hidden);
    return fine ? 0 : -1;
}
