import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';

/** Kinds of the rounds' payments to a user besides the principal, each with its code, by which a list is sorted. */
export const ROUND_EARNINGS = { settle: 1, 'distribute-2': 2, 'distribute-3': 3, reward: 4, split: 5 } as const;
export type RoundEarningKind = keyof typeof ROUND_EARNINGS;

/**
 * Sort key of an earning in a list, newest first: the time of the payment, in microseconds from 1970; the code of its
 * kind; the id of its order or share.
 */
export type EarningKey = { readonly atUs: bigint; readonly code: bigint; readonly id: bigint };

export type RoundEarning = {
  readonly key: EarningKey;
  readonly kind: RoundEarningKind;
  readonly amount: TokenAmount;
  readonly roundId: bigint;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  /** Of a reward: the rank of the invited user's order that it is for. Null: it is for an order of the user. */
  readonly invitedRank: number | null;
};

export type EarningsPage = {
  readonly userId: bigint;
  readonly kinds: readonly RoundEarningKind[];
  /** UTC milliseconds, `from` inclusive, `to` exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: EarningKey | null;
  readonly limit: number;
  /**
   * With more orders than this the rounds are searched for the user, newest payment first, until the page is full; with
   * fewer, the user's orders are read.
   */
  readonly manyOrders?: number | undefined;
};

type EarningRow = {
  code: number;
  at_us: bigint;
  order_id: bigint;
  amount: bigint;
  round_id: bigint;
  city: string;
  phase: number;
  number: number;
  invited_rank: number | null;
};

const kindOfCode = new Map<number, RoundEarningKind>();
for (const kind of z.enum(['settle', 'distribute-2', 'distribute-3', 'reward', 'split']).options) {
  kindOfCode.set(ROUND_EARNINGS[kind], kind);
}

/**
 * Returns the rounds' payments to a user, newest first: the stages of the user's orders, shares of the reserve's
 * surplus, and rewards for invited users. Only paid amounts of rounds whose settlement is closed
 * (docs/money-rules.md#5-settlement).
 */
export async function readRoundEarnings(db: Database, page: EarningsPage): Promise<RoundEarning[]> {
  const ownKinds = page.kinds.filter((kind) => kind !== 'reward');
  const isRewarded = page.kinds.includes('reward');
  if (ownKinds.length === 0 && !isRewarded) return [];
  const many = await readMany(db, page);
  const ofOwn = { ...page, kinds: ownKinds };
  const payments = [
    ...(ownKinds.length === 0 ? [] : [many.orders ? newestOfRounds(ofOwn) : earningsOfOrders(ofOwn)]),
    ...(isRewarded ? [many.rewards ? newestRewards(page) : rewardsOfOrders(page)] : []),
  ];
  const rows = await executePrepared(db, pageOf(page, sql.join(payments, sql` union all `)));
  return rows.slice(0, page.limit).map(toEarning);
}

const MANY_ORDERS = 1_000;

/** Whether a user has so many orders, and rewards, that they are searched by round instead of by the user's rows. */
async function readMany(
  db: Database,
  { userId, manyOrders = MANY_ORDERS }: EarningsPage,
): Promise<{ readonly orders: boolean; readonly rewards: boolean }> {
  const isMore = (rows: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from ${rows} limit ${manyOrders + 1}::int) counted) > ${manyOrders}::int`;
  const rows = await executePrepared(
    db,
    sql<{ orders: boolean; rewards: boolean }>`
    select ${isMore(sql`mint_order where user_id = ${userId}`)} as orders,
      ${isMore(sql`order_settlement where inviter_id = ${userId} and reward > 0`)} as rewards`,
  );
  return rows[0] ?? { orders: false, rewards: false };
}

/** The page of a SELECT of payments (code, at, order_id, round_id, amount), with the names of their rounds. */
function pageOf(page: EarningsPage, payments: RawBuilder<unknown>): RawBuilder<EarningRow> {
  return sql<EarningRow>`
    select e.code, ${microseconds(sql`e.at`)} as at_us, e.order_id, e.amount,
      e.round_id, c.name as city, r.phase, r.number, i.rank as invited_rank
    from (
      select * from (${payments}) p order by p.at desc, p.code desc, p.order_id desc limit ${searchLimit(page)}
    ) e
    cross join lateral (select city_id, phase, number from round where id = e.round_id offset 0) r
    cross join lateral (select name from city where id = r.city_id offset 0) c
    left join lateral (select rank from order_settlement where order_id = e.order_id and e.code = 4 offset 0) i on true
    order by e.at desc, e.code desc, e.order_id desc`;
}

/**
 * A SELECT of the payments to a user's orders on a page: order by order, by key. Failed orders are excluded by their
 * index.
 */
function earningsOfOrders(page: EarningsPage): RawBuilder<unknown> {
  const codes = codesOf(page);
  return sql`
    select p.code, p.at, s.order_id, o.round_id, a.amount
    from (
      select id, round_id from mint_order
      where user_id = ${page.userId}
        and id not in (select order_id from order_settlement where user_id = ${page.userId} and loss is not null)
      offset 0
    ) o
    cross join lateral (
      select order_id, stage1, stage2, stage3, split from order_settlement
      where order_id = o.id and principal is not null offset 0
    ) s
    cross join lateral (
      select state from round where id = o.round_id and s.stage1 is not null and state in ('minted', 'ended') offset 0
    ) r
    cross join lateral (
      select g.settled_at as at, k.code
      from (select settled_at from round_settlement where round_id = o.round_id and outcome = 'minted' offset 0) g
      cross join (values (1), (5)) k (code)
      union all
      select g.paid_at, g.stage
      from (select stage, paid_at from round_stage where round_id = o.round_id and stage > 1 offset 0) g
      where g.paid_at is not null
    ) p
    cross join lateral (
      select case p.code when 1 then s.stage1 when 2 then s.stage2 when 3 then s.stage3 else s.split end as amount
    ) a
    where p.code = any (${codes}) and a.amount > 0
      and ${isOnPage(page, { at: sql`p.at`, code: sql`p.code`, id: sql`s.order_id` })}`;
}

// The values of a page are hidden from the planner, which would plan each call, at the cost of its execution. The user
// is not hidden in searches by order, because the average number of a user's orders may be a large part of all.

function idOf({ userId }: EarningsPage): RawBuilder<unknown> {
  return sql`(select ${userId}::bigint)`;
}

function codesOf({ kinds }: EarningsPage): RawBuilder<unknown> {
  return sql`(select ${kinds.map((kind) => ROUND_EARNINGS[kind])}::int[])::int[]`;
}

/**
 * The sizes to which the number of rows searched for a page is rounded up: one plan for all pages must know how far a
 * search goes.
 */
const SEARCHED = [21, 101] as const;

function searchLimit({ limit }: EarningsPage): RawBuilder<unknown> {
  return sql.lit(SEARCHED.find((size) => size >= limit) ?? limit);
}

/** The newest payments on a page, by round: the search ends with the page. */
function newestOfRounds(page: EarningsPage): RawBuilder<unknown> {
  const codes = codesOf(page);
  const ofSettlement = sql`select round_id, settled_at, 0 as stage from round_settlement where outcome = 'minted'`;
  const ofStages = sql`select round_id, paid_at, stage from round_stage
    where stage > 1 and stage = any (${codes}) and paid_at < 'infinity'`;
  const isAny = (...kinds: readonly RoundEarningKind[]) => kinds.some((kind) => page.kinds.includes(kind));
  const searches = [
    ...(isAny('settle', 'split') ? [newestOf(page, ofSettlement, sql`values (1, s.stage1), (5, s.split)`)] : []),
    ...(isAny('distribute-2', 'distribute-3')
      ? [newestOf(page, ofStages, sql`select p.stage, case p.stage when 2 then s.stage2 else s.stage3 end`)]
      : []),
  ];
  return sql.join(searches, sql` union all `);
}

/** The newest of some payments (round_id, at, stage) in which the user has a share: their codes and amounts. */
function newestOf(page: EarningsPage, payments: RawBuilder<unknown>, shares: RawBuilder<unknown>): RawBuilder<unknown> {
  const codes = codesOf(page);
  return sql`(
    select k.code, p.at, s.order_id, p.round_id, k.amount
    from (${payments}) p (round_id, at, stage)
    cross join lateral (
      select order_id, stage1, stage2, stage3, split from order_settlement
      where round_id = p.round_id and user_id = ${idOf(page)} offset 0
    ) s
    cross join lateral (${shares}) k (code, amount)
    cross join lateral (select state from round where id = p.round_id and k.amount > 0 offset 0) r
    where k.code = any (${codes}) and k.amount > 0 and r.state in ('minted', 'ended')
      and ${isOnPage(page, { at: sql`p.at`, code: sql`k.code`, id: sql`s.order_id` })}
    order by p.at desc, k.code desc, s.order_id desc limit ${searchLimit(page)})`;
}

/** The condition that a reward `s` of a settlement `g` is on a page. */
function isRewardOnPage(page: EarningsPage): RawBuilder<boolean> {
  return isOnPage(page, { at: sql`g.settled_at`, code: sql`4`, id: sql`s.order_id` });
}

/** A SELECT of the rewards on a page, by round: the search ends with the page. */
function newestRewards(page: EarningsPage): RawBuilder<unknown> {
  return sql`(
    select 4 as code, g.settled_at as at, s.order_id, g.round_id, s.reward as amount
    from round_settlement g
    cross join lateral (
      select order_id, reward from order_settlement
      where inviter_id = ${idOf(page)} and round_id = g.round_id and reward > 0 offset 0
    ) s
    cross join lateral (select state from round where id = g.round_id offset 0) r
    where r.state in ('minted', 'ended') and ${isRewardOnPage(page)}
    order by g.settled_at desc, s.order_id desc limit ${searchLimit(page)})`;
}

/** The same for a user with few: reward by reward, by key. */
function rewardsOfOrders(page: EarningsPage): RawBuilder<unknown> {
  return sql`
    select 4 as code, g.settled_at as at, s.order_id, s.round_id, s.reward as amount
    from (
      select order_id, round_id, reward from order_settlement
      where inviter_id = ${idOf(page)} and reward > 0 offset 0
    ) s
    cross join lateral (select state from round where id = s.round_id offset 0) r
    cross join lateral (select settled_at from round_settlement where round_id = s.round_id offset 0) g
    where r.state in ('minted', 'ended') and ${isRewardOnPage(page)}`;
}

function toEarning(earning: EarningRow): RoundEarning {
  const kind = kindOfCode.get(earning.code);
  if (kind === undefined) throw new Error(`no earning has the code ${earning.code}`);
  return {
    key: { atUs: earning.at_us, code: BigInt(earning.code), id: earning.order_id },
    kind,
    amount: tokenAmount(earning.amount),
    roundId: earning.round_id,
    city: earning.city,
    phase: earning.phase,
    number: earning.number,
    invitedRank: earning.invited_rank,
  };
}

function microseconds(at: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql<bigint>`(extract(epoch from ${at}) * 1000000)::bigint`;
}

type KeyColumns = Readonly<Record<'at' | 'code' | 'id', RawBuilder<unknown>>>;

/** After the last representable time, in microseconds. */
const NEVER = 253_402_300_800_000_000n;

/**
 * A SQL condition: the row is within the page's times and after its key. Every page has all conditions, so that there
 * are few statement texts; the planner sees no value anyway.
 */
function isOnPage({ from = 0, to, after }: EarningsPage, { at, code, id }: KeyColumns): RawBuilder<boolean> {
  const key = after ?? { atUs: NEVER, code: 0n, id: 0n };
  const until = to === undefined ? NEVER : BigInt(to) * 1000n;
  // The time is also a separate condition, so that an index of rounds can be used.
  return sql<boolean>`${at} >= ${timeOf(BigInt(from) * 1000n)} and ${at} < ${timeOf(until)}
    and ${at} <= ${timeOf(key.atUs)} and (${at}, ${code}, ${id}) < (${timeOf(key.atUs)}, ${key.code}::int,
      ${key.id}::bigint)`;
}

function timeOf(us: bigint): RawBuilder<Date> {
  return sql<Date>`(select timestamptz 'epoch' + ${us.toString()}::bigint * interval '1 microsecond')`;
}
