import { CODES } from '../envelope.ts';

/** Refusals of binding an inviter, and of a name on the leaderboards. */
export const TEAM_REFUSALS = {
  'already-bound': CODES.conflict,
  'unknown-address': CODES.refusedByRule,
  'own-address': CODES.refusedByRule,
  'below-yourself': CODES.refusedByRule,
  'name-taken': CODES.conflict,
} as const;
