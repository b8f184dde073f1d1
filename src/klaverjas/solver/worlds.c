/* See worlds.h. With three other hands A, B and C the unseen cards fall into seven classes by who may hold them. How
 * many cards of AB go to A, of AC to A and of BC to B settles how many of ABC each gets: a split. A split is drawn by
 * the number of worlds it stands for, and then the cards. */
#include "worlds.h"

#include <string.h>

enum { A, B, C };

u64 kj_mix(u64 value) {
    value += 0x9E3779B97F4A7C15ull;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ull;
    value = (value ^ value >> 27) * 0x94D049BB133111EBull;
    return value ^ value >> 31;
}

static u64 next(dice *d) {
    d->state += 0x9E3779B97F4A7C15ull;
    return kj_mix(d->state);
}

u32 kj_roll(dice *d, u32 sides) { return (u32)((next(d) >> 32) * sides >> 32); }
double kj_chance(dice *d) { return (double)(next(d) >> 11) * (1.0 / 9007199254740992.0); }

static double factorial(int n) { return n < 2 ? 1.0 : n * factorial(n - 1); }

static double choices(int n, int k) {
    double ways = 1.0;
    for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

static u32 only(const u32 *may, int who) {
    u32 set = ~0u;
    for (int i = 0; i < HOLDERS; i++) set &= who >> i & 1 ? may[i] : ~may[i];
    return set;
}

static void find_splits(hidden *h) {
    const u32 *may = h->may;
    int free[HOLDERS], ab = count_cards(only(may, 3)), ac = count_cards(only(may, 5)), bc = count_cards(only(may, 6)),
                       abc = count_cards(only(may, 7));
    for (int i = 0; i < HOLDERS; i++) free[i] = h->needs[i] - count_cards(only(may, 1 << i));
    h->splits = 0;
    h->ways = 0;
    if (count_cards(may[A] | may[B] | may[C]) != count_cards(h->unseen)) return;
    for (int x = 0; x <= ab; x++)
        for (int y = 0; y <= ac; y++)
            for (int z = 0; z <= bc; z++) {
                int a = free[A] - x - y, b = free[B] - (ab - x) - z, c = free[C] - (ac - y) - (bc - z);
                if (a < 0 || b < 0 || c < 0 || a + b + c != abc) continue;
                h->ways += choices(ab, x) * choices(ac, y) * choices(bc, z) * choices(abc, a) * choices(abc - a, b);
                h->split[h->splits].ab = (u8)x;
                h->split[h->splits].ac = (u8)y;
                h->split[h->splits].bc = (u8)z;
                h->split[h->splits++].up_to = h->ways;
            }
}

void kj_hidden(hidden *h, const table *t, int seat, u32 hand) {
    int holders = 0;
    h->seat = (u8)seat;
    h->own = hand;
    h->piles = 0;
    h->unseen = ~t->played & ~hand;
    if (t->seats == 2) {
        h->unseen &= ~(t->open[0] | t->open[1]);
        for (u32 left = t->covering; left; left &= left - 1) h->covered[h->piles++] = (u8)LOWEST(left);
    }
    memset(h->needs, 0, sizeof h->needs);
    memset(h->may, 0, sizeof h->may);
    memset(h->holder, NOBODY, sizeof h->holder);
    int unseen = count_cards(h->unseen) - h->piles, later = 0; /* who has played to the trick has a card less */
    for (int place = 0; place < t->seats; place++) {
        int other = (t->leader + place) % t->seats;
        if (other == seat) continue;
        h->holder[holders] = (u8)other;
        h->may[holders++] = h->unseen & ~t->lacks[other];
        later += place >= t->lying;
    }
    for (int i = 0; i < holders; i++) {
        int place = (h->holder[i] + t->seats - t->leader) % t->seats;
        h->needs[i] = (u8)((unseen - later) / holders + (place >= t->lying));
    }
    if (t->seats == 2) { /* the only other hand is all that is not under a table card */
        h->needs[0] = (u8)unseen;
        h->needs[1] = h->piles;
        h->may[1] = h->unseen;
    }
    find_splits(h);
    if (!h->splits) { /* contradictory: somebody revoked (6.1) */
        for (int i = 0; i < holders; i++) h->may[i] = h->unseen;
        find_splits(h);
    }
    h->ways *= factorial(h->piles);
}

/* Some `n` of these cards, all choices equally likely. */
static u32 some(u32 cards, int n, dice *d) {
    u8 left[32];
    int count = 0;
    u32 taken = 0;
    for (; cards; cards &= cards - 1) left[count++] = (u8)LOWEST(cards);
    for (int i = 0; i < n; i++) {
        int j = i + (int)kj_roll(d, (u32)(count - i));
        taken |= BIT(left[j]);
        left[j] = left[i];
    }
    return taken;
}

static void lay_closed(world *w, u32 heap, dice *d) {
    u8 cards[PILES];
    int count = 0;
    for (; heap; heap &= heap - 1) cards[count++] = (u8)LOWEST(heap);
    for (int i = 0; i < count; i++) {
        int j = i + (int)kj_roll(d, (u32)(count - i));
        w->under[i] = cards[j];
        cards[j] = cards[i];
    }
}

void kj_draw(const hidden *h, dice *d, world *w) {
    const u32 *may = h->may;
    memset(w, 0, sizeof *w);
    w->weight = 1.0;
    double at = kj_chance(d) * h->split[h->splits - 1].up_to;
    int i = 0;
    while (i < h->splits - 1 && h->split[i].up_to <= at) i++;
    u32 ab = only(may, 3), ac = only(may, 5), bc = only(may, 6), abc = only(may, 7);
    u32 x = some(ab, h->split[i].ab, d), y = some(ac, h->split[i].ac, d), z = some(bc, h->split[i].bc, d);
    u32 get[HOLDERS] = {only(may, 1) | x | y, only(may, 2) | (ab & ~x) | z, only(may, 4) | (ac & ~y) | (bc & ~z)};
    for (int who = A; who < C; who++) {
        u32 more = some(abc, h->needs[who] - count_cards(get[who]), d);
        get[who] |= more;
        abc &= ~more;
    }
    get[C] |= abc;
    w->hand[h->seat] = h->own;
    for (int who = 0; who < HOLDERS; who++)
        if (h->holder[who] != NOBODY) w->hand[h->holder[who]] = get[who];
    if (h->piles) lay_closed(w, get[B], d);
}

typedef struct {
    const hidden *h;
    world *worlds, now;
    u8 needs[HOLDERS];
    u32 get[HOLDERS];
    int count, room;
} lister;

static void list_closed(lister *l, u32 heap, int pile) {
    if (l->count == l->room) return;
    if (pile == l->h->piles) {
        l->worlds[l->count++] = l->now;
        return;
    }
    for (u32 left = heap; left; left &= left - 1) {
        l->now.under[pile] = (u8)LOWEST(left);
        list_closed(l, heap & ~(left & -left), pile + 1);
    }
}

static void list_hands(lister *l, u32 left) {
    const hidden *h = l->h;
    if (!left) {
        for (int who = 0; who < HOLDERS; who++)
            if (h->holder[who] != NOBODY) l->now.hand[h->holder[who]] = l->get[who];
        list_closed(l, l->get[B], 0);
        return;
    }
    u32 card = left & -left;
    for (int who = 0; who < HOLDERS; who++) {
        if (!l->needs[who] || !(h->may[who] & card)) continue;
        l->needs[who]--;
        l->get[who] |= card;
        list_hands(l, left & ~card);
        l->get[who] &= ~card;
        l->needs[who]++;
    }
}

int kj_list(const hidden *h, world *worlds, int room) {
    lister l = {.h = h, .worlds = worlds, .room = room};
    l.now.hand[h->seat] = h->own;
    l.now.weight = 1.0;
    memcpy(l.needs, h->needs, sizeof l.needs);
    list_hands(&l, h->unseen);
    return l.count;
}
