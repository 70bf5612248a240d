import { type RawBuilder, sql } from 'kysely';
import { cachedEarnings, ordersNotCached, stagesPaidSince, type TotalsOf } from './cached-earnings.ts';

/** The summed columns of payments: FMC of the three stages, JU of the surplus, costs and rewards. */
export const EARNED_COLUMNS = ['stage1', 'stage2', 'stage3', 'split', 'cost', 'reward'] as const;
export type EarnedColumn = (typeof EARNED_COLUMNS)[number];

/** The sums of payments, in base units. */
export type EarnedSumRow = Readonly<Record<EarnedColumn, bigint>>;

/** The SQL sums of all columns. */
export const earnedSums = sql.raw(EARNED_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', '));

/**
 * Returns the WITH list of the rounds' payments to a user and their costs. `paid` has, in base units, the columns of
 * `EARNED_COLUMNS`, the time of the payment (`at`, null = pending) and the due time. Its rows are: one per round and
 * payment, or cached sums that each lie within one of the spans between the bounds (none = within a UTC day); and one
 * per stage with the pending amount of cached orders, with the first due time. `cost` is in JU and not an earning.
 * `to_cache` has the number of orders, rewards and stages read for this that could be cached.
 * docs/decisions/0023-totals-cached-of-many-orders.md
 */
export function earnedByRounds(totalsOf: TotalsOf, bounds: readonly number[] = []): RawBuilder<unknown> {
  const { userId, isCached } = totalsOf;
  const columns = sql.raw(EARNED_COLUMNS.join(', '));
  return sql`
    own as materialized (
      select o.*, rs.settled_at from (
        select s.round_id, count(*) as orders, coalesce(sum(s.stage1), 0) as stage1,
          coalesce(sum(s.stage2), 0) as stage2, coalesce(sum(s.stage3), 0) as stage3,
          coalesce(sum(s.split), 0) as split, sum(s.cost) as cost
        from (${ordersNotCached(totalsOf)}) o cross join lateral (
          select round_id, stage1, stage2, stage3, split, order_cost(s) as cost
          from order_settlement s where s.order_id = o.id offset 0
        ) s
        group by s.round_id
      ) o ${closedRoundOf(sql`o`)}
    ), rewarded as materialized (
      ${isCached ? rewardsNotCached(userId) : allRewards(userId)}
    ), ${isCached ? sql`paid_since as materialized (${stagesPaidSince(userId)}),` : sql``} to_cache as (
      select (select coalesce(sum(orders), 0) from own)
        + (select coalesce(sum(orders) filter (where settled_at < clock_timestamp() - interval '1 hour'), 0)
          from rewarded)
        ${isCached ? sql`+ (select count(*) from paid_since)` : sql``} as orders
    ), paid as (
      select settled_at as at, settled_at as due_at, stage1, 0 as stage2, 0 as stage3, split, cost, 0 as reward from own
      union all
      select g.paid_at, g.due_at, 0, case g.stage when 2 then s.stage2 else 0 end,
        case g.stage when 3 then s.stage3 else 0 end, 0, 0, 0
      from own s cross join lateral (
        select stage, paid_at, due_at from round_stage where round_id = s.round_id and stage > 1 offset 0
      ) g
      union all
      select settled_at, settled_at, 0, 0, 0, 0, 0, reward from rewarded
      ${isCached ? sql`union all ${stagesOfCached(userId)}` : sql``}
      ${isCached ? sql`union all select at, at, ${columns} from (${cachedEarnings(userId, bounds)}) k` : sql``}
    )`;
}

/** The later stages of cached orders that are in no cached sum: those paid since, and the pending ones. */
function stagesOfCached(userId: RawBuilder<bigint>): RawBuilder<unknown> {
  const pendingOf = (stage: 2 | 3) => sql`
    select null, (
      -- The first unpaid stage, in the order of the due times.
      select u.due_at from uncached_stage u left join lateral (
        select true as is_paid from round_stage
        where round_id = u.round_id and stage = u.stage and paid_at is not null offset 0
      ) g on true
      where u.user_id = ${userId} and u.stage = ${sql.lit(stage)} and g.is_paid is null
      order by u.due_at limit 1
    ), 0, ${pendingAmount(stage, 2)}, ${pendingAmount(stage, 3)}, 0, 0, 0
    from cached_checkpoint k where k.user_id = ${userId}`;
  const pendingAmount = (stage: 2 | 3, column: 2 | 3) =>
    stage === column
      ? sql`${sql.ref(`k.stage${stage}`)}
        - coalesce((select sum(amount) from paid_since where stage = ${sql.lit(stage)}), 0)`
      : sql`0`;
  return sql`
    select paid_at, due_at, 0, case stage when 2 then amount else 0 end, case stage when 3 then amount else 0 end,
      0, 0, 0
    from paid_since
    union all ${pendingOf(2)}
    union all ${pendingOf(3)}`;
}

/** Joins the state and the settlement of a row's round by key, so that the plan is the same for any wallet. */
function closedRoundOf(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select state from round where id = ${row}.round_id and state in ('minted', 'ended') offset 0
    ) r
    cross join lateral (select settled_at from round_settlement where round_id = ${row}.round_id offset 0) rs`;
}

function allRewards(userId: RawBuilder<bigint>): RawBuilder<unknown> {
  return sql`
    select w.reward, w.orders, rs.settled_at from (
      select round_id, sum(reward) as reward, count(*) as orders
      from order_settlement where inviter_id = ${userId} and reward > 0 group by round_id
    ) w ${closedRoundOf(sql`w`)}`;
}

/** Rewards of rounds that were settled since: round by round, by key. */
function rewardsNotCached(userId: RawBuilder<bigint>): RawBuilder<unknown> {
  return sql`
    select w.reward, w.orders, rs.settled_at
    from round_settlement rs cross join lateral (
      select sum(reward) as reward, count(*) as orders from order_settlement
      where inviter_id = ${userId} and round_id = rs.round_id and reward > 0 offset 0
    ) w
    cross join lateral (select state from round where id = rs.round_id and state in ('minted', 'ended') offset 0) r
    where rs.settled_at >= (select rewards_to from cached_checkpoint where user_id = ${userId})
      and rs.settled_at < 'infinity' and w.orders > 0`;
}
