import type { TextKey } from '#platform/i18n/translate.ts';
import type { RuleRefusalOf } from '#platform/refusal-text.ts';

/** The text of each refusal of a withdrawal. */
export const WITHDRAW_REFUSAL_TEXTS: Record<RuleRefusalOf<'POST /api/app/user/withdraw'>, TextKey> = {
  'withdrawals-paused': 'assets.refusal.withdrawalsPaused',
  'amount-not-positive': 'assets.refusal.amountNotPositive',
  'address-not-allowed': 'assets.refusal.addressNotAllowed',
  'address-on-hold': 'assets.refusal.addressOnHold',
  'limit-exceeded': 'assets.refusal.limitExceeded',
  'amount-over-available': 'assets.refusal.amountOverAvailable',
};
