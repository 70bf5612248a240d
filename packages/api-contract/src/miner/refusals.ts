import { CODES } from '../envelope.ts';

/** Refusals of claiming hash power. */
export const MINER_REFUSALS = {
  'uid-required': CODES.refusedByRule,
  'uid-pending': CODES.conflict,
  'uid-rejected': CODES.refusedByRule,
  'uid-already-bound': CODES.conflict,
  'nothing-to-claim': CODES.refusedByRule,
  'uid-taken': CODES.conflict,
} as const;
