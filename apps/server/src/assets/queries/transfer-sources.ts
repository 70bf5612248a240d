import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';

/**
 * Returns, as SQL, the possible sources of a user's transfers since a time: recharges; and withdrawals that were
 * requested or returned since then, or whose payment was written to the ledger since then, whenever it was made on
 * chain.
 */
export function assetSources({ userId, since }: SourcesWanted): TransferSources {
  return sql`
    select ${TRANSFER_KINDS.deposit.code}::int as kind, seq as source_id,
      'recharge ' || tx_hash as reference, false as failed
    from (select seq, tx_hash, credited_at from recharge where user_id = ${userId} offset 0) r
    where credited_at >= ${since}
    union all
    select ${TRANSFER_KINDS['unknown-payment'].code}::int, seq, 'payment ' || tx_hash, false
    from unknown_payment where user_id = ${userId} and applied_at >= ${since}
    union all
    select k.kind, w.id, 'withdrawal ' || w.id || k.payment, false
    from (
      select id, state, is_payout, requested_at, returned_at, tx_hash from withdrawal
      where user_id = ${userId} and greatest(requested_at, booked_at, returned_at) >= ${since} offset 0
    ) w cross join lateral (values
      (${TRANSFER_KINDS['withdrawal-request'].code}::int, w.requested_at >= ${since}, ''),
      (${TRANSFER_KINDS['operator-payout'].code}::int, w.is_payout and w.requested_at >= ${since}, ''),
      (${TRANSFER_KINDS['withdrawal-done'].code}::int, w.state = 'completed', coalesce(' ' || w.tx_hash, '')),
      (${TRANSFER_KINDS['withdrawal-returned'].code}::int, w.returned_at >= ${since}, '')
    ) k (kind, is_possible, payment)
    where k.is_possible`;
}
