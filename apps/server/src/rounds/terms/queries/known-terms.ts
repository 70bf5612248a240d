import type { Terms } from '@city-mint/domain/rounds/terms';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { createRecentValues } from '#platform/recent-values.ts';
import { parseTerms, readOrNull } from '../stored-terms.ts';

/**
 * The fields of a round's terms for estimating an order's result and the round's draw on the reserve; null where this
 * release cannot read them.
 */
export type KnownTerms = Pick<Terms, 'quota' | 'mintAmount' | 'lossBps' | 'reserveDrawBps'> | null;

/** A round with the hash of the requested terms. */
type Wanted = { readonly round_id: bigint; readonly terms_hash: string };

/** Returns the terms of rounds by their hashes; null where this release cannot read them. */
type TermsReader<Value> = (db: Database, wanted: readonly Wanted[]) => Promise<(termsHash: string) => Value | null>;

/**
 * Returns a reader with a cache of `most` terms: the terms of a hash never change, and sending and parsing those of a
 * page of orders, or of all rounds that may draw on the reserve, took longer than everything else. Unreadable terms are
 * not cached: they must not hide readable ones that claim the same hash.
 */
function createTermsReader<Value extends object>(most: number, pick: (terms: Terms) => Value): TermsReader<Value> {
  const known = createRecentValues<Value>(most);
  return async (db, wanted) => {
    const found = new Map<string, Value>();
    const missing: bigint[] = [];
    for (const { round_id: roundId, terms_hash: hash } of wanted) {
      const value = known.find(hash);
      if (value === undefined) missing.push(roundId);
      else found.set(hash, value);
    }
    for (const { terms_hash: hash, terms } of missing.length === 0 ? [] : await readTerms(db, missing)) {
      const read = readOrNull(() => parseTerms(terms));
      if (read === null) continue;
      const value = pick(read);
      known.remember(hash, value);
      found.set(hash, value);
    }
    return (hash) => found.get(hash) ?? null;
  };
}

/** Reads the terms for estimates; caches as many rounds as pages of orders of many users name. */
export const readKnownTerms = createTermsReader(10_000, ({ quota, mintAmount, lossBps, reserveDrawBps }) => ({
  quota,
  mintAmount,
  lossBps,
  reserveDrawBps,
}));

/** Reads whole terms; caches more rounds than the lists of offers show. */
export const readWholeTerms = createTermsReader(1_000, (terms) => terms);

function readTerms(db: Database, roundIds: readonly bigint[]) {
  return executePrepared(
    db,
    sql<{ terms_hash: string; terms: unknown }>`
    select t.terms_hash, t.terms from unnest(${roundIds}::bigint[]) wanted (id)
    cross join lateral (select terms_hash, terms from round_terms where round_id = wanted.id offset 0) t`,
  );
}
