import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import type { Database } from '@city-mint/server/platform/database/database';
import { paySettlementParts, runRounds } from '@city-mint/server/rounds/jobs';
import { sql } from 'kysely';
import type pg from 'pg';
import { createJoins } from './joins.ts';
import { buildPlan, openRound } from './rounds.ts';

/**
 * Settles a full round whose later stages are due in an hour and in two, and opens one that stays open; the first four
 * users join both, in amounts that leave remainders. Needs the owner's connection.
 */
export async function buildVestingRound({
  db,
  pool,
}: {
  readonly db: Database;
  readonly pool: pg.Pool;
}): Promise<void> {
  const users = await db.selectFrom('app_user').select('id').orderBy('id').limit(4).execute();
  const joinRound = createJoins({ pool, db });
  const play = async (city: string, quota: bigint) => {
    const terms = {
      stageDelaysMs: [0, HOUR_MS, 2 * HOUR_MS] as [number, number, number],
      mintAmount: tokenAmount(7_001n),
    };
    const round = await openRound(db, buildPlan({ city, rounds: 1, firstQuota: tokenAmount(quota), terms }));
    for (const [index, { id: userId }] of users.entries()) {
      const amount = tokenAmount(101n + BigInt(index) * 7n);
      const answer = await joinRound({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
      if (!('order' in answer)) throw new Error(JSON.stringify(answer));
    }
    return round;
  };
  const { roundId } = await play('Lyon', 101n + 108n + 115n + 122n);
  const isMinted = async () =>
    (await sql`select from round where id = ${roundId} and state = 'minted'`.execute(db)).rows.length > 0;
  while (!(await isMinted())) {
    await runRounds(db);
    await paySettlementParts(db);
  }
  await play('Oslo', 1_000n);
}
