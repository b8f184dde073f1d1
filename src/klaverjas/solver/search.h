/* The search for one number of seats: included by kernel.c with SEATS 4, 3 and 2.
 *
 * All values are future points of the declaring side minus those of the others. `beta` asks whether a value is at least
 * beta; the answer is a bound on the right side of it (fail-soft). docs/solver.md tells why each part is there.
 */
#define available JOIN(available, SEATS)
#define legal JOIN(legal, SEATS)
#define bounds_of JOIN(bounds_of, SEATS)
#define probe JOIN(probe, SEATS)
#define key_of JOIN(key_of, SEATS)
#define store JOIN(store, SEATS)
#define last_trick JOIN(last_trick, SEATS)
#define trick_worth JOIN(trick_worth, SEATS)
#define lead JOIN(lead, SEATS)
#define meld_prospect JOIN(meld_prospect, SEATS)
#define lead_score JOIN(lead_score, SEATS)
#define follow_score JOIN(follow_score, SEATS)
#define middle_hand JOIN(middle_hand, SEATS)
#define second_hand JOIN(second_hand, SEATS)
#define third_hand JOIN(third_hand, SEATS)
#define final_hand JOIN(final_hand, SEATS)
#define likely_cards JOIN(likely_cards, SEATS)
#define playout JOIN(playout, SEATS)
#define test JOIN(test, SEATS)
#define can_spoil JOIN(can_spoil, SEATS)
#define spoil_lead JOIN(spoil_lead, SEATS)
#define spoil_follow JOIN(spoil_follow, SEATS)
#define can_beat JOIN(can_beat, SEATS)
#define probe_key JOIN(probe_key, SEATS)
#define cash_out JOIN(cash_out, SEATS)
#define WEIGHTS JOIN(WEIGHTS, SEATS)

#define NEXT(seat) ((seat) + 1 == SEATS ? 0 : (seat) + 1)
#define SIDE(seat) (SEATS == 4 ? (seat) & 1 : (seat) != 0)
#define MOST (SEATS == 2 ? 12 : 8) /* cards that a seat can choose from */

/* ---- rules ------------------------------------------------------------------------------------------------------- */

/* What a seat may choose from: not the closed cards (7.1). A closed card is open as soon as the card on it is gone, so
 * `rest` tells all there is to know. */
static inline u32 available(const kj_solver *x, u32 rest, int seat) {
    u32 own = rest & x->dealt[seat];
#if SEATS == 2
    for (u32 open = own & x->covering; open; open &= open - 1) own &= ~(1u << x->under[LOWEST(open)]);
#else
    (void)x;
#endif
    return own;
}

/* Section 3. */
static inline u32 legal(const kj_solver *x, u32 own, trick t, int seat) {
    if (!t.cards) return own;
    u32 follow = own & SUIT_CARDS(t.led);
    u32 over = own & TRUMPS & ABOVE(t.best); /* only asked when a trump is best */
    if (t.led == TRUMP) return over ? over : follow ? follow : own;
    if (follow) return follow;
    u32 trumps = own & TRUMPS, other = own & ~TRUMPS;
    if (!trumps) return own;
    int partner_holds = SEATS != 2 && x->amsterdam && SIDE(t.holder) == SIDE(seat);
    if (SUIT_OF(t.best) != TRUMP) return partner_holds ? own : trumps;
    if (partner_holds) return over | other ? over | other : own;
    if (over) return over;
    return x->undertrump_forced || !other ? trumps : other;
}

/* What a full trick brings the declaring side; march loses the flag of the side that lost it. */
static inline int trick_worth(trick t, int tricks, int *march) {
    int worth = points_in(t.cards) + melds_in(t.cards), side = SIDE(t.holder);
    *march &= 1 << side;
    if (tricks == 1) worth += LAST_TRICK + (*march ? MARCH : 0);
    return side ? -worth : worth;
}

/* Everybody plays his only card. */
static inline int last_trick(const kj_solver *x, u32 rest, int leader, int march) {
    int led = SUIT_OF(LOWEST(rest & x->dealt[leader]));
    u32 could_win = rest & (rest & TRUMPS ? TRUMPS : SUIT_CARDS(led));
    trick t = {.cards = rest, .holder = x->owner[HIGHEST(could_win)]};
    return trick_worth(t, 1, &march);
}

/* ---- bounds without search --------------------------------------------------------------------------------------- */

/* If the leader can draw all trumps of the others from the top and then cash his plain top cards: how many tricks these
 * are; `points` becomes what they are worth, all trumps included. */
static inline int cash_out(const kj_solver *x, u32 rest, u32 own, int leader, int *points) {
    u32 trumps = rest >> 24, mine = own >> 24, others = (rest & ~x->dealt[leader]) >> 24;
    if (others) {
        int draws = count_of[mine & ABOVE(HIGHEST(others))];
        if (!draws) return 0;
        for (int seat = NEXT(leader); seat != leader; seat = NEXT(seat)) {
            u32 trumps_there = (rest & x->dealt[seat]) >> 24;
            if (count_of[trumps_there] > draws) return 0;
#if SEATS == 2
            if (trumps_there & ~(available(x, rest, seat) >> 24)) return 0; /* a closed trump cannot be drawn */
#endif
        }
    }
    int count = count_of[mine];
    *points = points_of[1][others ? trumps : mine];
    for (int suit = 0; suit < TRUMP; suit++) {
        u32 run = BYTE(own, suit), theirs = BYTE(rest & ~x->dealt[leader], suit);
        if (theirs) run &= ABOVE(HIGHEST(theirs));
        count += count_of[run];
        *points += points_of[0][run];
    }
    return count;
}

static inline void bounds_of(const kj_solver *x, u32 rest, int leader, int march, int tricks, int *low, int *high) {
    const suit_state *s0 = &x->suit[0][BYTE(rest, 0)], *s1 = &x->suit[1][BYTE(rest, 1)];
    const suit_state *s2 = &x->suit[2][BYTE(rest, 2)], *s3 = &x->suit[3][rest >> 24];
    int all = s0->points + s1->points + s2->points + s3->points + LAST_TRICK;
    int cap[2] = {s0->cap[0] + s1->cap[0] + s2->cap[0] + s3->cap[0], s0->cap[1] + s1->cap[1] + s2->cap[1] + s3->cap[1]};
    if (x->fours) {
        cap[0] += four_cap(x, rest, 0);
        cap[1] += four_cap(x, rest, 1);
    }
    int sure[2] = {0, 0}, side = SIDE(leader);
    if (rest & TRUMPS) { /* the top trumps that one side owns are its own, and it makes a trick */
        int top_side = SIDE(x->owner[HIGHEST(rest)]);
        sure[top_side] = abs(s3->run);
        march &= 1 << top_side;
    }
    int cashed = 0, count = cash_out(x, rest, available(x, rest, leader), leader, &cashed);
    if (count) march &= 1 << side;
    if (count >= tricks) { /* every trick is the leader's side's */
        int worth = all + (march ? MARCH : 0);
        *low = side ? -worth - cap[1] : worth;
        *high = side ? -worth : worth + cap[0];
        return;
    }
    if (cashed > sure[side]) sure[side] = cashed;
    int most[2] = {all - 2 * sure[1], all - 2 * sure[0]};
    *high = most[0] + cap[0] + (march & 1 ? MARCH : 0);
    *low = -most[1] - cap[1] - (march & 2 ? MARCH : 0);
}

/* ---- what was learned -------------------------------------------------------------------------------------------- */

typedef struct {
    u32 rest, key;
    bound *bucket;
#if SEATS == 2
    u64 piles, *bucket_piles;
#endif
} probe_key;

static inline probe_key key_of(const kj_solver *x, u32 rest, int tag) {
    u64 p0 = x->suit[0][BYTE(rest, 0)].pattern, p1 = x->suit[1][BYTE(rest, 1)].pattern;
    u64 p2 = x->suit[2][BYTE(rest, 2)].pattern, p3 = x->suit[3][rest >> 24].pattern;
    u64 hash = (p0 | p1 << 17 | p2 << 34 | (u64)tag << 56) * 0x9E3779B97F4A7C15ull;
    hash = (hash ^ hash >> 29 ^ p3 << 20) * 0xBF58476D1CE4E5B9ull;
    probe_key k = {.rest = rest};
#if SEATS == 2
    /* The places of the piles as a sum of mixed 64-bit numbers, since their order means nothing. */
    for (u32 open = rest & x->covering; open; open &= open - 1) {
        int top = LOWEST(open), below = x->under[top];
        u32 places = (u32)(SUIT_OF(top) * 8 + count_of[BYTE(rest, SUIT_OF(top)) & ABOVE(top & 7)]) * 32 +
                     (u32)(SUIT_OF(below) * 8 + count_of[BYTE(rest, SUIT_OF(below)) & ABOVE(below & 7)]);
        u64 pile = (places + 1) * 0xD6E8FEB86659FD93ull;
        pile = (pile ^ pile >> 32) * 0xD6E8FEB86659FD93ull;
        k.piles += pile ^ pile >> 29;
    }
    hash = (hash ^ k.piles) * 0x9E3779B97F4A7C15ull;
#endif
    hash ^= hash >> 32;
    u32 place = (u32)(hash >> 32) & ((1u << x->bucket_bits) - 1);
    k.key = (u32)hash;
    k.bucket = x->bounds + (size_t)place * WAYS;
#if SEATS == 2
    k.bucket_piles = x->piles[place].piles;
#endif
    return k;
}

/* Tries to answer without search. Returns 1 with the answer in `value`; else 0, the best known lead in `best` and the
 * known bounds in x->low and x->high. */
static inline int probe(kj_solver *x, u32 rest, int leader, int march, int tricks, int beta, int *value, int *best) {
    if (tricks == 1) {
        *value = last_trick(x, rest, leader, march);
        return 1;
    }
    int low, high;
    bounds_of(x, rest, leader, march, tricks, &low, &high);
    *best = NO_CARD;
    if (low >= beta) return *value = low, 1;
    if (high < beta) return *value = high, 1;
    int tag = leader | march << 2;
    probe_key k = key_of(x, rest, tag);
    for (int way = 0; way < WAYS; way++) {
        const bound *b = &k.bucket[way];
        if (b->key != k.key || b->age != x->age || b->tag != tag) continue;
#if SEATS == 2
        if (k.bucket_piles[way] != k.piles) continue;
#endif
        gap g = {0, 0, 0};
        if (b->rest != rest) {
            int shift = x->suit[TRUMP][rest >> 24].run - x->suit[TRUMP][b->rest >> 24].run;
            if (b->low + shift < beta && b->high + shift >= beta) continue; /* no answer even without a gap */
            if (!same_pattern(x, rest, b->rest)) continue;
            g = gap_of(x, rest, b->rest);
        } else {
            *best = b->best;
        }
        int least = b->low + g.shift - g.down, most = b->high + g.shift + g.up;
        if (least >= beta) return *value = least, 1;
        if (most < beta) return *value = most, 1;
        if (least > low) low = least;
        if (most < high) high = most;
    }
    x->low = low;
    x->high = high;
    return 0;
}

static inline void store(kj_solver *x, u32 rest, int tag, int beta, int value, int best) {
    probe_key k = key_of(x, rest, tag);
    int way = 0;
    while (way < WAYS && !(k.bucket[way].rest == rest && k.bucket[way].tag == tag && k.bucket[way].age == x->age)) way++;
    if (way == WAYS) { /* the newest first, the oldest goes */
        memmove(k.bucket + 1, k.bucket, (WAYS - 1) * sizeof(bound));
#if SEATS == 2
        memmove(k.bucket_piles + 1, k.bucket_piles, (WAYS - 1) * sizeof(u64));
        k.bucket_piles[0] = k.piles;
#endif
        way = 0;
        k.bucket[0] = (bound){rest, -INFINITE, INFINITE, k.key, x->age, (u8)tag, (u8)best};
    }
    bound *b = &k.bucket[way];
    b->best = (u8)best;
    if (value >= beta) {
        if (value > b->low) b->low = (i16)value;
    } else if (value < b->high) {
        b->high = (i16)value;
    }
}

/* ---- which card first -------------------------------------------------------------------------------------------- */

/* Whether somebody with these cards could beat `best`, the suit led being `led`. */
static inline int can_beat(u32 own, int led, int best) {
    u32 follow = BYTE(own, led);
    if (SUIT_OF(best) == TRUMP) return (led == TRUMP || !follow) && (own & TRUMPS & ABOVE(best)) != 0;
    return follow ? (follow & ABOVE(best & 7)) != 0 : (own & TRUMPS) != 0;
}

/* What this seat's side can meld with cards of a suit minus what the other can, and how that changes when `card` goes. */
static inline int meld_prospect(const kj_solver *x, u32 rest, int side, int card) {
    const suit_state *now = &x->suit[SUIT_OF(card)][BYTE(rest, SUIT_OF(card))];
    const suit_state *then = &x->suit[SUIT_OF(card)][BYTE(rest & ~(1u << card), SUIT_OF(card))];
    return now->cap[side] - then->cap[side] - now->cap[!side] + then->cap[!side];
}

/* Leads are of 64 kinds: by suit (plain or trump), by who has the highest card above, and by whether an opponent or a
 * partner can ruff, for trumps, whether they have any; the rest depends on the number of seats. */
static inline int lead_score(const kj_solver *x, u32 rest, int leader, int card) {
    int suit = SUIT_OF(card), side = SIDE(leader), theirs = 0, partners = 0, top;
    u32 above = rest & SUIT_CARDS(suit) & ABOVE(card), not_mine = above & ~x->dealt[leader];
    if (!not_mine) top = above ? 1 : 0;
#if SEATS == 2
    else top = not_mine & available(x, rest, !leader) ? 3 : 2;
#else
    else top = SIDE(x->owner[HIGHEST(above)]) == side && x->owner[HIGHEST(above)] != leader ? 2 : 3;
#endif
    for (int seat = NEXT(leader); seat != leader; seat = NEXT(seat)) {
        u32 own = suit == TRUMP ? rest & x->dealt[seat] : available(x, rest, seat);
        int trumps = own & TRUMPS && (suit == TRUMP || !(own & SUIT_CARDS(suit)));
        if (SIDE(seat) == side) partners |= trumps;
        else theirs |= trumps;
    }
    int kind = (suit == TRUMP) * 8 + top * 2 + theirs + partners * 16;
#if SEATS == 3
    kind += leader ? 32 : 0;
#elif SEATS == 2
    kind += (x->covering >> card & 1) * 16 + !(rest & x->dealt[!leader] & SUIT_CARDS(suit)) * 32;
#endif
    const short *w = WEIGHTS.by_lead[kind];
    return w[0] + w[1] * card_points(card) + w[2] * meld_prospect(x, rest, side, card);
}

#if SEATS > 2
/* Later cards are of kinds by hand (with three seats: by seat), by discard, follow or trump, and by how the trick stands
 * after them: whether it is this card's, whether it was my side's before, whether the next one can beat it, and whether
 * my partner can after him. `points` are those that lie there. */
static inline int follow_score(const kj_solver *x, u32 rest, trick t, int seat, int card, int points) {
    trick after = with(t, card, seat);
    int suit = SUIT_OF(card), trump = suit == TRUMP, what = trump ? 2 : suit == t.led;
    int wins = after.best == card, mine = SIDE(t.holder) == SIDE(seat);
    int beaten = can_beat(rest & x->dealt[NEXT(seat)], t.led, after.best);
    int helped = SEATS == 4 && t.count == 1 && can_beat(rest & x->dealt[seat ^ 2], t.led, after.best);
    int hand = SEATS == 4 ? t.count - 1 : seat;
    const short *w = WEIGHTS.by_follow[hand][what][helped * 8 + wins * 4 + mine * 2 + beaten];
    int melds = meld_of[trump][BYTE(after.cards, suit)] - meld_of[trump][BYTE(t.cards, suit)];
    return w[0] + w[1] * card_points(card) + w[2] * melds + w[3] * points;
}
#endif

/* ---- the search -------------------------------------------------------------------------------------------------- */

static int lead(kj_solver *x, u32 rest, int leader, int march, int tricks, int beta, int first);

/* The last one to play: looks at all positions after the trick, and searches only when none of them is decided. */
static int final_hand(kj_solver *x, u32 rest, trick t, int seat, int march, int tricks, int beta) {
    struct { u32 rest; int worth, march, leader, first, score; } after[MOST];
    int n = 0, max = !SIDE(seat), best = max ? -INFINITE : INFINITE;
    x->nodes++;
    for (u32 left = legal(x, available(x, rest, seat), t, seat); left; left &= left - 1) {
        int card = LOWEST(left), next_march = march, value, first;
        trick full = with(t, card, seat);
        int worth = trick_worth(full, tricks, &next_march);
        if (tricks == 1) return worth;
        u32 next_rest = rest & ~(1u << card);
        if (probe(x, next_rest, full.holder, next_march, tricks - 1, beta - worth, &value, &first)) {
            value += worth;
            if (max ? value >= beta : value < beta) return value;
            if (max ? value > best : value < best) best = value;
            continue;
        }
        int expected = WEIGHTS.by_final[0] * worth + WEIGHTS.by_final[1] * ((x->low + x->high) >> 1);
        int score = (max ? expected : -expected) + (SIDE(full.holder) == SIDE(seat) ? WEIGHTS.by_final[2] : 0) -
                    WEIGHTS.by_final[3] * card_points(card) - (SUIT_OF(card) == TRUMP ? WEIGHTS.by_final[4] : 0);
#if SEATS == 2
        score += (x->covering >> card & 1) * WEIGHTS.by_final[5];
#endif
        int place = n++;
        for (; place && after[place - 1].score < score; place--) after[place] = after[place - 1];
        after[place].rest = next_rest;
        after[place].worth = worth;
        after[place].march = next_march;
        after[place].leader = full.holder;
        after[place].first = first;
        after[place].score = score;
    }
    for (int i = 0; i < n; i++) {
        int worth = after[i].worth, value, first = after[i].first;
        x->nodes++;
        if (i == 0 || !probe(x, after[i].rest, after[i].leader, after[i].march, tricks - 1, beta - worth, &value, &first))
            value = lead(x, after[i].rest, after[i].leader, after[i].march, tricks - 1, beta - worth, first);
        value += worth;
        if (max ? value > best : value < best) best = value;
        if (max ? best >= beta : best < beta) break;
    }
    return best;
}

#if SEATS == 4
static int third_hand(kj_solver *x, u32 rest, trick t, int seat, int march, int tricks, int beta);
#endif

#if SEATS > 2
static inline __attribute__((always_inline)) int middle_hand(kj_solver *x, u32 rest, trick t, int seat, int march,
                                                             int tricks, int beta, int next_is_last) {
#if SEATS == 4
#define GO_ON(card)                                                                                                 \
    (next_is_last ? final_hand(x, rest & ~(1u << (card)), with(t, card, seat), NEXT(seat), march, tricks, beta)      \
                  : third_hand(x, rest & ~(1u << (card)), with(t, card, seat), NEXT(seat), march, tricks, beta))
#else
#define GO_ON(card) final_hand(x, rest & ~(1u << (card)), with(t, card, seat), NEXT(seat), march, tricks, beta)
    (void)next_is_last;
#endif
    x->nodes++;
    u32 left = legal(x, rest & x->dealt[seat], t, seat);
    if (!(left & (left - 1))) return GO_ON(LOWEST(left));
    int cards[MOST], scores[MOST], n = 0, max = !SIDE(seat), best = max ? -INFINITE : INFINITE;
    int points = points_in(t.cards);
    for (; left; left &= left - 1) {
        int card = LOWEST(left), score = follow_score(x, rest, t, seat, card, points), place = n++;
        for (; place && scores[place - 1] < score; place--) {
            scores[place] = scores[place - 1];
            cards[place] = cards[place - 1];
        }
        scores[place] = score;
        cards[place] = card;
    }
    for (int i = 0; i < n; i++) {
        int value = GO_ON(cards[i]);
        if (max ? value > best : value < best) best = value;
        if (max ? best >= beta : best < beta) break;
    }
    return best;
#undef GO_ON
}

static int second_hand(kj_solver *x, u32 rest, trick t, int seat, int march, int tricks, int beta) {
    return middle_hand(x, rest, t, seat, march, tricks, beta, SEATS == 3);
}
#if SEATS == 4
static int third_hand(kj_solver *x, u32 rest, trick t, int seat, int march, int tricks, int beta) {
    return middle_hand(x, rest, t, seat, march, tricks, beta, 1);
}
#endif
#else
#undef second_hand
#define second_hand final_hand
#endif

/* A position between tricks that probe could not answer; `first` is the card to try first, if one is known. */
static int lead(kj_solver *x, u32 rest, int leader, int march, int tricks, int beta, int first) {
    int cards[MOST], scores[MOST], n = 0, max = !SIDE(leader), best = max ? -INFINITE : INFINITE;
    for (u32 left = available(x, rest, leader); left; left &= left - 1) {
        int card = LOWEST(left), score = card == first ? 1 << 28 : lead_score(x, rest, leader, card), place = n++;
        for (; place && scores[place - 1] < score; place--) {
            scores[place] = scores[place - 1];
            cards[place] = cards[place - 1];
        }
        scores[place] = score;
        cards[place] = card;
    }
    int best_card = NO_CARD;
    for (int i = 0; i < n; i++) {
        trick t = {1u << cards[i], (u8)SUIT_OF(cards[i]), (u8)cards[i], (u8)leader, 1};
        int value = second_hand(x, rest & ~t.cards, t, NEXT(leader), march, tricks, beta);
        if (max ? value > best : value < best) {
            best = value;
            best_card = cards[i];
        }
        if (max ? best >= beta : best < beta) break;
    }
    store(x, rest, leader | march << 2, beta, best, best_card);
    return best;
}

/* Any position, also in the middle of a trick. `seat` is in turn; after a full trick that means nothing. */
static int test(kj_solver *x, u32 rest, trick t, int seat, int march, int tricks, int beta) {
    int worth = 0;
    if (t.count == SEATS) {
        worth = trick_worth(t, tricks, &march);
        if (--tricks == 0) return worth;
        seat = t.holder;
        t = (trick){0};
        beta -= worth;
    }
    if (t.count == SEATS - 1) return final_hand(x, rest, t, seat, march, tricks, beta);
#if SEATS == 4
    if (t.count == 2) return third_hand(x, rest, t, seat, march, tricks, beta);
#endif
#if SEATS > 2
    if (t.count == 1) return second_hand(x, rest, t, seat, march, tricks, beta);
#endif
    int value, first;
    x->nodes++;
    if (!probe(x, rest, seat, march, tricks, beta, &value, &first))
        value = lead(x, rest, seat, march, tricks, beta, first);
    return worth + value;
}

/* The legal cards, those that look best first; returns how many. */
static inline int likely_cards(const kj_solver *x, u32 rest, trick t, int seat, int march, int tricks, int *cards) {
    int scores[MOST], n = 0, points = points_in(t.cards);
    for (u32 left = legal(x, available(x, rest, seat), t, seat); left; left &= left - 1) {
        int card = LOWEST(left), score = 0, place = n++;
        if (!t.count) score = lead_score(x, rest, seat, card);
        else if (t.count == SEATS - 1) {
            int flags = march, worth = trick_worth(with(t, card, seat), tricks, &flags);
            score = 2 * (SIDE(seat) ? -worth : worth) - card_points(card) - (SUIT_OF(card) == TRUMP ? 6 : 0);
        }
#if SEATS > 2
        else score = follow_score(x, rest, t, seat, card, points);
#else
        (void)points;
#endif
        for (; place && scores[place - 1] < score; place--) {
            scores[place] = scores[place - 1];
            cards[place] = cards[place - 1];
        }
        scores[place] = score;
        cards[place] = card;
    }
    return n;
}

/* What comes out when everybody goes on with likely cards: a guess at the value, for next to nothing. */
static int playout(const kj_solver *x, u32 rest, trick t, int seat, int march, int tricks) {
    int sum = 0;
    while (tricks) {
        for (; t.count < SEATS; seat = NEXT(seat)) {
            int cards[MOST] = {0};
            likely_cards(x, rest, t, seat, march, tricks, cards);
            t = with(t, cards[0], seat);
            rest &= ~(1u << cards[0]);
        }
        sum += trick_worth(t, tricks--, &march);
        seat = t.holder;
        t = (trick){0};
    }
    return sum;
}

/* ---- payoff: what the others can make of a deal that is lost ----------------------------------------------------- */

static int spoil_lead(kj_solver *x, u32 rest, int leader, int march, int tricks, int ahead, int melds);

/* See can_spoil. */
static int spoil_follow(kj_solver *x, u32 rest, trick t, int seat, int march, int tricks, int ahead, int melds) {
    x->nodes++;
    if (t.count == SEATS) {
        int worth = trick_worth(t, tricks, &march);
        ahead -= worth;
        melds -= melds_in(t.cards);
        if (tricks > 1) return spoil_lead(x, rest, t.holder, march, tricks - 1, ahead, melds);
        return ahead >= 0 && melds <= (march ? MARCH : 0);
    }
    int cards[MOST], others = SIDE(seat), n = likely_cards(x, rest, t, seat, march, tricks, cards);
    for (int i = 0; i < n; i++) {
        trick next = with(t, cards[i], seat);
        if (spoil_follow(x, rest & ~(1u << cards[i]), next, NEXT(seat), march, tricks, ahead, melds) == others)
            return others;
    }
    return !others;
}

static int spoil_lead(kj_solver *x, u32 rest, int leader, int march, int tricks, int ahead, int melds) {
    x->nodes++;
    int cap = march & 2 ? MARCH : 0;
    for (int suit = 0; suit < 4; suit++) cap += x->suit[suit][BYTE(rest, suit)].any_cap;
    if (x->fours) cap += four_cap(x, rest, 0) + four_cap(x, rest, 1);
    if (cap < melds) return 0;
    if (test(x, rest, (trick){0}, leader, march, tricks, ahead + 1) > ahead) return 0;
    if (melds <= 0) return 1;
    u8 tag = (u8)(leader | march << 2);
    u64 hash = ((u64)rest | (u64)tag << 32) * 0x9E3779B97F4A7C15ull;
    promise *p = &x->promises[hash >> (64 - PROMISE_BITS)];
    if (p->rest == rest && p->tag == tag && p->age == x->age) {
        if (ahead >= p->yes_ahead && melds <= p->yes_melds) return 1;
        if (ahead <= p->no_ahead && melds >= p->no_melds) return 0;
    }
    int answer = spoil_follow(x, rest, (trick){0}, leader, march, tricks, ahead, melds);
    if (p->rest != rest || p->tag != tag || p->age != x->age)
        *p = (promise){rest, x->age, tag, INFINITE, -INFINITE, -INFINITE, INFINITE};
    if (answer) {
        p->yes_ahead = (i16)ahead;
        p->yes_melds = (i16)melds;
    } else {
        p->no_ahead = (i16)ahead;
        p->no_melds = (i16)melds;
    }
    return answer;
}

/* Whether the others can force a future difference of at most `ahead` and, with it, future melds of both sides of at
 * least `melds`, a march of theirs counted. */
static int can_spoil(kj_solver *x, u32 rest, trick t, int seat, int march, int tricks, int ahead, int melds) {
    if (!t.count) return spoil_lead(x, rest, seat, march, tricks, ahead, melds);
    return spoil_follow(x, rest, t, seat, march, tricks, ahead, melds);
}

#undef available
#undef legal
#undef bounds_of
#undef probe
#undef key_of
#undef store
#undef last_trick
#undef trick_worth
#undef lead
#undef meld_prospect
#undef lead_score
#undef follow_score
#undef middle_hand
#undef second_hand
#undef third_hand
#undef final_hand
#undef likely_cards
#undef playout
#undef test
#undef can_spoil
#undef spoil_lead
#undef spoil_follow
#undef can_beat
#undef probe_key
#undef cash_out
#undef WEIGHTS
#undef NEXT
#undef SIDE
#undef MOST
