import type { Stages } from '@city-mint/domain/json/field-table';
import { smallestAmount, type TokenAmount } from '@city-mint/domain/money/token-amount';
import { mintStages } from '@city-mint/domain/rounds/settle-minted';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type Funds, readFunds } from '../reserve/queries.ts';
import { reserveFund } from '../reserve/store.ts';
import type { DueRound } from '../round/store/rounds.ts';
import { planForManyOrders, readSettlementTime } from './store.ts';

/** Totals of the orders of a round, in base units: the destinations of the fees, and the surplus that is split. */
type Totals = {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly reward: bigint;
  readonly nodes: bigint;
  readonly levels: bigint;
  readonly treasury: bigint;
  readonly reserve_in: bigint;
  readonly split: bigint;
};

/**
 * Computes the payments of a full round, by the bindings up to its time, and stores them with the orders, before
 * anything is paid. Set-based; a test
 * compares the figures with `settleMinted` of the domain and with every vector (docs/money-rules.md#5-settlement).
 * Twin: packages/domain/src/rounds/settle-minted.ts, compared by
 * apps/server/src/rounds/settlement/settlement.db.test.ts.
 */
export async function computeMinted(tx: Database, round: DueRound): Promise<void> {
  await planForManyOrders(tx, round.orderCount);
  const funds = await readFunds(tx);
  const minted = smallestAmount(round.terms.mintAmount, funds.emission);
  const stages = mintStages(minted, round.terms.stageBps);
  const settledAt = await readSettlementTime(tx);
  const totals = await storeShares(tx, round, { funds, stages, settledAt });
  await tx
    .insertInto('round_settlement')
    .values({
      round_id: round.id,
      settled_at: sql<Date>`${settledAt}::timestamptz`,
      outcome: 'minted',
      order_count: round.orderCount,
      amount: totals.amount,
      reserve_balance: funds.reserve,
      reserve_cap: funds.reserveCap,
      emission_remaining: funds.emission,
      totals: JSON.stringify({
        principal: (totals.amount - totals.fee).toString(),
        fee: totals.fee.toString(),
        reward: totals.reward.toString(),
        nodes: totals.nodes.toString(),
        levels: totals.levels.toString(),
        treasury: totals.treasury.toString(),
        reserveIn: totals.reserve_in.toString(),
        split: totals.split.toString(),
        minted: minted.toString(),
      }),
      stages: sql<bigint[]>`${stages.map(String)}::numeric[]`,
    })
    .execute();
  await reserveFund(tx, { roundId: round.id, fund: 'emission', amount: minted });
}

const shareOf = (column: string, bps: number) => sql`div(${sql.ref(column)} * ${bps}::int, rule_whole_bps())`;
/** An amount with the type of amount columns. */
const stored = (amount: string) => sql`(${sql.raw(amount)})::numeric(78, 0)`;
const splitOf = (total: string) => sql`div(accepted * ${sql.ref(total)}, amount)`;

/**
 * Stores the shares of all orders and returns their totals. Reads the orders once, with their inviters, and divides
 * once for all equal amounts. Surplus and stages are split like `splitByWeight`: each order gets its share rounded
 * down, and the orders from rank 1 on get one base unit more until no unit remains.
 */
async function storeShares(
  tx: Database,
  { id: roundId, terms }: DueRound,
  {
    funds,
    stages,
    settledAt,
  }: { readonly funds: Funds; readonly stages: Stages<TokenAmount>; readonly settledAt: string },
): Promise<Totals> {
  const units = (amount: bigint) => sql`${amount.toString()}::numeric`;
  const { rows } = await sql<Totals>`
    with orders as materialized (
      select o.id, o.user_id, o.rank, o.accepted, o.late, p.inviter_id, i.user_id is not null as inviter_qualified
      from mint_order o
        left join participant p on p.user_id = o.user_id and p.bound_at <= ${settledAt}::timestamptz
        left join participant i on i.user_id = p.inviter_id and i.first_settled_round_id is not null
      where o.round_id = ${roundId} order by o.user_id
    ), amounts as materialized (
      select *, ${shareOf('fee', terms.referralBps)} as reward
      from (
        select accepted, count(*) as orders, count(*) filter (where inviter_qualified) as rewarded,
          ${shareOf('accepted', terms.mintFeeBps)} as fee
        from orders group by accepted
      ) fees
    ), sums as (
      select coalesce(sum(accepted * orders), 0) as amount, coalesce(sum(fee * orders), 0) as fee,
        coalesce(sum(reward * rewarded), 0) as reward
      from amounts
    ), divided as (
      select *, ${shareOf('fee', terms.nodesBps)} as nodes, ${shareOf('fee', terms.levelsBps)} as levels,
        ${shareOf('fee', terms.treasuryBps)} as treasury
      from sums
    ), totals as materialized (
      -- The reserve gets the rest of the fees, and the orders get the part above its cap.
      select *, greatest(0, reserve_in + least(0, ${units(funds.reserve)} - ${units(funds.reserveCap)})) as split,
        ${units(stages[0])} as stage1, ${units(stages[1])} as stage2, ${units(stages[2])} as stage3
      from (select *, fee - reward - nodes - levels - treasury as reserve_in from divided) d
    ), shares as materialized (
      select a.accepted, a.orders, a.fee, a.reward, ${splitOf('split')} as split, ${splitOf('stage1')} as stage1,
        ${splitOf('stage2')} as stage2, ${splitOf('stage3')} as stage3
      from amounts a cross join totals
    ), given as (
      select sum(split * orders) as split, sum(stage1 * orders) as stage1, sum(stage2 * orders) as stage2,
        sum(stage3 * orders) as stage3
      from shares
    ), each as materialized (
      -- An order's share with and without one of the remaining units, which are fewer than the orders. Amounts
      -- have the type of their columns here, otherwise each would be converted for each order.
      select s.accepted, ${stored('s.accepted - s.fee')} as principal, ${stored('s.fee')} as fee,
        ${stored('s.reward')} as reward, ${stored('0')} as no_reward,
        ${stored('s.split')} as split, ${stored('s.split + 1')} as split_more,
        ${stored('s.stage1')} as stage1, ${stored('s.stage1 + 1')} as stage1_more,
        ${stored('s.stage2')} as stage2, ${stored('s.stage2 + 1')} as stage2_more,
        ${stored('s.stage3')} as stage3, ${stored('s.stage3 + 1')} as stage3_more,
        (t.split - g.split)::int as split_ranks, (t.stage1 - g.stage1)::int as stage1_ranks,
        (t.stage2 - g.stage2)::int as stage2_ranks, (t.stage3 - g.stage3)::int as stage3_ranks
      from shares s cross join totals t cross join given g
    ), written as (
      insert into order_settlement
        (order_id, round_id, user_id, rank, amount, late, principal, fee, inviter_id, inviter_qualified, reward,
          split, stage1, stage2, stage3)
      select o.id, ${roundId}, o.user_id, o.rank, o.accepted, o.late, e.principal, e.fee, o.inviter_id,
        o.inviter_qualified, case when o.inviter_qualified then e.reward else e.no_reward end,
        case when o.rank <= e.split_ranks then e.split_more else e.split end,
        case when o.rank <= e.stage1_ranks then e.stage1_more else e.stage1 end,
        case when o.rank <= e.stage2_ranks then e.stage2_more else e.stage2 end,
        case when o.rank <= e.stage3_ranks then e.stage3_more else e.stage3 end
      from orders o join each e on e.accepted = o.accepted
    )
    select amount, fee, reward, nodes, levels, treasury, reserve_in, split from totals`.execute(tx);
  const [totals] = rows;
  if (totals === undefined) throw new Error(`round ${roundId} has no totals`);
  return totals;
}
