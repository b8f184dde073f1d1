/* The table as everybody sees it, inside the playing half of the library (player.h): whose turn it is, what lies there,
 * what was played, the points, and which cards a seat has shown not to hold.
 *
 * As in kernel.c, seats are turned so that the declarer is seat 0, trump is suit 3, and a card is suit * 8 + strength
 * (plain 7 8 9 J Q K T A, trump 7 8 Q K T A 9 J). Rule numbers refer to docs/rules.md.
 */
#ifndef KLAVERJAS_TABLE_H
#define KLAVERJAS_TABLE_H

#include "kernel.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t i16;

enum { TRUMP = 3, NO_CARD = 255, NOBODY = 255 };
#define TRUMPS 0xFF000000u
#define SUIT_OF(card) ((card) >> 3)
#define SUIT_CARDS(suit) (0xFFu << 8 * (suit))
#define BYTE(set, suit) ((set) >> 8 * (suit) & 0xFF)
#define ABOVE(card) (0xFFFFFFFEu << (card)) /* all higher numbers; mask with a suit */
#define LOWEST(set) (__builtin_ctz(set))
#define BIT(card) (1u << (card))

/* Filled when the library is loaded and only read after that. */
extern u8 kj_count_of[256];     /* cards in a set of one suit */
extern u8 kj_points_of[2][256]; /* points of such a set, plain and trump (1.2) */
extern u8 kj_melds_of[2][256];  /* what the cards of one trick in one suit meld (4.1, 4.2) */
extern u8 kj_ranks_of[2][256];  /* bits by strength as bits by rank */
extern u8 kj_strengths_of[2][256];

static inline int count_cards(u32 set) {
    return kj_count_of[BYTE(set, 0)] + kj_count_of[BYTE(set, 1)] + kj_count_of[BYTE(set, 2)] + kj_count_of[set >> 24];
}

static inline int points_in(u32 set) {
    return kj_points_of[0][BYTE(set, 0)] + kj_points_of[0][BYTE(set, 1)] + kj_points_of[0][BYTE(set, 2)] +
           kj_points_of[1][set >> 24];
}

static inline int card_points(int card) { return kj_points_of[SUIT_OF(card) == TRUMP][1u << (card & 7)]; }

/* What the cards of one trick meld (section 4). */
int kj_melds_in(u32 trick);

/* From and to the numbers of kernel.h, with this suit as trump. */
u32 kj_inside(u32 cards, int trump);
u32 kj_outside(u32 cards, int trump);
int kj_card_inside(int card, int trump);
int kj_card_outside(int card, int trump);

typedef struct {
    u8 seats, amsterdam, undertrump_forced, march_either;
    u8 leader, lying; /* of the trick that lies there */
    u8 led, best, holder; /* its suit; the card that holds it and whose that is */
    u8 turn, tricks_left, swept; /* swept: as in kj_position */
    u8 trick[4];
    u8 times_led[4], first_leader[4]; /* by suit */
    u32 in_trick, played;
    u32 lacks[4];  /* what each hand has shown not to hold */
    u32 thrown[4]; /* plain cards each seat threw without following suit */
    u32 open[2];   /* two seats: the open table cards ... */
    u32 covering;  /* ... and those with a closed card under them (7.2) */
    i16 points[2], melds; /* totals of the declaring side and of the others (5.1), melds of both */
} table;

static inline int side_of(const table *t, int seat) { return t->seats == 4 ? seat & 1 : seat != 0; }

/* The partner of a seat, or NOBODY (3.7). */
static inline int partner_of(const table *t, int seat) {
    return t->seats == 4 ? seat ^ 2 : t->seats == 3 && seat ? 3 - seat : NOBODY;
}

static inline int beats(int card, int best) {
    return SUIT_OF(card) == SUIT_OF(best) ? card > best : SUIT_OF(card) == TRUMP;
}

/* A deal before its first card; `leader` leads it (2.2). */
void kj_table_new(table *t, const kj_rules *rules, int leader);

/* What a seat with these cards, table cards included, may play now (section 3). */
u32 kj_table_legal(const table *t, u32 own);

/* The seat in turn plays a legal card. `opened` is the closed card that this opens, or NO_CARD. */
void kj_table_play(table *t, int card, int opened);

/* The same, and whatever it shows about that seat's hand is noted in `lacks`. Where revokes are possible a play may
 * contradict what was noted; then what was noted about that hand is worth nothing and forgotten. */
void kj_table_watch(table *t, int card, int opened);

/* What the deal brings the declaring side when no card is left (5.2, 5.3). */
int kj_table_payoff(const table *t);

#endif
