import { floorShare } from '@city-mint/domain/money/division';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { readFunds } from '../reserve/queries.ts';
import { reserveFund } from '../reserve/store.ts';
import type { DueRound } from '../round/store/rounds.ts';
import { planForManyOrders } from './store.ts';

type Totals = {
  orders: number;
  amount: bigint;
  refund: bigint;
  loss: bigint;
  compensation: bigint;
  hash_power: bigint;
};

/**
 * Computes the payments of a failed round and stores them with the orders, before anything is paid. Set-based, with the
 * figures of `settleFailed` of the domain. The budget covers losses in reverse rank, those of late orders after all
 * others (docs/money-rules.md#5-settlement).
 * Twin: packages/domain/src/rounds/settle-failed.ts, compared by
 * apps/server/src/rounds/settlement/settlement.db.test.ts.
 */
export async function computeFailed(tx: Database, round: DueRound): Promise<void> {
  const { lossBps, reserveDrawBps, compensationTimesBps } = round.terms;
  await planForManyOrders(tx, round.orderCount);
  const funds = await readFunds(tx);
  const budget = floorShare(funds.reserve, reserveDrawBps);
  const { rows } = await sql<Totals>`
    with losses as (
      select id, user_id, rank, accepted as amount, late, div(accepted * ${lossBps}::int, rule_whole_bps()) as loss
      from mint_order where round_id = ${round.id}
    ), compensated as (
      select *, least(
        loss, greatest(0, ${budget.toString()}::numeric - (sum(loss) over (order by late, rank desc) - loss))
      ) as compensation
      from losses
    ), written as (
      insert into order_settlement
        (order_id, round_id, user_id, rank, amount, late, refund, loss, compensation, hash_power)
      select id, ${round.id}, user_id, rank, amount, late, amount - loss, loss, compensation,
        div((loss - compensation) * ${compensationTimesBps}::int, rule_whole_bps())
      from compensated order by user_id
      returning amount, refund, loss, compensation, hash_power
    )
    select count(*)::int as orders, coalesce(sum(amount), 0) as amount, coalesce(sum(refund), 0) as refund,
      coalesce(sum(loss), 0) as loss, coalesce(sum(compensation), 0) as compensation,
      coalesce(sum(hash_power), 0) as hash_power
    from written`.execute(tx);
  const [totals] = rows;
  if (totals === undefined || totals.orders !== round.orderCount) {
    throw new Error(`round ${round.id} has ${round.orderCount} orders, its settlement ${totals?.orders}`);
  }
  await reserveFund(tx, { roundId: round.id, fund: 'reserve', amount: tokenAmount(totals.compensation) });
  await tx
    .insertInto('round_settlement')
    .values({
      round_id: round.id,
      outcome: 'failed',
      order_count: totals.orders,
      amount: totals.amount,
      reserve_balance: funds.reserve,
      reserve_cap: funds.reserveCap,
      emission_remaining: funds.emission,
      totals: JSON.stringify({
        refund: totals.refund.toString(),
        loss: totals.loss.toString(),
        compensation: totals.compensation.toString(),
        hash: totals.hash_power.toString(),
      }),
    })
    .execute();
}
