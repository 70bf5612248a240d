import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';

const WITHDRAWAL_KINDS = (
  ['withdrawal-request', 'operator-payout', 'withdrawal-done', 'withdrawal-returned'] as const
).map((kind) => TRANSFER_KINDS[kind].code);

/**
 * Returns, as SQL, what can have moved a user's money: the recharges since a time, and all withdrawals, whatever their
 * age, because they end by the chain's clock.
 */
export function assetSources({ userId, since }: SourcesWanted): TransferSources {
  return sql`
    select ${TRANSFER_KINDS.deposit.code}::int as kind, seq as source_id,
      'recharge ' || tx_hash as reference, false as failed
    from recharge where user_id = ${userId} and credited_at >= ${since}
    union all
    select ${TRANSFER_KINDS['unknown-payment'].code}::int, seq, 'payment ' || tx_hash, false
    from unknown_payment where user_id = ${userId} and applied_at >= ${since}
    union all
    select k.kind, w.id, 'withdrawal ' || w.id, false
    from withdrawal w cross join unnest(${WITHDRAWAL_KINDS}::int[]) as k (kind) where w.user_id = ${userId}`;
}
