import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/queries/transfer-sources.ts';

/** A user's shares of the two pools on days whose payment was not over at a time. */
export function poolSources({ userId, since }: SourcesWanted): TransferSources {
  return sql`
    select case d.pool when 'nodes' then ${TRANSFER_KINDS['node-output'].code}::int else ${TRANSFER_KINDS['level-output'].code}::int end as kind,
      s.id as source_id, (date '1970-01-01' + d.day)::text as reference, false as failed
    from pool_day d join pool_share s on s.day = d.day and s.pool = d.pool and s.user_id = ${userId}
    where d.paid_at is null or d.paid_at >= ${since}`;
}
