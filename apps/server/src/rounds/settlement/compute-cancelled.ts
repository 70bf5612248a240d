import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { readFunds } from '../reserve/queries.ts';
import type { DueRound } from '../round/store/rounds.ts';

/**
 * Computes the payments of a cancelled round, the whole principal of each order, and stores them with the orders before
 * anything is paid. It draws on no fund (docs/money-rules.md#5-settlement).
 * Twin: packages/domain/src/rounds/settle-cancelled.ts, compared by
 * apps/server/src/rounds/lifecycle/cancelled-rounds.db.test.ts.
 */
export async function computeCancelled(tx: Database, round: DueRound): Promise<void> {
  const funds = await readFunds(tx);
  const { rows } = await sql<{ orders: number; refund: bigint }>`
    with written as (
      insert into order_settlement (order_id, round_id, user_id, rank, amount, late, refund)
      select id, ${round.id}, user_id, rank, accepted, late, accepted
      from mint_order where round_id = ${round.id} order by user_id
      returning refund
    )
    select count(*)::int as orders, coalesce(sum(refund), 0) as refund from written`.execute(tx);
  const [totals] = rows;
  if (totals === undefined || totals.orders !== round.orderCount) {
    throw new Error(`round ${round.id} has ${round.orderCount} orders, its settlement ${totals?.orders}`);
  }
  await tx
    .insertInto('round_settlement')
    .values({
      round_id: round.id,
      outcome: 'cancelled',
      order_count: totals.orders,
      amount: totals.refund,
      reserve_balance: funds.reserve,
      reserve_cap: funds.reserveCap,
      emission_remaining: funds.emission,
      totals: JSON.stringify({ refund: totals.refund.toString() }),
    })
    .execute();
}
