import { CODES } from '../envelope.ts';

/** Refusals of statements. */
export const STATEMENT_REFUSALS = {
  'date-in-future': CODES.badInput,
  'range-too-long': CODES.badInput,
} as const;
