import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/queries/transfer-sources.ts';

const OF_WITHDRAWALS = (['withdrawal-request', 'withdrawal-done', 'withdrawal-returned'] as const).map(
  (kind) => TRANSFER_KINDS[kind].code,
);

/** A user's recharges since a time, and all his withdrawals, for they end by the chain's clock. */
export function assetSources({ userId, since }: SourcesWanted): TransferSources {
  return sql`
    select ${TRANSFER_KINDS.deposit.code}::int as kind, seq as cause, 'recharge ' || tx_hash as reference, false as failed
    from recharge where user_id = ${userId} and credited_at >= ${since}
    union all
    select k.kind, w.id, 'withdrawal ' || w.id, false
    from withdrawal w cross join unnest(${OF_WITHDRAWALS}::int[]) as k (kind) where w.user_id = ${userId}`;
}
