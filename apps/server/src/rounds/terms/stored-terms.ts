import { type PhasePlan, parsePlan as readPlan } from '@city-mint/domain/rounds/phase-plan';
import { parseTerms as readTerms, type Terms } from '@city-mint/domain/rounds/terms';
import { termsHash } from '@city-mint/domain/rounds/terms-json';
import { keccak256, toBytes } from 'viem';

/**
 * The stored data of a round or plan cannot be read by this release. No operator action repairs it, and no role can
 * update the terms of a round: the database cannot compute the hash that joins name, so with such a right a stolen
 * login could change the terms of a running round.
 */
export class UnreadableTermsError extends Error {
  override readonly name = 'UnreadableTermsError';
}

const ORIGIN = 'stored by a newer release, or changed outside the system: docs/operating/alarms.md, RoundsUnreadable';

/** Returns the terms of a round from their stored JSON, amounts in base units; throws when they break a bound. */
export function parseTerms(json: unknown): Terms {
  const parsed = readTerms(json);
  if (!parsed.ok)
    throw new UnreadableTermsError(`the stored terms of a round are invalid: ${parsed.error} (${ORIGIN})`);
  return parsed.terms;
}

/** Returns a phase plan from its stored JSON, amounts in base units; throws when it is not a plan. */
export function parsePlan(json: unknown): PhasePlan {
  const parsed = readPlan(json);
  if (!parsed.ok) throw new UnreadableTermsError(`a stored phase plan is invalid: ${parsed.error} (${ORIGIN})`);
  return parsed.plan;
}

/**
 * Returns the results of `read` for the rows, without those whose stored terms cannot be read: one of them must not
 * remove the others from the page. They raise an alarm (`createUnreadableCounter`).
 */
export function readableOnly<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value[] {
  return rows.flatMap((row) => readOrNull(() => ({ value: read(row) })) ?? []).map(({ value }) => value);
}

/** Returns the result of `read`; null if its stored terms cannot be read. */
export function readOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableTermsError) return null;
    throw error;
  }
}

/**
 * Returns the keccak256 of the canonical JSON of the terms, which every join names.
 * docs/money-rules.md#2-terms-of-a-round
 */
export function hashTerms(terms: Terms): string {
  return termsHash(terms, (utf8) => keccak256(toBytes(utf8)));
}
