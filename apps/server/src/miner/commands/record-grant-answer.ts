import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { GrantAnswer } from '../exchange/exchange-client.ts';
import { grantPauseMs } from '../exchange/grant-pause.ts';

/**
 * Notes what came of sending a grant: acknowledged, an alarm for a person to look at, or due again after a pause that
 * grows. What is no longer waiting stays as it is, so an answer that comes twice or late changes nothing.
 */
export async function recordGrantAnswer(
  db: Database,
  {
    machineId,
    attempts,
    answer,
  }: { readonly machineId: bigint; readonly attempts: number; readonly answer: GrantAnswer },
): Promise<void> {
  const grant = db.updateTable('exchange_grant').where('machine_id', '=', machineId).where('state', '=', 'waiting');
  switch (answer.state) {
    case 'acknowledged':
      await grant
        .set({ state: 'acknowledged', acknowledged_at: sql<Date>`clock_timestamp()`, problem: null })
        .execute();
      return;
    case 'wrong':
      await grant.set({ state: 'alarm', problem: answer.problem }).execute();
      return;
    case 'failed': {
      const pauseMs = grantPauseMs({ attempts, luck: Math.random() });
      const dueAt = sql<Date>`clock_timestamp() + ${pauseMs}::int * interval '1 millisecond'`;
      await grant.set({ due_at: dueAt, problem: answer.problem }).execute();
    }
  }
}
