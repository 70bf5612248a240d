import { CODES } from '../envelope.ts';

/** Refusals of binding an inviter. */
export const TEAM_REFUSALS = {
  'already-bound': CODES.conflict,
  'unknown-address': CODES.refusedByRule,
  'own-address': CODES.refusedByRule,
  'below-yourself': CODES.refusedByRule,
} as const;
