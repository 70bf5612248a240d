import type { Stages } from '@city-mint/domain/json/field-table';
import { floorShare } from '@city-mint/domain/money/division';
import { smallestAmount, type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { mintStages } from '@city-mint/domain/rounds/settle-minted';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DueRound } from '../lifecycle/store.ts';
import { readFunds } from '../reserve/queries.ts';
import { reserveFund } from '../reserve/store.ts';
import { planForManyOrders } from './store.ts';

type Amounts = { amount: TokenAmount; fee: TokenAmount; reward: TokenAmount };

/**
 * Computes what a full round pays and stores it with each order, before anything is paid. Set-based; a test compares
 * the figures with `settleMinted` of the domain and with every vector (docs/money-rules.md#5-settlement).
 */
export async function computeMinted(tx: Database, round: DueRound): Promise<void> {
  const { terms } = round;
  await planForManyOrders(tx, round.orderCount);
  const funds = await readFunds(tx);
  const minted = smallestAmount(terms.mintAmount, funds.emission);
  const stages = mintStages(minted, terms.stageBps);
  const sums = await sumOrders(tx, round);
  const shares = divideFees(terms, sums);
  const surplus = smallestAmount(shares.reserveIn, funds.reserve + shares.reserveIn - funds.reserveCap);

  await tx
    .insertInto('round_settlement')
    .values({
      round_id: round.id,
      outcome: 'minted',
      order_count: round.orderCount,
      amount: sums.amount,
      reserve_balance: funds.reserve,
      reserve_cap: funds.reserveCap,
      emission_remaining: funds.emission,
      totals: JSON.stringify({
        principal: (sums.amount - sums.fee).toString(),
        fee: sums.fee.toString(),
        reward: sums.reward.toString(),
        ...toStrings(shares),
        split: (sums.amount === 0n ? 0n : surplus).toString(),
        minted: minted.toString(),
      }),
      stages: sql<bigint[]>`${stages.map(String)}::numeric[]`,
    })
    .execute();
  await reserveFund(tx, { roundId: round.id, fund: 'emission', amount: minted });
  await storeShares(tx, round, { stages, surplus, amount: sums.amount });
}

/** The fee of an order and the reward for its inviter, if that one is qualified: divided once for equal amounts. */
const FEE = (terms: Terms) => sql`div(accepted * ${terms.mintFeeBps}::int, 10000)`;
const REWARD = (terms: Terms) => sql`div(${FEE(terms)} * ${terms.referralBps}::int, 10000)`;

/** A round's orders with their inviters. */
const ordersWithInviters = (round: DueRound) => sql`
  mint_order o
    left join participant p on p.user_id = o.user_id
    left join participant i on i.user_id = p.inviter_id
  where o.round_id = ${round.id}`;

async function sumOrders(tx: Database, round: DueRound): Promise<Amounts> {
  const { rows } = await sql<{ amount: bigint; fee: bigint; reward: bigint }>`
    select coalesce(sum(accepted * orders), 0) as amount, coalesce(sum(${FEE(round.terms)} * orders), 0) as fee,
      coalesce(sum(${REWARD(round.terms)} * rewarded), 0) as reward
    from (
      select o.accepted, count(*) as orders, count(i.first_settled_round_id) as rewarded
      from ${ordersWithInviters(round)} group by o.accepted
    ) amounts`.execute(tx);
  const sums = rows[0] ?? { amount: 0n, fee: 0n, reward: 0n };
  return { amount: tokenAmount(sums.amount), fee: tokenAmount(sums.fee), reward: tokenAmount(sums.reward) };
}

/** Where the fees of the round go; the reserve gets what is left. */
function divideFees(terms: Terms, { fee, reward }: Amounts) {
  const nodes = floorShare(fee, terms.nodesBps);
  const levels = floorShare(fee, terms.levelsBps);
  const treasury = floorShare(fee, terms.treasuryBps);
  return { nodes, levels, treasury, reserveIn: tokenAmount(fee - reward - nodes - levels - treasury) };
}

/**
 * Splits the surplus and each stage as `splitByWeight` does: each order gets its share rounded down, and the orders
 * from rank 1 on get one base unit more until no unit is left over.
 */
async function storeShares(
  tx: Database,
  round: DueRound,
  { stages, surplus, amount }: { stages: Stages<TokenAmount>; surplus: TokenAmount; amount: TokenAmount },
): Promise<void> {
  const weight = amount === ZERO ? '1' : amount.toString();
  const floorShareOf = (total: TokenAmount) => sql`div(accepted * ${total.toString()}::numeric, ${weight}::numeric)`;
  const leftOver = (total: TokenAmount, share: string) =>
    sql`${total.toString()}::numeric - sum(${sql.ref(share)} * orders)`;
  await sql`
    with shares as materialized (
      select accepted, count(*) as orders, ${FEE(round.terms)} as fee, ${REWARD(round.terms)} as reward,
        ${floorShareOf(surplus)} as split, ${floorShareOf(stages[0])} as stage1,
        ${floorShareOf(stages[1])} as stage2, ${floorShareOf(stages[2])} as stage3
      from mint_order where round_id = ${round.id} group by accepted
    ), left_over as materialized (
      select ${leftOver(surplus, 'split')} as split, ${leftOver(stages[0], 'stage1')} as stage1,
        ${leftOver(stages[1], 'stage2')} as stage2, ${leftOver(stages[2], 'stage3')} as stage3
      from shares
    ), each as materialized (
      -- What an order gets with and without one of the units left over, of which there are fewer than orders.
      select s.*, s.accepted - s.fee as principal, l.split::int as split_ranks, l.stage1::int as stage1_ranks,
        l.stage2::int as stage2_ranks, l.stage3::int as stage3_ranks, s.split + 1 as split_more,
        s.stage1 + 1 as stage1_more, s.stage2 + 1 as stage2_more, s.stage3 + 1 as stage3_more
      from shares s cross join left_over l
    )
    insert into order_settlement
      (order_id, round_id, user_id, rank, amount, late, principal, fee, inviter_id, inviter_qualified, reward,
        split, stage1, stage2, stage3)
    select o.id, ${round.id}, o.user_id, o.rank, o.accepted, o.late, e.principal, e.fee, o.inviter_id,
      o.inviter_qualified, case when o.inviter_qualified then e.reward else 0 end,
      case when o.rank <= e.split_ranks then e.split_more else e.split end,
      case when o.rank <= e.stage1_ranks then e.stage1_more else e.stage1 end,
      case when o.rank <= e.stage2_ranks then e.stage2_more else e.stage2 end,
      case when o.rank <= e.stage3_ranks then e.stage3_more else e.stage3 end
    from (
      select o.id, o.user_id, o.rank, o.accepted, o.late, p.inviter_id,
        i.first_settled_round_id is not null as inviter_qualified
      from ${ordersWithInviters(round)} order by o.user_id offset 0
    ) o join each e on e.accepted = o.accepted`.execute(tx);
}

function toStrings<Name extends string>(amounts: Record<Name, TokenAmount>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, String(value)]));
}
