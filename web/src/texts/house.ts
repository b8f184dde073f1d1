import type { HouseRules } from '../wire.gen';
import './chapters/house';
import { t } from './texts.svelte';

/** The house rules in one sentence. */
export function houseRulesSentence(rules: HouseRules): string {
  const parts = [
    rules.seats === 2
      ? t('house.seats2')
      : rules.seats === 3
        ? t('house.seats3')
        : t('house.seats4'),
    ...(rules.seats === 2 ? [] : [t(`house.trump_duty.${rules.trump_duty}`)]),
    t('house.deals', { n: rules.deals }),
    t(`house.trump_making.${rules.trump_making}`),
    ...(rules.undertrump === 'forced' ? [t('house.undertrump.forced')] : []),
    ...(rules.march === 'declarer' ? [t('house.march.declarer')] : []),
    t(`house.revoke.${rules.revoke}`),
    t(`house.talk.${rules.talk}`),
    ...(rules.watch ? [t('house.watch')] : []),
  ];
  return t('house.sentence', { parts: parts.join(', ') });
}
