import type { TextKey } from '#platform/i18n/translate.ts';
import type { RuleRefusalOf } from '#platform/refusal-text.ts';

/** The text of each refusal of a join. */
export const JOIN_REFUSAL_TEXTS: Record<RuleRefusalOf<'POST /api/biz/crowdfund'>, TextKey> = {
  'consent-required': 'rounds.refusal.consentRequired',
  'joins-paused': 'rounds.refusal.joinsPaused',
  'round-not-open': 'rounds.refusal.roundNotOpen',
  'round-full': 'rounds.refusal.roundFull',
  'terms-changed': 'rounds.refusal.termsChanged',
  'amount-not-positive': 'rounds.refusal.amountNotPositive',
  'below-minimum': 'rounds.refusal.belowMinimum',
  'wallet-maximum-reached': 'rounds.refusal.walletMaximumReached',
  'insufficient-balance': 'rounds.refusal.insufficientBalance',
};
