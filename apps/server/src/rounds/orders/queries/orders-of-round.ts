import { ORDER_STATES, type OrderState } from '@city-mint/domain/rounds/order-state';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { outcomeColumn, type RoundOutcome } from '../../offers/queries/rounds.ts';

/** An order of a round as operators' lists show it; amounts in base units, `net` null until the round is settled. */
export type RoundOrder = {
  readonly orderId: bigint;
  readonly userId: bigint;
  readonly rank: number;
  readonly asked: bigint;
  readonly accepted: bigint;
  readonly joinedAt: Date;
  readonly late: boolean;
  readonly automatic: boolean;
  readonly state: OrderState;
  readonly outcome: RoundOutcome | null;
  readonly net: bigint | null;
};

/** The way in which an order joined. */
export type JoinWay = 'auto-mint' | 'by-hand';

const orderState = z.enum(ORDER_STATES);

/** The greatest number of the column `rank`. */
const LAST_RANK = 2_147_483_647;

type OrdersWanted = {
  readonly roundId: bigint;
  readonly way?: JoinWay | undefined;
  /** Filters by the final outcome (`active`: none yet); `claimable` and `ended` filter by the current state. */
  readonly state?: OrderState | undefined;
};

/**
 * Returns orders of a round with ranks above `after`, by rank: all, those of auto-mint or by hand, or those in a state.
 * Auto-mint joins before all other orders, so each way is one range of ranks. A state is that of the round, and
 * claimable orders of a failed round have an index. So the time of a page does not depend on the number of orders.
 */
export async function listOrdersOfRound(
  db: Database,
  { roundId, way, state }: OrdersWanted,
  page: { readonly after: bigint | null; readonly limit: number },
): Promise<RoundOrder[]> {
  const source = state === undefined ? ALL : await findSource(db, roundId, state);
  if (source === null) return [];
  const joined = await sql<{ automatic: number }>`
    select joined as automatic from auto_mint_opening where round_id = ${roundId}`.execute(db);
  const automatic = joined.rows[0]?.automatic ?? 0;
  // A cursor may contain any number; no rank is above the last.
  const from = Math.min(LAST_RANK, Math.max(Number(page.after ?? 0n), way === 'by-hand' ? automatic : 0));
  const to = way === 'auto-mint' ? automatic : LAST_RANK;
  type Row = Omit<RoundOrder, 'state' | 'outcome'> & { state: string; outcome: string | null };
  const { rows } = await sql<Row>`
    select v.order_id as "orderId", v.user_id as "userId", v.rank, v.asked, v.accepted, v.joined_at as "joinedAt",
      v.late, v.automatic, v.state, v.outcome, v.net
    from (
      select o.id from (${source}) o
      where o.round_id = ${roundId} and o.rank > ${from}::int and o.rank <= ${to}::int
      order by o.rank limit ${page.limit}::int
    ) o
    cross join lateral (select * from order_outcome v where v.order_id = o.id offset 0) v
    order by v.rank`.execute(db);
  return rows.map((order) => ({
    ...order,
    state: orderState.parse(order.state),
    outcome: outcomeColumn.parse(order.outcome),
  }));
}

const ALL = sql`select id, round_id, rank from mint_order`;
/** For failed rounds; matches the indexes order_settlement_claimable and order_settlement_not_claimable. */
const CLAIMABLE = sql`select order_id as id, round_id, rank from order_settlement
  where hash_power > 0 and not is_claimed`;
const NOT_CLAIMABLE = sql`select order_id as id, round_id, rank from order_settlement
  where loss is not null and not (hash_power > 0 and not is_claimed)`;

/** Returns the orders of a round in a state: a SELECT (id, round_id, rank), or null if there are none. */
async function findSource(db: Database, roundId: bigint, state: OrderState): Promise<RawBuilder<unknown> | null> {
  const { rows } = await sql<{ state: string; outcome: string | null }>`
    select r.state, coalesce(s.outcome, case when r.state in ('failed', 'liquidating') then 'failed'
      when r.state = 'cancelled' then 'cancelled' end) as outcome
    from round r left join round_settlement s on s.round_id = r.id and r.state in ('minted', 'ended')
    where r.id = ${roundId}`.execute(db);
  const [round] = rows;
  if (round === undefined) return null;
  const isEnded = round.state === 'ended';
  const isFailed = round.outcome === 'failed';
  if (state === 'claimable') return isEnded && isFailed ? CLAIMABLE : null;
  if (state !== 'ended') return (round.outcome ?? 'active') === state ? ALL : null;
  if (!isEnded) return null;
  return isFailed ? NOT_CLAIMABLE : ALL;
}
