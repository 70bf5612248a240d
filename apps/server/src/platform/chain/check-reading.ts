import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** How old the last look at the chain may be while recharges count as up to date. */
const MOST_SECONDS = 60;

/** Why recharges and withdrawals are not up to date, or null: the reading of the chain has not begun, is late or was halted. */
export async function checkReading(db: Database): Promise<string | null> {
  const { rows } = await sql<{ age: number; halted_because: string | null }>`
    select extract(epoch from now() - updated_at)::int as age, halted_because from chain_cursor`.execute(db);
  if (rows.length === 0) return 'the chain was never read';
  const halted = rows.find((row) => row.halted_because !== null);
  if (halted !== undefined) return `reading was halted: ${halted.halted_because}`;
  const age = Math.max(...rows.map((row) => row.age));
  return age > MOST_SECONDS ? `the chain was read ${age} s ago` : null;
}
