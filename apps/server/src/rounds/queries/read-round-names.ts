import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** What a round is called: its city, phase and number. */
export type RoundName = { readonly city: string; readonly phase: number; readonly number: number };

/** Names of rounds by their ids; an id that is none is left out. */
export async function readRoundNames(db: Database, roundIds: readonly bigint[]): Promise<Map<bigint, RoundName>> {
  if (roundIds.length === 0) return new Map();
  const { rows } = await sql<RoundName & { id: bigint }>`
    select r.id, c.name as city, r.phase, r.number from round r join city c on c.id = r.city_id
    where r.id = any (${roundIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}
