import type { Terms } from '@city-mint/domain/rounds/terms';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { parseTerms, readOrNull } from '../stored-terms.ts';

/**
 * What of a round's terms an order's result is estimated by, and what it may draw from the reserve; null where this
 * release cannot read them.
 */
export type KnownTerms = Pick<Terms, 'quota' | 'mintAmount' | 'lossBps' | 'reserveDrawBps'> | null;

/** A round whose terms are wanted, by the hash of exactly these terms. */
type Wanted = { readonly round_id: bigint; readonly terms_hash: string };

/**
 * What was read of terms, by their hash: the terms of a hash never change, and to parse those of a page of orders took
 * longer than all else of it, as those of all rounds that may draw on the reserve did.
 */
const known = new Map<string, KnownTerms>();
const MOST_KNOWN = 10_000;

/** Returns the terms of rounds by their hashes. */
export async function readKnownTerms(
  db: Database,
  wanted: readonly Wanted[],
): Promise<(termsHash: string) => KnownTerms> {
  const found = new Map(
    wanted.flatMap(({ terms_hash: hash }) => {
      const terms = known.get(hash);
      return terms === undefined ? [] : [[hash, terms] as const];
    }),
  );
  const missing = wanted.filter(({ terms_hash }) => !found.has(terms_hash)).map(({ round_id }) => round_id);
  if (known.size + missing.length > MOST_KNOWN) known.clear();
  for (const { terms_hash: hash, terms } of missing.length === 0 ? [] : await readTerms(db, missing)) {
    const read = readOrNull(() => parseTerms(terms));
    const needed = read && {
      quota: read.quota,
      mintAmount: read.mintAmount,
      lossBps: read.lossBps,
      reserveDrawBps: read.reserveDrawBps,
    };
    known.set(hash, needed);
    found.set(hash, needed);
  }
  return (hash) => found.get(hash) ?? null;
}

function readTerms(db: Database, roundIds: readonly bigint[]) {
  return executePrepared(
    db,
    sql<{ terms_hash: string; terms: unknown }>`
    select t.terms_hash, t.terms from unnest(${roundIds}::bigint[]) wanted (id)
    cross join lateral (select terms_hash, terms from round_terms where round_id = wanted.id offset 0) t`,
  );
}
