import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import type { UtcDay } from '@city-mint/domain/miner/mining-day';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { PoolSetting } from '@city-mint/domain/rewards/check-pool-setting';
import { type RawBuilder, sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { isWithin, type SpanSum, type SpansOrder, spanOf } from '#platform/database/time-spans.ts';
import type { EarningKey, EarningsPage } from '#rounds/earnings/queries/round-earnings.ts';

/** The codes of the pools in a list of earnings, after those of rounds. */
const POOL_CODES = { nodes: 6, levels: 7 } as const;
export type PoolName = keyof typeof POOL_CODES;

/** A pool's payment to a user for a UTC day; JU in base units. */
type PoolEarning = {
  readonly key: EarningKey;
  readonly pool: PoolName;
  readonly day: number;
  readonly amount: TokenAmount;
};

type PoolPage = Omit<EarningsPage, 'kinds'> & { readonly pools: readonly PoolName[] };

/** The pools' payments to a user, newest first, for fully paid days. docs/money-rules.md#8-team-nodes-levels. */
export async function readPoolEarnings(db: Database, page: PoolPage): Promise<PoolEarning[]> {
  const { userId, pools, from, to, after, limit } = page;
  if (pools.length === 0) return [];
  const key = after ?? { atUs: 253_402_300_800_000_000n, code: 0n, id: 0n };
  const rows = await executePrepared(
    db,
    sql<{ at_us: bigint; code: number; pool: string; id: bigint; day: number; amount: bigint }>`
    select e.* from unnest(${pools}::text[]) p (pool) cross join lateral (
      select d.paid_at, (extract(epoch from d.paid_at) * 1000000)::bigint as at_us, s.pool, s.day, s.id,
        t.code, t.amount
      from (${sharesOf(userId)}) s cross join lateral (${poolDayOf}) d
      cross join lateral (
        select case s.pool when 'nodes' then ${POOL_CODES.nodes}::int else ${POOL_CODES.levels}::int end as code,
          div(d.release * s.weight, d.weights) as amount
      ) t
      where s.pool = p.pool and ${isPaidWithin({ from, until: to === undefined ? key.atUs : BigInt(to) * 1000n })}
        and d.paid_at <= ${timeOf(key.atUs)}
        ${to === undefined ? sql`` : sql`and d.paid_at < ${timeOf(BigInt(to) * 1000n)}`}
        ${from === undefined ? sql`` : sql`and d.paid_at >= ${timeOf(BigInt(from) * 1000n)}`}
        and t.amount > 0 and (d.paid_at, t.code, s.id) < (${timeOf(key.atUs)}, ${key.code}::int, ${key.id}::bigint)
      -- A pool's days are paid one after the other, so these are the latest.
      order by s.day desc limit ${limit}::int
    ) e
    order by e.paid_at desc, e.code desc, e.id desc limit ${limit}::int`,
  );
  return rows.map((row) => ({
    key: { atUs: row.at_us, code: BigInt(row.code), id: row.id },
    pool: row.pool === 'nodes' ? 'nodes' : 'levels',
    day: row.day,
    amount: tokenAmount(row.amount),
  }));
}

/** Returns a subquery for a user's shares, by their index: most users have none. */
function sharesOf(userId: bigint): RawBuilder<unknown> {
  return sql`select day, pool, id, weight from pool_share where user_id = ${userId}`;
}

/** A subquery for the day of a share `s`. OFFSET 0 forces a lookup by key. */
const poolDayOf = sql`select paid_at, release, weights from pool_day where day = s.day and pool = s.pool offset 0`;

/**
 * The condition that the day of a share `s` may have been paid between `from` (milliseconds) and `until`
 * (microseconds): a day is paid after its end, and the days of a pool are paid in order. Shares of other days are not
 * read.
 */
function isPaidWithin({ from, until }: { readonly from: number | undefined; readonly until: bigint }) {
  const isUntil = sql`s.day < (select utc_day(${timeOf(until)}))`;
  if (from === undefined) return isUntil;
  const lastBefore = (pool: PoolName) => sql`coalesce(
    (select max(day) from pool_day where pool = ${sql.lit(pool)} and paid_at < ${timeOf(BigInt(from) * 1000n)}), -1)`;
  return sql`${isUntil} and s.day > (select least(${lastBefore('nodes')}, ${lastBefore('levels')}))`;
}

function timeOf(us: bigint): RawBuilder<unknown> {
  return sql`(timestamptz 'epoch' + ${us.toString()}::bigint * interval '1 microsecond')`;
}

/** JU in base units: the total, the sum since the UTC day began, and those over 7 and 30 UTC days including today. */
export type PoolTotals = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

/** The totals of each pool's payments to a user. docs/money-rules.md#8-team-nodes-levels. */
export async function readPoolTotals(db: Database, userId: bigint): Promise<Record<'nodes' | 'levels', PoolTotals>> {
  const rows = await executePrepared(
    db,
    sql<{ pool: string } & Record<'total' | 'today' | 'week' | 'month', bigint>>`
    select pool, sum(amount) as total, coalesce(sum(amount) filter (where paid_at >= today), 0) as today,
      coalesce(sum(amount) filter (where paid_at >= today - interval '6 days'), 0) as week,
      coalesce(sum(amount) filter (where paid_at >= today - interval '29 days'), 0) as month
    from (
      select s.pool, d.paid_at, div(d.release * s.weight, d.weights) as amount
      from (${sharesOf(userId)} offset 0) s join pool_day d using (pool, day)
      where d.paid_at is not null
    ) earned cross join (select date_trunc('day', clock_timestamp(), 'UTC') as today) t
    group by pool`,
  );
  const of = (pool: string): PoolTotals => {
    const row = rows.find((candidate) => candidate.pool === pool);
    const { total = 0n, today = 0n, week = 0n, month = 0n } = row ?? {};
    return {
      total: tokenAmount(total),
      today: tokenAmount(today),
      week: tokenAmount(week),
      month: tokenAmount(month),
    };
  };
  return { nodes: of('nodes'), levels: of('levels') };
}

/**
 * Returns the sums of each pool's payments to a user in each span, only sums above 0.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function readPoolSpans(
  db: Database,
  { userId, bounds }: SpansOrder,
): Promise<(SpanSum & { readonly pool: PoolName })[]> {
  const rows = await executePrepared(
    db,
    sql<{ span: number; pool: string; amount: bigint }>`
    select ${spanOf(sql`d.paid_at`, bounds)} as span, s.pool, sum(div(d.release * s.weight, d.weights)) as amount
    from (${sharesOf(userId)} offset 0) s join pool_day d using (pool, day)
    where ${isWithin(sql`d.paid_at`, bounds)} group by 1, 2`,
  );
  return rows.map(({ span, pool, amount }) => ({
    span,
    pool: pool === 'nodes' ? 'nodes' : 'levels',
    amount: tokenAmount(amount),
  }));
}

/** Today's settings, and those of the next day; `next` is null if they are the same. */
export type PoolSettings = { readonly today: UtcDay; readonly now: PoolSetting; readonly next: PoolSetting | null };

/** The settings of the pools' days by the database's clock. docs/money-rules.md#8-team-nodes-levels. */
export async function readPoolSettings(db: Database): Promise<PoolSettings> {
  const rows = await db
    .selectFrom('pool_setting')
    .select([
      'from_day',
      'nodes_release_bps',
      'levels_release_bps',
      sql<number>`utc_day(clock_timestamp())`.as('today'),
    ])
    .orderBy('from_day', 'desc')
    .limit(2)
    .execute();
  const now = rows.find(({ from_day, today }) => from_day <= today);
  if (now === undefined) throw new Error('no settings of the pools count today');
  const next = rows.find(({ from_day, today }) => from_day > today);
  return { today: now.today, now: settingOf(now), next: next === undefined ? null : settingOf(next) };
}

function settingOf(row: { readonly nodes_release_bps: number; readonly levels_release_bps: number }): PoolSetting {
  return { nodesReleaseBps: row.nodes_release_bps, levelsReleaseBps: row.levels_release_bps };
}

/** A user's shares of the two pools on days whose payment had not ended at a time. */
export function poolSources({ userId, since, until }: SourcesWanted): TransferSources {
  return sql`
    select case d.pool when 'nodes' then ${TRANSFER_KINDS['node-output'].code}::int
      else ${TRANSFER_KINDS['level-output'].code}::int end as kind,
      s.id as source_id, (date '1970-01-01' + d.day)::text as reference, false as failed
    from pool_day d cross join lateral (
      select id from pool_share where user_id = ${userId} and pool = d.pool and day = d.day offset 0
    ) s
    where (d.paid_at is null or d.paid_at >= ${since})
      -- For a user who never had a share no day is looked up.
      and exists (select from pool_share where user_id = ${userId})
      and ${until === undefined ? sql`true` : sql`d.day < utc_day(${until}::timestamptz)`}`;
}
