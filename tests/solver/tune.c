/* Finds the weights of weights.h: `tune SEATS CARDS DEALS SECONDS SEED` changes a few of them at random, keeps the change when
 * the same random positions then take less work, and prints all numbers in the order of the structure at the end.
 *
 *     cc -O3 -o tune tests/solver/tune.c -lm && ./tune 4 6 400 900 1
 *
 * Not a test: only an uncareful change can make searches slower, and none can make them wrong.
 */
#define KJ_TUNE
#include "../../src/klaverjas/solver/kernel.c"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { MOST_DEALS = 4000, MOST_CHANGES = 4, LIMIT = 1800 };
enum { LEADS = 64 * 3, FOLLOWS = 3 * 3 * 16 * 4, FINALS = 6, ALL = LEADS + FOLLOWS + FINALS };

typedef struct {
    kj_rules rules;
    kj_world world;
    kj_position position;
} task;

static u64 random_state;
static u32 random_below(u32 n) {
    random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
    return (u32)(random_state >> 11) % n;
}

/* Random cards for everybody; both duties, now and then undertrump forced. */
static task random_task(int seats, int tricks, int number) {
    task t = {.rules = {(u8)seats, 3, 0, number & 1, number % 6 == 5, 1}};
    int deck[32], n = 0;
    for (int card = 0; card < 32; card++)
        if (seats != 3 || card % 8 >= 2) deck[n++] = card;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)random_below((u32)i + 1), card = deck[i];
        deck[i] = deck[j], deck[j] = card;
    }
    for (int seat = 0; seat < seats; seat++) {
        const int *own = deck + seat * tricks;
        for (int i = 0; i < tricks; i++) t.world.cards[seat] |= 1u << own[i];
        int piles = seats == 2 && tricks > 8 ? (tricks < 12 ? tricks - 8 : 4) : 0;
        for (int i = 0; i < piles; i++) {
            t.world.open[t.world.piles] = (u8)own[i];
            t.world.closed[t.world.piles++] = (u8)own[4 + i];
        }
        t.position.held[seat] = t.world.cards[seat];
    }
    t.position.leader = (u8)random_below((u32)seats);
    t.position.swept = tricks == (seats == 2 ? 16 : 8) ? 3 : (u8)random_below(3);
    return t;
}

/* Long searches count, but a few of them must not decide alone. Stops as soon as it is above `limit`. */
static double work(kj_solver *x, const task *tasks, int count, double limit) {
    double sum = 0;
    for (int i = 0; i < count && sum <= limit; i++) {
        u64 before = x->nodes;
        kj_deal(x, &tasks[i].rules, &tasks[i].world);
        kj_value(x, &tasks[i].position, KJ_POINTS, 0);
        sum += pow((double)(x->nodes - before), 0.8);
    }
    return sum;
}

/* How far a weight may jump at once; 0 for those that this number of seats does not use. */
static int reach(int seats, int index) {
    if (index < LEADS) {
        static const int per_term[] = {80, 8, 4};
        return seats == 4 && index / 3 >= 32 ? 0 : per_term[index % 3];
    }
    if (index < LEADS + FOLLOWS) {
        static const int per_term[] = {80, 8, 6, 8};
        int place = index - LEADS, hand = place / (3 * 16 * 4), helped = place / 4 % 16 >= 8;
        int used = seats == 4 ? hand == 0 || (hand == 1 && !helped) : seats == 3 && !helped;
        return used ? per_term[place % 4] : 0;
    }
    int place = index - LEADS - FOLLOWS;
    return place < 2 ? 1 : place < 5 || seats == 2 ? 6 : 0;
}

int main(int argc, char **argv) {
    static task tasks[MOST_DEALS];
    if (argc < 6) return fprintf(stderr, "usage: tune SEATS CARDS DEALS SECONDS SEED\n"), 2;
    int seats = atoi(argv[1]), count = atoi(argv[3]) < MOST_DEALS ? atoi(argv[3]) : MOST_DEALS;
    random_state = strtoull(argv[5], NULL, 10) * 0x9E3779B97F4A7C15ull ^ 0x1234567;
    kj_solver *x = kj_new(seats);
    short *weight = (short *)(seats == 4 ? &WEIGHTS_4 : seats == 3 ? &WEIGHTS_3 : &WEIGHTS_2);
    for (int i = 0; i < count; i++) tasks[i] = random_task(seats, atoi(argv[2]), i);
    double start = work(x, tasks, count, HUGE_VAL), best = start;
    time_t begun = time(NULL), told = begun;
    while (difftime(time(NULL), begun) < atof(argv[4])) {
        int index[MOST_CHANGES], old[MOST_CHANGES], changes = 1 + (int)random_below(MOST_CHANGES);
        for (int i = 0; i < changes; i++) {
            do index[i] = random_below(10) ? (int)random_below(ALL) : ALL - 1 - (int)random_below(FINALS);
            while (!reach(seats, index[i]));
            int step = reach(seats, index[i]) * (1 + (int)random_below(3));
            old[i] = weight[index[i]];
            int value = old[i] + (int)random_below(2 * (u32)step + 1) - step;
            weight[index[i]] = (short)(value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value);
        }
        double now = work(x, tasks, count, best);
        if (now <= best) best = now;
        else
            for (int i = changes - 1; i >= 0; i--) weight[index[i]] = (short)old[i];
        if (difftime(time(NULL), told) >= 60) {
            told = time(NULL);
            fprintf(stderr, "%.0f s: %.4f of the work\n", difftime(told, begun), best / start);
        }
    }
    for (int i = 0; i < ALL; i++) printf("%d ", weight[i]);
    printf("\n");
    kj_free(x);
    return 0;
}
