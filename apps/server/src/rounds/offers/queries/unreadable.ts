import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { parsePlan, parseTerms, readOrNull } from '../../terms/stored-terms.ts';

/** Concurrent inserts do not commit in the order of their ids; fewer than this many overlap. */
const OVERLAP = 1_000n;

/**
 * Returns a function that counts the running plans and the unfinished rounds that this release cannot read: they are
 * backed off, and require a newer release or the database's owner. Stored terms never change, so each is read once: a
 * later call reads those added since, and those that could not be read.
 */
export function createUnreadableCounter(db: Database): () => Promise<number> {
  const countPlans = createCounter(db, {
    live: sql`select id, plan as stored from phase_plan where state = 'running'`,
    parse: parsePlan,
  });
  const countRounds = createCounter(db, {
    // OFFSET 0 makes this a lookup by key, so that no other terms are read.
    live: sql`select id, terms as stored from round
      cross join lateral (select terms from round_terms where round_id = round.id offset 0) t where due_at is not null`,
    parse: parseTerms,
  });
  return async () => {
    const [plans, rounds] = await Promise.all([countPlans(), countRounds()]);
    return plans + rounds;
  };
}

type Counted = { readonly live: RawBuilder<unknown>; readonly parse: (stored: unknown) => unknown };
type Row = { readonly id: bigint; readonly stored: unknown };

function createCounter(db: Database, { live, parse }: Counted): () => Promise<number> {
  let last = 0n;
  /** The readable ones among the last ids; and all unreadable ones. */
  let readable: bigint[] = [];
  let unreadable: bigint[] = [];
  const isReadable = ({ stored }: Row) => readOrNull(() => ({ value: parse(stored) })) !== null;
  return async () => {
    const [added, again] = await Promise.all([
      sql<Row>`${live} and id > ${last - OVERLAP}::bigint and id <> all (${readable}::bigint[])`.execute(db),
      unreadable.length === 0 ? { rows: [] } : sql<Row>`${live} and id = any (${unreadable}::bigint[])`.execute(db),
    ]);
    const rows = new Map([...again.rows, ...added.rows].map((row) => [row.id, row]));
    unreadable = [];
    for (const row of rows.values()) {
      if (row.id > last) last = row.id;
      if (isReadable(row)) readable.push(row.id);
      else unreadable.push(row.id);
    }
    readable = readable.filter((id) => id > last - OVERLAP);
    return unreadable.length;
  };
}
