import { DAY_MS, HOUR_MS } from '@city-mint/domain/time/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';

/** The user whose totals are read, and whether some of them are cached. */
export type TotalsOf = {
  /** Hidden from the planner, which would plan the totals for each user, at a higher cost than reading them. */
  readonly userId: RawBuilder<bigint>;
  readonly isCached: boolean;
};

/**
 * Returns whether any totals of a user are cached. Most users have none, and the statement that reads theirs is planned
 * in half the time. Cached totals stay cached, and reading all orders is correct in any case.
 */
export async function findTotalsOf(db: Database, userId: bigint): Promise<TotalsOf> {
  const checkpoints = await executePrepared(
    db,
    sql<{ user_id: bigint }>`select user_id from cached_checkpoint where user_id = ${userId}`,
  );
  return { userId: sql`(select ${userId}::bigint)`, isCached: checkpoints.length > 0 };
}

/** Returns a subquery for the ids of a user's uncached orders. */
export function ordersNotCached({ userId, isCached }: TotalsOf): RawBuilder<unknown> {
  if (!isCached) return sql`select id from mint_order where user_id = ${userId}`;
  // Uses both bounds: with a single one the planner expects a third of the user's orders.
  return sql`
    select o.id from mint_order o
    where o.user_id = ${userId} and o.id <= 9223372036854775807
      and o.id > (select order_id from cached_checkpoint where user_id = ${userId})
    union all
    select order_id from uncached_order where user_id = ${userId}`;
}

/** Whether a stage is due: a range with both bounds, otherwise the planner expects a third of the user's stages. */
function isDue(dueAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${dueAt} <= (select clock_timestamp()) and ${dueAt} > '-infinity'`;
}

/**
 * Returns a SELECT (stage, amount, due_at, paid_at) of the later stages of cached orders that were paid since the
 * user's totals were cached. No stage is paid before it is due.
 */
export function stagesPaidSince(userId: RawBuilder<bigint>): RawBuilder<unknown> {
  return sql`
    select u.stage, u.amount, u.due_at, g.paid_at from uncached_stage u cross join lateral (
      select paid_at from round_stage
      where round_id = u.round_id and stage = u.stage and paid_at is not null offset 0
    ) g
    where u.user_id = ${userId} and u.stage in (2, 3) and ${isDue(sql`u.due_at`)}`;
}

/**
 * Returns a SELECT of a user's cached earnings as rows (at, stage1, stage2, stage3, split, cost, reward): sums that
 * each lie within one of the consecutive spans between the bounds (UTC milliseconds, ascending). Without bounds, sums
 * of UTC days. With bounds, sums of whole days; hours for a day in which a span begins; single payments for an hour in
 * which one begins.
 */
export function cachedEarnings(userId: RawBuilder<bigint>, bounds: readonly number[]): RawBuilder<unknown> {
  const columns = sql.raw('at, stage1, stage2, stage3, split, cost, reward');
  const [first, last] = [bounds[0], bounds.at(-1)];
  if (first === undefined || last === undefined) {
    return sql`select ${columns} from cached_earning where user_id = ${userId} and hours = 24`;
  }
  const days = timesWithin(bounds, DAY_MS);
  const hours = timesWithin(bounds, HOUR_MS);
  const [ofDays, ofHours] = [hidden(days), hidden(hours)];
  const wholeDays = sql`
    select ${columns} from cached_earning
    where user_id = ${userId} and hours = 24 and at <> all (${ofDays})
      and at >= (select ${new Date(first)}::timestamptz) and at < (select ${new Date(last)}::timestamptz)`;
  const hoursOfDays = sql`
    select ${columns} from unnest(${ofDays}) d (day) cross join lateral (
      select ${columns} from cached_earning
      where user_id = ${userId} and hours = 1 and at >= d.day and at < d.day + interval '1 day' offset 0
    ) k where k.at <> all (${ofHours})`;
  // Omits unneeded parts from the statement: a plan for all parts would expect payments of some hours.
  const parts = [
    wholeDays,
    ...(days.length === 0 ? [] : [hoursOfDays]),
    ...(hours.length === 0 ? [] : [paidWithin(userId, ofHours)]),
  ];
  return sql.join(parts, sql` union all `);
}

/** Hides the values and the number of times from the planner, so that one plan serves few spans and many. */
function hidden(times: readonly Date[]): RawBuilder<unknown> {
  return sql`(select ${times}::timestamptz[])::timestamptz[]`;
}

/** Returns the beginnings of the days or hours that contain a bound after their beginning. */
function timesWithin(bounds: readonly number[], lengthMs: number): Date[] {
  const cut = bounds.filter((bound) => bound % lengthMs !== 0).map((bound) => bound - (bound % lengthMs));
  return [...new Set(cut)].map((time) => new Date(time));
}

/** The cached payments of some hours, one by one. */
function paidWithin(userId: RawBuilder<bigint>, hours: RawBuilder<unknown>): RawBuilder<unknown> {
  const isWithinHour = (at: RawBuilder<unknown>) => sql`${at} >= h.hour and ${at} < h.hour + interval '1 hour'`;
  return sql`
    select p.at, s.stage1, s.stage2, s.stage3, s.split, s.cost, s.reward
    from cached_checkpoint c cross join unnest(${hours}) h (hour) cross join lateral (
      select round_id, settled_at as at, 1 as stage from round_settlement where ${isWithinHour(sql`settled_at`)}
      union all
      select round_id, paid_at, stage from round_stage where stage > 1 and ${isWithinHour(sql`paid_at`)} offset 0
    ) p cross join lateral (
      select case p.stage when 1 then coalesce(s.stage1, 0) else 0 end as stage1,
        case p.stage when 2 then s.stage2 else 0 end as stage2, case p.stage when 3 then s.stage3 else 0 end as stage3,
        case p.stage when 1 then coalesce(s.split, 0) else 0 end as split,
        case p.stage when 1 then order_cost(s) else 0 end as cost, 0 as reward
      from order_settlement s
      where s.round_id = p.round_id and s.user_id = ${userId} and s.order_id <= c.order_id
        -- Read once and hashed, however many payments there are.
        and s.order_id not in (select order_id from uncached_order where user_id = ${userId})
        and (p.round_id, p.stage) not in (
          select round_id, stage from uncached_stage
          where user_id = ${userId} and stage in (2, 3) and ${isDue(sql`due_at`)})
      union all
      select 0, 0, 0, 0, 0, s.reward from order_settlement s
      where p.stage = 1 and p.at < c.rewards_to
        and s.inviter_id = ${userId} and s.round_id = p.round_id and s.reward > 0
      offset 0
    ) s
    where c.user_id = ${userId}`;
}
