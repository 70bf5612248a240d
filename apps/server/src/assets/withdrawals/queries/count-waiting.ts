import { sql } from 'kysely';
import { countUpToMost } from '#platform/database/capped-count.ts';
import type { Database } from '#platform/database/database.ts';

/** Returns how many withdrawals wait for the approval of operators, up to 1,000. */
export async function countWaitingForApproval(db: Database): Promise<number> {
  return countUpToMost(db, sql`withdrawal where state = 'requested'`);
}
