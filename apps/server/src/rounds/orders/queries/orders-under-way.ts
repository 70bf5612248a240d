import { sql } from 'kysely';

/**
 * The id of the first order of any round whose orders are not settled: an order before it is of a settled round. Where
 * there is no such round, an id above all.
 */
export const firstUnsettledOrder = sql`(select coalesce(min(first_order_id), 9223372036854775807) from round
  where state not in ('minted', 'ended') and first_order_id > 0)`;

/** The same of rounds that have not ended: of those before it everything is paid. */
export const firstUnendedOrder = sql`(select coalesce(min(first_order_id), 9223372036854775807) from round
  where state <> 'ended' and first_order_id > 0)`;
