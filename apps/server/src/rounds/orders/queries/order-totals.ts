import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import {
  findTotalsOf,
  ordersNotCached,
  stagesPaidSince,
  type TotalsOf,
} from '../../earnings/queries/cached-earnings.ts';

type OrderCount = { readonly orders: number; readonly joined: TokenAmount };

/** Joined amounts and results of all orders of a user; amounts in base units. */
export type OrderTotals = {
  readonly byOutcome: Readonly<Record<'active' | 'minted' | 'failed' | 'cancelled', OrderCount>>;
  /** The amounts of orders that are not settled yet. */
  readonly inRounds: TokenAmount;
  /** The returned amounts of settled orders minus the joined amounts. */
  readonly netJu: bigint;
  /** The latest UTC days on which rounds with orders of the user were settled, oldest first; FMC of all stages. */
  readonly days: readonly {
    readonly at: Date;
    readonly orders: number;
    readonly net: bigint;
    readonly fmc: TokenAmount;
  }[];
  /** The number of orders and stages read for this that could be cached. */
  readonly toCache: number;
} & Readonly<Record<'joined' | 'returned' | 'compensation' | 'split' | 'fmcPaid' | 'fmcDue', TokenAmount>>;

/**
 * A sum by outcome (`at` is null) or by day (`outcome` is null); `to_cache` = orders and stages that could be cached.
 */
type SumRow = { outcome: string | null; at: Date | null; orders: number; to_cache: number } & Record<
  'joined' | 'in_rounds' | 'returned' | 'compensation' | 'split' | 'net' | 'fmc' | 'fmc_paid' | 'fmc_due',
  bigint
>;

const MOST_DAYS = 30;

/** Returns the totals of a user's orders, each of which is in the list of orders. docs/money-rules.md#5-settlement */
export async function readOrderTotals(db: Database, userId: bigint): Promise<OrderTotals> {
  const sums = await readSums(db, userId);
  const outcomes = sums.filter(({ outcome }) => outcome !== null);
  const sum = (name: keyof Omit<SumRow, 'outcome' | 'at'>) =>
    outcomes.reduce((total, row) => total + BigInt(row[name]), 0n);
  const count = (outcome: string): OrderCount => {
    const row = outcomes.find((candidate) => candidate.outcome === outcome);
    return { orders: row?.orders ?? 0, joined: tokenAmount(row?.joined ?? 0n) };
  };
  return {
    byOutcome: {
      active: count('active'),
      minted: count('minted'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    },
    joined: tokenAmount(sum('joined')),
    inRounds: tokenAmount(sum('in_rounds')),
    returned: tokenAmount(sum('returned')),
    compensation: tokenAmount(sum('compensation')),
    split: tokenAmount(sum('split')),
    netJu: sum('net'),
    fmcPaid: tokenAmount(sum('fmc_paid')),
    fmcDue: tokenAmount(sum('fmc_due')),
    days: sums.flatMap(({ at, orders, net, fmc }) => (at === null ? [] : [{ at, orders, net, fmc: tokenAmount(fmc) }])),
    toCache: Number(sum('to_cache')),
  };
}

/** The sums of each outcome, and of each of the latest days, oldest first. */
async function readSums(db: Database, user: bigint): Promise<SumRow[]> {
  const totalsOf = await findTotalsOf(db, user);
  const { userId } = totalsOf;
  // Cached FMC counts as paid, except for the unpaid stages.
  const cachedSums = sql`union all
      select outcome, at, orders, 0, joined, 0, returned, compensation, split, net, fmc, fmc, 0
      from cached_order where user_id = ${userId}
      union all
      select 'minted', null, 0, p.stages, 0, 0, 0, 0, 0, 0, 0, p.amount - k.stage2 - k.stage3,
        k.stage2 + k.stage3 - p.amount
      from cached_checkpoint k cross join (
        select count(*)::int as stages, coalesce(sum(amount), 0) as amount from (${stagesPaidSince(userId)}) s
      ) p where k.user_id = ${userId}`;
  const sumsOf = (columns: readonly string[]) => sql.raw(columns.map((name) => `sum(${name}) as ${name}`).join(', '));
  return executePrepared(
    db,
    sql<SumRow>`
    with result as materialized (
      ${sumsOfOrders(totalsOf)} ${totalsOf.isCached ? cachedSums : sql``}
    ), day as (
      select at, sum(orders)::int as orders, ${sumsOf(['net', 'fmc'])}
      from result where at is not null group by at order by at desc limit ${MOST_DAYS}::int
    )
    select outcome, null::timestamptz as at, sum(orders)::int as orders, sum(to_cache)::int as to_cache,
      ${sumsOf(['joined', 'in_rounds', 'returned', 'compensation', 'split', 'net', 'fmc', 'fmc_paid', 'fmc_due'])}
    from result group by outcome
    union all
    select null, at, orders, 0, 0, 0, 0, 0, 0, net, fmc, 0, 0 from day
    order by at`,
  );
}

/** A SELECT of the results of uncached orders: like `order_outcome`, but each row is read once. */
function sumsOfOrders(totalsOf: TotalsOf): RawBuilder<unknown> {
  const isSettled = sql`r.state in ('minted', 'ended')`;
  return sql`
    select case when r.state in ('failed', 'liquidating') then 'failed' when r.state = 'cancelled' then 'cancelled'
        else coalesce(g.outcome, 'active') end as outcome,
      date_trunc('day', g.settled_at, 'UTC') as at, 1 as orders,
      case when r.state in ('minted', 'ended') then 1 else 0 end as to_cache,
      o.accepted as joined, case when s.net is null then o.accepted else 0 end as in_rounds,
      coalesce(s.returned, 0) as returned, coalesce(s.compensation, 0) as compensation, coalesce(s.split, 0) as split,
      coalesce(s.net, 0) as net, coalesce(s.stages[1] + s.stages[2] + s.stages[3], 0) as fmc,
      coalesce(f.paid, 0) as fmc_paid, coalesce(f.due, 0) as fmc_due
    from unnest(array(${ordersNotCached(totalsOf)})) n (id)
    cross join lateral (select round_id, accepted from mint_order where id = n.id offset 0) o
    cross join lateral (select state from round where id = o.round_id offset 0) r
    left join lateral (
      select coalesce(principal, refund) as returned, compensation, split, order_net(s) as net,
        array[stage1, stage2, stage3] as stages
      from order_settlement s where order_id = n.id and ${isSettled} offset 0
    ) s on true
    left join lateral (
      select outcome, settled_at from round_settlement where round_id = o.round_id and ${isSettled} offset 0
    ) g on true
    left join lateral (
      select sum(s.stages[stage]) filter (where paid_at is not null) as paid,
        sum(s.stages[stage]) filter (where paid_at is null) as due
      from round_stage where round_id = o.round_id and g.outcome = 'minted'
    ) f on true`;
}
