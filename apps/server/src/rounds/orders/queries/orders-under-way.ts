import type { OrderState } from '@city-mint/domain/rounds/order-state';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { type RawBuilder, sql } from 'kysely';

/** States of rounds whose orders are not settled, by the state of these orders. */
const UNSETTLED_STATES = {
  active: ['scheduled', 'open', 'full', 'settling'],
  failed: ['failed', 'liquidating'],
  cancelled: ['cancelled'],
} as const satisfies Partial<Record<OrderState, readonly RoundState[]>>;
export type UnsettledState = keyof typeof UNSETTLED_STATES;

/** Selects a user's orders in unsettled rounds, by state or by round. */
type OrdersUnderWay = {
  readonly userId: bigint;
  readonly states: readonly UnsettledState[];
  readonly roundId?: bigint | undefined;
};

/**
 * Returns a SELECT (id, round_id) of a user's orders in unsettled rounds. Searches them in the ranges of ids of these
 * rounds: from a round's first order to its last, which has the highest rank, or to the newest order if the round is
 * still open for joins. So a round that is stuck for a year costs a scan of the orders within its range, not of all
 * later ones.
 */
export function ordersUnderWay({ userId, states, roundId }: OrdersUnderWay): RawBuilder<unknown> {
  const roundStates = states.flatMap((state) => UNSETTLED_STATES[state]);
  const isUnsettled = sql`r.state not in ('minted', 'ended') and r.first_order_id > 0
    and r.state = any (${roundStates}::text[])
    and ${roundId === undefined ? sql`true` : sql`r.id = ${roundId}`}`;
  return sql`
    select o.id, o.round_id
    from (
      select unnest(range_agg(int8range(r.first_order_id, last.id, '[]'))) as ids
      from round r
      cross join lateral (
        select case when r.state = 'open' and r.closes_at > now() then 9223372036854775806 else (
          select o.id from mint_order o where o.round_id = r.id order by o.rank desc limit 1) end as id
      ) last
      where ${isUnsettled} and last.id >= r.first_order_id
    ) span
    cross join lateral (
      select o.id, o.round_id from mint_order o
      where o.user_id = ${userId} and o.id >= lower(span.ids) and o.id < upper(span.ids) offset 0
    ) o
    where o.round_id = any (array(select r.id from round r where ${isUnsettled}))`;
}
