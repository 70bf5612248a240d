import { sql } from 'kysely';

/**
 * Joins the inviter of an order `o` of the settled round `r`, by the bindings up to its settlement, with what decides
 * whether the inviter is qualified: an order of theirs was settled in an earlier round.
 */
export const WITH_INVITER = sql`
  left join participant p on p.user_id = o.user_id and p.bound_at <= r.settled_at
  left join participant i on i.user_id = p.inviter_id and i.first_settled_round_id <> o.round_id
  left join round_settlement f on f.round_id = i.first_settled_round_id
  left join round_transition paid on paid.round_id = f.round_id
    and paid.state = case f.outcome when 'minted' then 'minted' else 'ended' end
  left join order_settlement stored on stored.order_id = o.id and stored.round_id = o.round_id`;

/**
 * Whether the inviter is qualified. An earlier round that was paid before this one was settled qualifies them; one that
 * was settled later does not. Where both were settled and paid at the same time, either is possible, and the stored
 * settlement says which.
 */
export const IS_QUALIFIED = sql<boolean>`coalesce(
  f.settled_at < r.settled_at and (paid.at < r.settled_at or stored.inviter_qualified), false)`;
