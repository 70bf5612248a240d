import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';

const ORDER_KINDS = ['join', 'principal-return', 'compensation', 'mint', 'distribute', 'split'] as const;

/**
 * Returns a subquery for the sources of a user's transfers in rounds: orders of rounds that had not ended at `since`,
 * and orders of invited users whose rewards were not all paid then.
 */
export function roundSources({ userId, since, kinds }: SourcesWanted): TransferSources {
  const codes = ORDER_KINDS.filter((kind) => kinds?.includes(kind) ?? true).map((kind) => TRANSFER_KINDS[kind].code);
  const roundName = sql`c.name || ' ' || r.phase || '-' || r.number`;
  const ofOrders = sql`
    select k.kind, o.id as source_id,
      'order ' || o.id || ', ' || ${roundName} || case when s.outcome = 'cancelled' then ', cancelled' else '' end
        as reference,
      coalesce(s.outcome = 'failed', false) as failed
    from mint_order o join round r on r.id = o.round_id join city c on c.id = r.city_id
      left join round_settlement s on s.round_id = r.id
      cross join unnest(${codes}::int[]) as k (kind)
    where o.user_id = ${userId} and not exists (
      select from round_transition t where t.round_id = o.round_id and t.state = 'ended' and t.at < ${since})`;
  const rewards = sql`
    select ${TRANSFER_KINDS.reward.code}::int as kind, s.order_id as source_id, ${roundName} as reference,
      false as failed
    from order_settlement s join round r on r.id = s.round_id join city c on c.id = r.city_id
    where s.inviter_id = ${userId} and s.reward > 0 and not exists (
      select from round_transition t where t.round_id = s.round_id and t.state = 'minted' and t.at < ${since})`;
  if (kinds?.includes('reward') === false) return ofOrders;
  return codes.length === 0 ? rewards : sql`${ofOrders} union all ${rewards}`;
}

/**
 * Returns the same for one kind of transfers of a user's own orders, of all of them: by their ids alone, so that it
 * reads no other row of an order.
 */
export function ownOrderSources(userId: bigint, kind: OrderTransferKind): TransferSources {
  return sql`select ${TRANSFER_KINDS[kind].code}::int as kind, o.id as source_id, '' as reference, false as failed
    from mint_order o where o.user_id = ${userId}`;
}

export type OrderTransferKind = (typeof ORDER_KINDS)[number];

/** Returns whether transfers of a kind are made for orders, from or to the account of who joined. */
export function isOfOwnOrders(kind: TransferKind): kind is OrderTransferKind {
  return ORDER_KINDS.some((name) => name === kind);
}
