import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The joined amount of a round at a time, JU in base units, and its number of orders. */
export type FillPoint = { readonly at: Date; readonly filled: bigint; readonly orders: number };

/** Maximum number of points, spread evenly over the time in which the round filled. */
const MOST_POINTS = 60;

type Part = { at: Date; amount: bigint; orders: number };

/**
 * Returns the history of a round's filling: a point for each part of the time from its opening to its end, or to now,
 * in which orders arrived. Reads all orders of the round; `createFillReader` shares the result.
 */
export async function readRoundFill(db: Database, roundId: bigint): Promise<FillPoint[]> {
  const { rows } = await sql<Part>`
    with span as (
      select r.first_order_id, r.opens_at as begins,
        coalesce((select min(at) from round_transition t
          where t.round_id = r.id and t.state in ('full', 'failed', 'cancelled')), clock_timestamp()) as ends
      from round r where r.id = ${roundId}
    )
    select max(o.joined_at) as at, sum(o.accepted) as amount, count(*)::int as orders
    from span join mint_order o on o.round_id = ${roundId} and o.id >= span.first_order_id
    group by width_bucket(extract(epoch from o.joined_at), extract(epoch from span.begins),
      -- The time span of a round that has just opened is empty.
      extract(epoch from greatest(span.ends, span.begins + interval '1 second')), ${MOST_POINTS - 2}::int)
    order by 1`.execute(db);
  let filled = 0n;
  let orders = 0;
  return rows.map((part) => {
    filled += part.amount;
    orders += part.orders;
    return { at: part.at, filled, orders };
  });
}

export type ReadFill = (round: { readonly roundId: bigint; readonly isOver: boolean }) => Promise<readonly FillPoint[]>;

const LIVE_MS = 2_000;
const OVER_MS = 600_000;
const MOST_ROUNDS = 500;

/**
 * Returns a reader that shares one reading of a round among all callers: for two seconds while it fills, for ten
 * minutes once it is over, so that the cost does not grow with the number of readers.
 */
export function createFillReader(read: (roundId: bigint) => Promise<readonly FillPoint[]>): ReadFill {
  const readings = new Map<string, { readonly until: number; readonly points: Promise<readonly FillPoint[]> }>();
  return ({ roundId, isOver }) => {
    const key = `${roundId} ${isOver}`;
    const known = readings.get(key);
    if (known !== undefined && known.until > performance.now()) return known.points;
    readings.delete(key);
    const points = read(roundId);
    readings.set(key, { until: performance.now() + (isOver ? OVER_MS : LIVE_MS), points });
    // Failures are not shared.
    points.catch(() => readings.delete(key));
    const [oldest] = readings.keys();
    if (readings.size > MOST_ROUNDS && oldest !== undefined) readings.delete(oldest);
    return points;
  };
}
