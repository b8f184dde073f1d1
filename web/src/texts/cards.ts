/** Cards and calls in words. */
import type { Card, Call, MeldKind, Suit } from '../wire.gen';
import { t } from './texts.svelte';

const SIGNS: Record<Suit, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

type RankText = '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A';

export const suitOf = (card: Card): Suit => card[0] as Suit;
const rankOf = (card: Card): RankText => card[1] as RankText;

/** "harten" */
export const suitName = (suit: Suit): string => t(`card.suit.${suit}`);
/** "harten tien" */
export const cardName = (card: Card): string =>
  t('card.name', { suit: suitName(suitOf(card)), rank: t(`card.rank.${rankOf(card)}`) });
/** "♥10"; the letters are those on the cards. */
export const cardShort = (card: Card): string =>
  SIGNS[suitOf(card)] + t(`card.index.${rankOf(card)}`);

export const meldName = (kind: MeldKind): string => t(`meld.${kind}`);

/** What somebody says: "ik pas", "ik speel", "harten". */
export const callName = (call: Call): string => t(`call.${call}`);
