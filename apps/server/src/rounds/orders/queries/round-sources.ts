import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';

const ORDER_TRANSFER_KINDS = (['join', 'principal-return', 'compensation', 'mint', 'distribute', 'split'] as const).map(
  (kind) => TRANSFER_KINDS[kind].code,
);

/**
 * Returns a subquery for the sources of a user's transfers in rounds: orders of rounds that had not ended at `since`,
 * and orders of invited users whose rewards were not all paid then.
 */
export function roundSources({ userId, since }: SourcesWanted): TransferSources {
  const roundName = sql`c.name || ' ' || r.phase || '-' || r.number`;
  return sql`
    select k.kind, o.id as source_id,
      'order ' || o.id || ', ' || ${roundName} || case when s.outcome = 'cancelled' then ', cancelled' else '' end
        as reference,
      coalesce(s.outcome = 'failed', false) as failed
    from mint_order o join round r on r.id = o.round_id join city c on c.id = r.city_id
      left join round_settlement s on s.round_id = r.id
      cross join unnest(${ORDER_TRANSFER_KINDS}::int[]) as k (kind)
    where o.user_id = ${userId} and not exists (
      select from round_transition t where t.round_id = o.round_id and t.state = 'ended' and t.at < ${since})
    union all
    select ${TRANSFER_KINDS.reward.code}::int, s.order_id, ${roundName}, false
    from order_settlement s join round r on r.id = s.round_id join city c on c.id = r.city_id
    where s.inviter_id = ${userId} and s.reward > 0 and not exists (
      select from round_transition t where t.round_id = s.round_id and t.state = 'minted' and t.at < ${since})`;
}
