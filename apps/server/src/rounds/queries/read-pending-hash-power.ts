import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A user's hash power in base units that can be claimed now. rules.md section 7. */
export async function readPendingHashPower(db: Database, userId: bigint): Promise<TokenAmount> {
  const { rows } = await sql<{ pending: bigint }>`
    select coalesce(sum(s.hash), 0) as pending
    from order_settlement s join round r on r.id = s.round_id
    where s.user_id = ${userId} and s.hash > 0 and r.state = 'ended'
      and not exists (select 1 from hash_power_claim c where c.order_id = s.order_id)`.execute(db);
  return tokenAmount(rows[0]?.pending ?? 0n);
}
