import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** What rounds paid a user beyond his principal; each kind has its place in the order of a list. */
export const ROUND_EARNINGS = { settle: 1, 'distribute-2': 2, 'distribute-3': 3, reward: 4, split: 5 } as const;
export type RoundEarningKind = keyof typeof ROUND_EARNINGS;

/** Place of an earning in a list that has the newest first: when it was paid in microseconds from 1970, its kind's code, its order or share. */
export type EarningKey = { readonly atUs: bigint; readonly code: bigint; readonly id: bigint };

export type RoundEarning = {
  readonly key: EarningKey;
  readonly kind: RoundEarningKind;
  readonly amount: TokenAmount;
  readonly roundId: bigint;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
};

export type EarningsPage = {
  readonly userId: bigint;
  readonly kinds: readonly RoundEarningKind[];
  /** UTC milliseconds, from `from` until before `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: EarningKey | null;
  readonly limit: number;
  /** Above so many orders a user is looked for in the rounds, the newest payment first, until the page is full; below, his orders are read. */
  readonly manyOrders?: number | undefined;
};

type Row = {
  code: number;
  at_us: bigint;
  order_id: bigint;
  amount: bigint;
  round_id: bigint;
  city: string;
  phase: number;
  number: number;
};

const kindOfCode = new Map<number, RoundEarningKind>();
for (const kind of z.enum(['settle', 'distribute-2', 'distribute-3', 'reward', 'split']).options) {
  kindOfCode.set(ROUND_EARNINGS[kind], kind);
}

/**
 * What rounds paid a user, newest first: the stages of his orders and his parts of the reserve's surplus, and rewards for those he invited.
 * Only what is paid, of rounds whose settlement is closed. rules.md section 5.
 */
export async function readRoundEarnings(db: Database, page: EarningsPage): Promise<RoundEarning[]> {
  const own = page.kinds.filter((kind) => kind !== 'reward');
  const [ofOrders, ofOthers] = await Promise.all([
    own.length === 0 ? [] : readOwn(db, { ...page, kinds: own }),
    page.kinds.includes('reward') ? readRewards(db, page) : [],
  ]);
  return [...ofOrders, ...ofOthers].map(toEarning);
}

const MANY_ORDERS = 1_000;

async function readOwn(db: Database, page: EarningsPage): Promise<Row[]> {
  const codes = page.kinds.map((kind) => ROUND_EARNINGS[kind]);
  const settled = page.kinds.flatMap((kind) => (kind === 'settle' || kind === 'split' ? [ROUND_EARNINGS[kind]] : []));
  const settlements = (await hasManyOrders(db, page))
    ? sql`order_settlement s on s.round_id = e.round_id and s.user_id = ${page.userId}`
    : sql`(
        select os.* from mint_order o join order_settlement os on os.order_id = o.id where o.user_id = ${page.userId}
      ) s on s.round_id = e.round_id`;
  const { rows } = await sql<Row>`
    select e.code, ${microseconds(sql`e.at`)} as at_us, s.order_id, a.amount, r.id as round_id, c.name as city, r.phase, r.number
    from (
      select round_id, settled_at as at, code from round_settlement cross join unnest(${settled}::int[]) code where outcome = 'minted'
      union all
      select round_id, paid_at, stage from round_stage where stage = any (${codes}::int[]) and stage > 1 and paid_at is not null
    ) e
    join ${settlements}
    cross join lateral (
      select case e.code when 1 then s.stage1 when 2 then s.stage2 when 3 then s.stage3 else s.split end as amount
    ) a
    join round r on r.id = e.round_id and r.state in ('minted', 'ended')
    join city c on c.id = r.city_id
    where a.amount > 0 and ${isWanted(page, { at: sql`e.at`, code: sql`e.code`, id: sql`s.order_id` })}
    order by e.at desc, e.code desc, s.order_id desc limit ${page.limit}::int`.execute(db);
  return rows;
}

async function hasManyOrders(db: Database, { userId, manyOrders = MANY_ORDERS }: EarningsPage): Promise<boolean> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from (select 1 from mint_order where user_id = ${userId} limit ${manyOrders + 1}::int) found`.execute(
    db,
  );
  return (rows[0]?.orders ?? 0) > manyOrders;
}

async function readRewards(db: Database, page: EarningsPage): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 4 as code, ${microseconds(sql`rs.settled_at`)} as at_us, s.order_id, s.reward as amount, r.id as round_id, c.name as city,
      r.phase, r.number
    from round_settlement rs
    join order_settlement s on s.round_id = rs.round_id
    join round r on r.id = rs.round_id and r.state in ('minted', 'ended')
    join city c on c.id = r.city_id
    where s.inviter_id = ${page.userId} and s.reward > 0
      and ${isWanted(page, { at: sql`rs.settled_at`, code: sql`4`, id: sql`s.order_id` })}
    order by rs.settled_at desc, s.order_id desc limit ${page.limit}::int`.execute(db);
  return rows;
}

function toEarning(row: Row): RoundEarning {
  const kind = kindOfCode.get(row.code);
  if (kind === undefined) throw new Error(`no earning has the code ${row.code}`);
  return {
    key: { atUs: row.at_us, code: BigInt(row.code), id: row.order_id },
    kind,
    amount: tokenAmount(row.amount),
    roundId: row.round_id,
    city: row.city,
    phase: row.phase,
    number: row.number,
  };
}

function microseconds(at: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql<bigint>`(extract(epoch from ${at}) * 1000000)::bigint`;
}

type KeyColumns = Readonly<Record<'at' | 'code' | 'id', RawBuilder<unknown>>>;

/** Whether a row lies in the page's time and after its key. */
function isWanted({ from, to, after }: EarningsPage, { at, code, id }: KeyColumns): RawBuilder<boolean> {
  const inTime = sql<boolean>`(${from ?? null}::bigint is null or ${at} >= ${timeOf(BigInt(from ?? 0) * 1000n)})
    and (${to ?? null}::bigint is null or ${at} < ${timeOf(BigInt(to ?? 0) * 1000n)})`;
  if (after == null) return inTime;
  // The time alone once more: it is what the order of rounds can be searched by.
  return sql<boolean>`${inTime} and ${at} <= ${timeOf(after.atUs)}
    and (${at}, ${code}, ${id}) < (${timeOf(after.atUs)}, ${after.code}::int, ${after.id}::bigint)`;
}

function timeOf(microsecondsFrom1970: bigint): RawBuilder<Date> {
  return sql<Date>`(timestamptz 'epoch' + ${microsecondsFrom1970.toString()}::bigint * interval '1 microsecond')`;
}
