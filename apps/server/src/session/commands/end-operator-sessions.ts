import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Ends every session that an address (EIP-55) has as an operator; his sessions as a participant go on. */
export async function endOperatorSessions(tx: Database, address: string): Promise<void> {
  await sql`update session s set ended_at = now(), end_reason = 'no operator any more'
    from app_user u where u.id = s.user_id and u.address = ${address} and s.scope = 'operator' and s.ended_at is null`.execute(
    tx,
  );
}
