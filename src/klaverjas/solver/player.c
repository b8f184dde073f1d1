/* See player.h. */
#define _POSIX_C_SOURCE 200112L /* for the clock */
#include "player.h"

#include "worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_WORLDS = 4096, PLAYS = 32 };

/* A card that somebody played, and the table just before. */
typedef struct {
    table before;
    u8 seat, card;
    u32 later; /* what that seat played from its hand from here on */
} moment;

/* A view as the rest of this file sees it: seats and suits turned as in table.h. */
typedef struct {
    table now, start;
    u32 hand;
    int seat, plays;
    moment past[PLAYS];
} situation;

struct kj_player {
    int seats;
    kj_solver *solver;
    kj_weights weights;
    world worlds[MOST_WORLDS];
};

kj_player *kj_player_new(int seats) {
    kj_player *player = calloc(1, sizeof *player);
    if (!player) return NULL;
    player->seats = seats;
    player->solver = kj_new(seats);
    if (player->solver) return player;
    free(player);
    return NULL;
}

void kj_player_free(kj_player *player) {
    if (!player) return;
    kj_free(player->solver);
    free(player);
}

void kj_player_learn(kj_player *player, const kj_weights *weights) { player->weights = *weights; }

/* ---- from the view to the situation ------------------------------------------------------------------------------ */

static int turned_seat(const kj_rules *rules, int seat) { return (seat + rules->seats - rules->declarer) % rules->seats; }

static void situation_of(situation *s, const kj_view *view) {
    const kj_rules *rules = &view->rules;
    table *t = &s->now;
    kj_table_new(t, rules, turned_seat(rules, view->forehand));
    if (t->seats == 2) {
        for (int seat = 0; seat < 2; seat++)
            t->open[turned_seat(rules, seat)] = kj_inside(view->open[seat], rules->trump);
        t->covering = kj_inside(view->covering, rules->trump);
    }
    s->start = *t;
    s->seat = turned_seat(rules, view->seat);
    s->hand = kj_inside(view->hand, rules->trump);
    s->plays = view->plays;
    for (int i = 0; i < view->plays; i++) {
        int card = kj_card_inside(view->play[i], rules->trump), opened = NO_CARD;
        if (t->seats == 2 && t->covering & BIT(card))
            opened = kj_card_inside(view->opened[view->play[i]], rules->trump);
        s->past[i] = (moment){*t, t->turn, (u8)card, 0};
        kj_table_watch(t, card, opened);
    }
    u32 later[4] = {0};
    for (int i = s->plays; i-- > 0;) {
        moment *m = &s->past[i];
        if (t->seats != 2 || !(m->before.open[m->seat] & BIT(m->card))) later[m->seat] |= BIT(m->card);
        m->later = later[m->seat];
    }
}

static inline u32 own_of(const table *t, u32 hand, int seat) { return t->seats == 2 ? hand | t->open[seat] : hand; }

/* A number that depends on everything the seat knows and on nothing else. */
static u64 seed_of(const kj_view *view) {
    u64 seed = kj_mix((u64)view->hand << 8 | view->seat);
    for (int i = 0; i < view->plays; i++) seed = kj_mix(seed ^ view->play[i]);
    seed = kj_mix(seed ^ ((u64)view->rules.trump << 8 | view->rules.declarer));
    return kj_mix(seed ^ ((u64)view->open[0] << 32 | view->open[1]));
}

/* ---- likely worlds ----------------------------------------------------------------------------------------------- */

/* The chance that a seat with this hand plays the card of this moment. */
static double chance_of_play(const kj_player *player, const moment *m, u32 hand, double doubt) {
    u32 own = own_of(&m->before, hand | m->later, m->seat), legal = kj_table_legal(&m->before, own);
    u32 chance[MOST_CARDS + 4];
    u8 cards[MOST_CARDS + 4];
    int count;
    if (!(legal & BIT(m->card))) return doubt / 8; /* it revoked (6.1) */
    if (!(legal & (legal - 1))) return 1.0;
    u32 sum = kj_policy(&m->before, &player->weights, NULL, 100, own, legal, cards, chance, &count);
    for (int i = 0; i < count; i++)
        if (cards[i] == m->card) return (1.0 - doubt) * chance[i] / sum + doubt / count;
    return doubt;
}

/* People call on whims too: no call is impossible. */
static const double WHIM = 0.1;

static double at_least(int count, int needed, int spread) {
    double x = kj_falling(abs(count - needed) * ONE / spread) / 65536.0;
    return WHIM / 2 + (1.0 - WHIM) * (count >= needed ? 1.0 / (1.0 + x) : x / (1.0 + x));
}

/* The chance that the others called what they called (2.3-2.5) with these hands at the start. */
static double chance_of_calls(const kj_player *player, const kj_view *view, const situation *s, const u32 *hands,
                              int spread) {
    const kj_rules *rules = &view->rules;
    double chance = 1.0;
    for (int turn = 0; turn <= view->passes; turn++) {
        int outside = (view->forehand + turn) % rules->seats, seat = turned_seat(rules, outside);
        if (seat == s->seat) continue;
        u32 own = kj_outside(own_of(&s->start, hands[seat], seat), rules->trump);
        u32 theirs = rules->seats == 2 ? kj_outside(s->start.open[!seat], rules->trump) : 0;
        int counts[4], most = -(1 << 20);
        for (int suit = 0; suit < 4; suit++) {
            counts[suit] = kj_count_hand(&player->weights, kj_inside(own, suit), kj_inside(theirs, suit));
            if (suit != view->turned && counts[suit] > most) most = counts[suit];
        }
        if (view->turned < 4 && turn < rules->seats) {
            double plays = at_least(counts[view->turned], kj_play_from(&player->weights, turn), spread);
            chance *= turn < view->passes ? 1.0 - plays : plays;
        } else {
            double sum = 0;
            for (int suit = 0; suit < 4; suit++)
                if (suit != view->turned) sum += kj_falling((most - counts[suit]) * ONE / spread);
            chance *= WHIM / 4 + (1.0 - WHIM) * kj_falling((most - counts[rules->trump]) * ONE / spread) / sum;
        }
    }
    return chance;
}

static void weigh(const kj_player *player, const kj_view *view, const situation *s, const kj_strength *strength,
                  world *w) {
    u32 start[4];
    memcpy(start, w->hand, sizeof start);
    w->weight = 1.0;
    for (int i = s->plays; i-- > 0;) {
        const moment *m = &s->past[i];
        start[m->seat] = w->hand[m->seat] | m->later;
        if (m->seat != s->seat) w->weight *= chance_of_play(player, m, w->hand[m->seat], strength->doubt / 1000.0);
    }
    if (strength->spread) w->weight *= chance_of_calls(player, view, s, start, strength->spread);
}

static void shuffle(world *worlds, int count, dice *d) {
    for (int i = count - 1; i > 0; i--) {
        int j = (int)kj_roll(d, (u32)i + 1);
        world swap = worlds[i];
        worlds[i] = worlds[j];
        worlds[j] = swap;
    }
}

/* Systematic resampling: of `count` worlds keep about `wanted`, each as often as it is likely; copies become weight. */
static int resample(world *worlds, int count, int wanted, dice *d) {
    double sum = 0, passed = 0;
    for (int i = 0; i < count; i++) sum += worlds[i].weight;
    double step = sum / wanted, at = kj_chance(d) * step;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int copies = 0;
        for (passed += worlds[i].weight; at < passed; at += step) copies++;
        if (!copies) continue;
        worlds[kept] = worlds[i];
        worlds[kept++].weight = copies;
    }
    return kept;
}

static int guess_worlds(kj_player *player, const kj_view *view, const situation *s, const kj_strength *strength,
                        dice *d, double *ways) {
    hidden h;
    kj_hidden(&h, &s->now, s->seat, s->hand);
    *ways = h.ways;
    int infer = strength->pool > 0, wanted = strength->worlds < MOST_WORLDS ? strength->worlds : MOST_WORLDS;
    int room = strength->pool > wanted ? strength->pool : wanted, count;
    if (room > MOST_WORLDS) room = MOST_WORLDS;
    world *worlds = player->worlds;
    if (h.ways <= room) {
        count = kj_list(&h, worlds, room);
    } else {
        count = infer ? room : wanted;
        for (int i = 0; i < count; i++) kj_draw(&h, d, &worlds[i]);
    }
    if (infer) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            weigh(player, view, s, strength, &worlds[i]);
            sum += worlds[i].weight;
        }
        for (int i = 0; i < count && sum <= 0; i++) worlds[i].weight = 1.0; /* only without any doubt */
    }
    shuffle(worlds, count, d); /* a time cap must not always cut off the same worlds */
    return count > wanted ? resample(worlds, count, wanted, d) : count;
}

/* ---- playing a world on ------------------------------------------------------------------------------------------ */

typedef struct {
    u32 hand[4];
    u8 under[32]; /* two seats: by open card */
} cards_of_world;

static void spread_out(cards_of_world *c, const world *w, const hidden *h) {
    memcpy(c->hand, w->hand, sizeof c->hand);
    for (int i = 0; i < h->piles; i++) c->under[h->covered[i]] = w->under[i];
}

static void play(table *t, cards_of_world *c, int card) {
    int opened = NO_CARD;
    if (t->seats == 2 && t->covering & BIT(card)) opened = c->under[card];
    c->hand[t->turn] &= ~BIT(card);
    kj_table_watch(t, card, opened);
}

/* Everybody plays by the policy, seeing what he may see, until a trick is over and few are left. What is drawn depends
 * only on the mood of the world, the trick and the seat, so that every first card meets the same luck. */
static void play_on(const kj_player *player, table *t, cards_of_world *c, int leaf, int temperature, u64 mood) {
    while (t->lying || t->tricks_left > leaf) {
        int seat = t->turn, count, card;
        u32 own = own_of(t, c->hand[seat], seat), legal = kj_table_legal(t, own);
        if (legal & (legal - 1)) {
            u8 cards[MOST_CARDS + 4];
            u32 chance[MOST_CARDS + 4];
            u32 sum = kj_policy(t, &player->weights, NULL, temperature, own, legal, cards, chance, &count);
            u64 luck = kj_mix(mood + (u64)(t->tricks_left * 4 + seat)) >> 32;
            u32 at = (u32)(luck * sum >> 32);
            int i = 0;
            while (i < count - 1 && at >= chance[i]) at -= chance[i++];
            card = cards[i];
        } else {
            card = LOWEST(legal);
        }
        play(t, c, card);
    }
}

/* All that a seat has left to play, in kernel.h's numbers with suit 3 as trump. */
static u32 held_by(const table *t, const cards_of_world *c, int seat) {
    u32 held = c->hand[seat];
    if (t->seats == 2) {
        held |= t->open[seat];
        for (u32 left = t->open[seat] & t->covering; left; left &= left - 1) held |= BIT(c->under[LOWEST(left)]);
    }
    return kj_outside(held, TRUMP);
}

static void tell_deal(kj_player *player, const table *t, const cards_of_world *c) {
    kj_rules rules = {t->seats, TRUMP, 0, t->amsterdam, t->undertrump_forced, t->march_either};
    kj_world w = {.piles = 0};
    for (int seat = 0; seat < t->seats; seat++) w.cards[seat] = held_by(t, c, seat);
    for (int i = 0; i < t->lying; i++)
        w.cards[(t->leader + i) % t->seats] |= BIT(kj_card_outside(t->trick[i], TRUMP));
    if (t->seats == 2)
        for (u32 left = t->covering; left; left &= left - 1) {
            w.open[w.piles] = (u8)kj_card_outside(LOWEST(left), TRUMP);
            w.closed[w.piles++] = (u8)kj_card_outside(c->under[LOWEST(left)], TRUMP);
        }
    kj_deal(player->solver, &rules, &w);
}

/* The payoff of the declaring side from here under perfect play with open cards. Melds that the others could still add
 * to a deal that is lost anyway are left out: they cost a search of their own and hardly ever change a choice. */
static int exact_payoff(kj_player *player, const table *t, const cards_of_world *c, int guess) {
    if (!t->tricks_left) return kj_table_payoff(t);
    kj_position p = {.leader = t->leader, .lying = t->lying, .swept = t->swept};
    for (int seat = 0; seat < t->seats; seat++) p.held[seat] = held_by(t, c, seat);
    for (int i = 0; i < t->lying; i++) p.trick[i] = (u8)kj_card_outside(t->trick[i], TRUMP);
    p.ahead = (i16)(t->points[0] - t->points[1]);
    p.melds = t->melds;
    if (!kj_at_least(player->solver, &p, 1)) return -(162 + t->melds);
    return kj_value(player->solver, &p, KJ_POINTS, guess > 0 ? guess : 40);
}

/* ---- the choice -------------------------------------------------------------------------------------------------- */

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Adds up in `sum` what each card brings the declaring side; returns the sum of the weights. */
static double think(kj_player *player, const kj_view *view, const situation *s, const kj_strength *strength,
                    const u8 *cards, int count, double *sum, kj_answer *answer) {
    dice d = {kj_mix(seed_of(view) + strength->salt)};
    hidden h;
    kj_hidden(&h, &s->now, s->seat, s->hand);
    double until = cpu_ms() + strength->cap_ms, total = 0;
    int worlds = guess_worlds(player, view, s, strength, &d, &answer->ways), guess[MOST_CARDS] = {0};
    int tricks = s->now.tricks_left, exact = tricks <= strength->exact;
    int leaf = strength->leaf < tricks ? strength->leaf : tricks - 1, once = exact || s->now.seats == 2;
    for (int i = 0; i < worlds; i++) {
        const world *w = &player->worlds[i];
        cards_of_world all;
        spread_out(&all, w, &h);
        if (once) tell_deal(player, &s->now, &all);
        u64 mood = kj_mix(d.state + (u64)i);
        for (int j = 0; j < count; j++) {
            table t = s->now;
            cards_of_world c = all;
            play(&t, &c, cards[j]);
            if (!exact) play_on(player, &t, &c, leaf, strength->temperature, mood);
            if (!once && t.tricks_left) tell_deal(player, &t, &c);
            guess[j] = exact_payoff(player, &t, &c, guess[j]);
            sum[j] += w->weight * guess[j];
        }
        total += w->weight;
        answer->worlds++;
        if (strength->cap_ms && i + 1 < worlds && cpu_ms() > until) break;
    }
    return total;
}

/* Equal values are common: then what the policy finds more likely, then fewer points, so that no card looks silly. */
static int best_of(const kj_answer *answer, const double *value, const u8 *cards) {
    int best = 0;
    for (int i = 1; i < answer->count; i++) {
        double more = value[i] - value[best];
        float likelier = answer->chance[i] - answer->chance[best];
        int fewer = card_points(cards[i]) < card_points(cards[best]);
        if (more > 1e-6 || (more > -1e-6 && (likelier > 0 || (likelier == 0 && fewer)))) best = i;
    }
    return best;
}

void kj_choose(kj_player *player, const kj_view *view, const kj_strength *strength, kj_answer *answer) {
    situation s;
    situation_of(&s, view);
    memset(answer, 0, sizeof *answer);
    u32 own = own_of(&s.now, s.hand, s.seat), legal = kj_table_legal(&s.now, own), chance[MOST_CARDS + 4];
    u8 cards[MOST_CARDS + 4];
    int count;
    u32 parts = kj_policy(&s.now, &player->weights, &strength->habits, strength->mood ? strength->mood : 100, own, legal,
                          cards, chance, &count);
    double value[MOST_CARDS + 4] = {0};
    answer->count = (u8)count;
    for (int i = 0; i < count; i++) answer->chance[i] = (float)chance[i] / (float)parts;
    int best = 0;
    if (strength->worlds && count > 1) {
        double sum[MOST_CARDS + 4] = {0}, total = think(player, view, &s, strength, cards, count, sum, answer);
        for (int i = 0; i < count; i++) {
            value[i] = (side_of(&s.now, s.seat) ? -sum[i] : sum[i]) / total;
            answer->value[i] = (float)value[i];
            value[i] += kj_habit(&s.now, &strength->habits, own, cards[i]) * (strength->habit / 10.0 / ONE);
        }
        best = best_of(answer, value, cards);
    } else if (strength->mood) {
        dice d = {seed_of(view)};
        u32 at = kj_roll(&d, parts);
        while (best < count - 1 && at >= chance[best]) at -= chance[best++];
    } else {
        best = best_of(answer, value, cards);
    }
    for (int i = 0; i < count; i++) answer->cards[i] = (u8)kj_card_outside(cards[i], view->rules.trump);
    answer->best = answer->cards[best];
}

void kj_counts(kj_player *player, u32 own, u32 theirs, i16 counts[4]) {
    for (int suit = 0; suit < 4; suit++)
        counts[suit] = (i16)kj_count_hand(&player->weights, kj_inside(own, suit), kj_inside(theirs, suit));
}

int kj_threshold(kj_player *player, int turn) { return kj_play_from(&player->weights, turn); }

/* ---- training and tests ------------------------------------------------------------------------------------------ */

int kj_worlds(kj_player *player, const kj_view *view, int wanted, u64 seed, u32 *hands, u8 *under, double *ways) {
    situation s;
    situation_of(&s, view);
    hidden h;
    kj_hidden(&h, &s.now, s.seat, s.hand);
    dice d = {seed};
    kj_strength plain = {.worlds = (u16)wanted};
    int count = guess_worlds(player, view, &s, &plain, &d, ways), trump = view->rules.trump;
    for (int i = 0; i < count; i++) {
        for (int seat = 0; seat < player->seats; seat++)
            hands[4 * i + seat] = kj_outside(player->worlds[i].hand[turned_seat(&view->rules, seat)], trump);
        memset(under + 32 * i, NO_CARD, 32);
        for (int pile = 0; pile < h.piles; pile++)
            under[32 * i + kj_card_outside(h.covered[pile], trump)] =
                (u8)kj_card_outside(player->worlds[i].under[pile], trump);
    }
    return count;
}

int kj_view_features(const kj_view *view, u8 *cards, u16 *first, u16 *features) {
    situation s;
    situation_of(&s, view);
    u32 own = own_of(&s.now, s.hand, s.seat);
    int count = 0, n = kj_context(&s.now, own, features);
    for (u32 left = kj_table_legal(&s.now, own); left; left &= left - 1) {
        cards[count] = (u8)kj_card_outside(LOWEST(left), view->rules.trump);
        first[count++] = (u16)n;
        n += kj_features(&s.now, own, LOWEST(left), features + n);
    }
    first[count] = (u16)n;
    return count;
}

void kj_parts(u32 own, u32 theirs, int trump, u8 parts[COUNTS]) {
    kj_parts_of_hand(kj_inside(own, trump), kj_inside(theirs, trump), parts);
}
