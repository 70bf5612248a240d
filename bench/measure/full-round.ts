import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '@city-mint/server/platform/database/database';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { tokensSql } from '@city-mint/tests/builders/sessions';
import { sql } from 'kysely';

/**
 * Returns a full round of one order per wallet; two wallets in three have an inviter, half of the users are qualified.
 */
export async function fillRound(owner: Database, orders: number): Promise<OpenRound> {
  await buildFunds(owner, { reserve: 100_000n * JU, emission: 100_000_000n * JU });
  for (let made = 0; made < orders; made += 10_000) {
    await buildParticipants(owner, { count: Math.min(10_000, orders - made), available: 10n * JU });
  }
  await sql`update participant set inviter_id = user_id / 3 + 1
    where user_id % 3 <> 0 and user_id / 3 + 1 <> user_id`.execute(owner);
  await sql`update participant set first_settled_round_id = 0 where user_id % 2 = 0`.execute(owner);
  const quota = tokenAmount(BigInt(orders) * 3n * JU);
  const round = await openRound(owner, buildPlan({ firstQuota: quota }));
  for (let from = 0; from < orders; from += 10_000) {
    await sql`
      select join_rounds(array[${round.roundId}::bigint], array[${round.termsHash}],
        ${tokensSql(sql`array_agg(user_id order by n)`)},
        array_agg(${(3n * JU).toString()}::numeric), array_agg(gen_random_uuid()), array_agg(n::int), array_agg(1))
      from (select user_id, row_number() over (order by user_id) as n from participant
        order by user_id limit 10000 offset ${from}::int) p`.execute(owner);
  }
  const { state } = await owner
    .selectFrom('round')
    .select('state')
    .where('id', '=', round.roundId)
    .executeTakeFirstOrThrow();
  if (state !== 'full') throw new Error(`the round is ${state}, not full`);
  return round;
}
