/** The two house texts as choices, and what goes together. */
import type { HouseRules } from './wire.gen';

type Preset = 'pub' | 'club';
type Agreed = Omit<HouseRules, 'preset'>;

const PRESETS: Record<Preset, Partial<Agreed>> = {
  pub: { trump_making: 'turned', undertrump: 'forbidden', march: 'either', revoke: 'refused' },
  club: {
    trump_duty: 'rotterdam',
    trump_making: 'forced',
    undertrump: 'forbidden',
    march: 'declarer',
    revoke: 'claimable',
  },
};

/** How people of this house talk at the table. No house text is about it, so another choice is not another house. */
const TALK: Record<Preset, Agreed['talk']> = { pub: 'free', club: 'phrases' };

/** Every seat deals equally often. */
export const allowedDeals = (seats: number): number[] =>
  [4, 8, 12, 16].filter((deals) => deals % seats === 0);

export const START: HouseRules = {
  preset: 'pub',
  seats: 4,
  trump_duty: 'amsterdam',
  trump_making: 'turned',
  undertrump: 'forbidden',
  march: 'either',
  revoke: 'refused',
  deals: 16,
  talk: 'free',
  watch: false,
};

/** What the house texts leave open is not part of them: seats, length, and for the pub the trump duty. */
export const presetRules = (preset: Preset): Partial<Agreed> => ({
  ...PRESETS[preset],
  talk: TALK[preset],
});

const agrees = (rules: HouseRules, preset: Preset) =>
  Object.entries(PRESETS[preset]).every(
    ([field, value]) => rules[field as keyof HouseRules] === value,
  );

/** The rules with a choice changed: a length that cannot be becomes the whole match, the name follows. */
export function choose(rules: HouseRules, change: Partial<Agreed>): HouseRules {
  const next = { ...rules, ...change };
  const deals =
    change.seats !== undefined && change.seats !== rules.seats ? 4 * next.seats : next.deals;
  const preset = agrees(next, 'pub') ? 'pub' : agrees(next, 'club') ? 'club' : 'own';
  return { ...next, deals, preset };
}
