import { CODES } from '../envelope.ts';

/** Refusals of amounts and of withdrawals. */
export const ASSET_REFUSALS = {
  'amount-not-positive': CODES.refusedByRule,
  'below-minimum': CODES.refusedByRule,
  'amount-over-available': CODES.refusedByRule,
  'withdrawals-paused': CODES.maintenance,
  'address-not-allowed': CODES.refusedByRule,
  'address-on-hold': CODES.refusedByRule,
  'withdrawals-cooling': CODES.refusedByRule,
  'limit-exceeded': CODES.refusedByRule,
} as const;
