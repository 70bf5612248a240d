import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

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
} & Readonly<Record<'joined' | 'returned' | 'compensation' | 'split' | 'fmcPaid' | 'fmcDue', TokenAmount>>;

type OutcomeRow = { outcome: string; orders: number } & Record<
  'joined' | 'in_rounds' | 'returned' | 'compensation' | 'split' | 'net' | 'fmc_paid' | 'fmc_due',
  bigint
>;
type DayRow = { at: Date; orders: number; net: bigint; fmc: bigint };

const MOST_DAYS = 30;

/** Returns the totals of a user's orders, each of which the list of orders has. docs/money-rules.md#5-settlement */
export async function readOrderTotals(db: Database, userId: bigint): Promise<OrderTotals> {
  const [rows, days] = await Promise.all([readOutcomes(db, userId), readDays(db, userId)]);
  const sum = (name: keyof Omit<OutcomeRow, 'outcome' | 'orders'>) =>
    rows.reduce((total, row) => total + row[name], 0n);
  const count = (outcome: string): OrderCount => {
    const row = rows.find((candidate) => candidate.outcome === outcome);
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
    days: days.map((day) => ({ ...day, fmc: tokenAmount(day.fmc) })),
  };
}

async function readOutcomes(db: Database, userId: bigint): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select coalesce(o.outcome, 'active') as outcome, count(*)::int as orders, sum(o.accepted) as joined,
      coalesce(sum(o.accepted) filter (where o.net is null), 0) as in_rounds,
      coalesce(sum(o.returned), 0) as returned,
      coalesce(sum(s.compensation) filter (where o.net is not null), 0) as compensation,
      coalesce(sum(s.split) filter (where o.net is not null), 0) as split,
      coalesce(sum(o.net), 0) as net,
      coalesce(sum(f.paid), 0) as fmc_paid, coalesce(sum(f.due), 0) as fmc_due
    from order_outcome o
    left join order_settlement s on s.order_id = o.order_id
    left join lateral (
      select sum(o.stages[g.stage]) filter (where g.paid_at is not null) as paid,
        sum(o.stages[g.stage]) filter (where g.paid_at is null) as due
      from round_stage g where g.round_id = o.round_id and o.outcome = 'minted'
    ) f on true
    where o.user_id = ${userId}
    group by 1`.execute(db);
  return rows;
}

async function readDays(db: Database, userId: bigint): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select date_trunc('day', g.settled_at, 'UTC') as at, count(*)::int as orders, sum(o.net) as net,
      coalesce(sum(o.stages[1] + o.stages[2] + o.stages[3]), 0) as fmc
    from order_outcome o join round_settlement g on g.round_id = o.round_id
    where o.user_id = ${userId} and o.net is not null
    group by 1 order by 1 desc limit ${MOST_DAYS}::int`.execute(db);
  return rows.toReversed();
}
