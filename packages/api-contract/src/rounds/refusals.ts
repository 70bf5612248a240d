import { CODES } from '../envelope.ts';

/** Refusals of joining, of auto-mint and of settlement files. */
export const ROUND_REFUSALS = {
  'consent-required': CODES.refusedByRule,
  'joins-paused': CODES.maintenance,
  'terms-unreadable': CODES.refusedByRule,
  'round-not-open': CODES.refusedByRule,
  'round-full': CODES.refusedByRule,
  'terms-changed': CODES.conflict,
  'wallet-maximum-reached': CODES.refusedByRule,
  'insufficient-balance': CODES.refusedByRule,
  stale: CODES.conflict,
  'confirmation-required': CODES.refusedByRule,
  'not-settled': CODES.refusedByRule,
} as const;
