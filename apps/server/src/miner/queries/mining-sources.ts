import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/queries/transfer-sources.ts';

/** What a user's machines mined on days whose payment was not over at a time. */
export function miningSources({ userId, since }: SourcesWanted): TransferSources {
  return sql`
    select ${TRANSFER_KINDS['hash-rate-output'].code}::int as kind, m.id as source_id,
      'machine ' || m.machine_id || ', ' || (date '1970-01-01' + m.day) as reference, false as failed
    from mining_day d join machine_day m on m.day = d.day and m.user_id = ${userId}
    where d.paid_at is null or d.paid_at >= ${since}`;
}
