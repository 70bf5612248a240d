import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { findTotalsOf, ordersNotCached } from '../../earnings/queries/cached-earnings.ts';

type OrderCount = { readonly orders: number; readonly joined: TokenAmount };

/** What all orders of a user put in and came to; amounts in base units. */
export type OrderTotals = {
  readonly byOutcome: Readonly<Record<'active' | 'minted' | 'failed' | 'cancelled', OrderCount>>;
  /** Those of orders that are not settled yet. */
  readonly inRounds: TokenAmount;
  /** What has come back of the settled orders, less what they had put in. */
  readonly netJu: bigint;
  /** The latest UTC days on which rounds with orders of the user were settled, the oldest first; FMC of all stages. */
  readonly days: readonly {
    readonly at: Date;
    readonly orders: number;
    readonly net: bigint;
    readonly fmc: TokenAmount;
  }[];
  /** How many orders were read for it that could be cached. */
  readonly toCache: number;
} & Readonly<Record<'joined' | 'returned' | 'compensation' | 'split' | 'fmcPaid' | 'fmcDue', TokenAmount>>;

/** Of an outcome (`at` is null) or of a day (`outcome` is null); `to_cache` = orders that could be cached. */
type SumRow = { outcome: string | null; at: Date | null; orders: number; to_cache: number } & Record<
  'joined' | 'in_rounds' | 'returned' | 'compensation' | 'split' | 'net' | 'fmc' | 'fmc_paid' | 'fmc_due',
  bigint
>;

const MOST_DAYS = 30;

/** Returns the totals of a user's orders, each of which the list of orders has. docs/money-rules.md#5-settlement */
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

/** The sums of each outcome, and of each of the latest days, the oldest first. */
async function readSums(db: Database, userId: bigint): Promise<SumRow[]> {
  const totalsOf = await findTotalsOf(db, userId);
  const cachedSums = sql`union all
      select outcome, at, orders, 0, joined, 0, returned, compensation, split, net, fmc, fmc, 0
      from cached_order where user_id = ${userId}`;
  const sums = sql.raw(`sum(orders)::int as orders, sum(to_cache)::int as to_cache, sum(joined) as joined,
    sum(in_rounds) as in_rounds, sum(returned) as returned, sum(compensation) as compensation, sum(split) as split,
    sum(net) as net, sum(fmc) as fmc, sum(fmc_paid) as fmc_paid, sum(fmc_due) as fmc_due`);
  return executePrepared(
    db,
    sql<SumRow>`
    with result as materialized (
      select coalesce(o.outcome, 'active') as outcome,
        case when o.net is not null then date_trunc('day', rs.settled_at, 'UTC') end as at, 1 as orders,
        case when o.round_state = 'ended' then 1 else 0 end as to_cache, o.accepted as joined,
        case when o.net is null then o.accepted else 0 end as in_rounds, coalesce(o.returned, 0) as returned,
        case when o.net is null then 0 else coalesce(s.compensation, 0) end as compensation,
        case when o.net is null then 0 else coalesce(s.split, 0) end as split, coalesce(o.net, 0) as net,
        coalesce(o.stages[1] + o.stages[2] + o.stages[3], 0) as fmc, coalesce(f.paid, 0) as fmc_paid,
        coalesce(f.due, 0) as fmc_due
      from (select * from order_outcome where order_id = any (array(${ordersNotCached(totalsOf)}))) o
      left join order_settlement s on s.order_id = o.order_id
      left join round_settlement rs on rs.round_id = o.round_id
      left join lateral (
        select sum(o.stages[g.stage]) filter (where g.paid_at is not null) as paid,
          sum(o.stages[g.stage]) filter (where g.paid_at is null) as due
        from round_stage g where g.round_id = o.round_id and o.outcome = 'minted'
      ) f on true
      ${totalsOf.isCached ? cachedSums : sql``}
    ), day as (
      select at, ${sums} from result where at is not null group by at order by at desc limit ${MOST_DAYS}::int
    )
    select outcome, null::timestamptz as at, ${sums} from result group by outcome
    union all
    select null, day.* from day
    order by at`,
  );
}
