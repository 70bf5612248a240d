import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { readPendingHashPower } from '#rounds/hash-power/queries.ts';

/** A user's compensation hash power in base units: to be claimed, claimed, and of that acknowledged by the exchange. */
export type HashPower = {
  readonly pending: TokenAmount;
  readonly claimed: TokenAmount;
  readonly sent: TokenAmount;
  readonly uid: string | null;
};

/** Where a user's hash power stands. docs/money-rules.md#7-hash-power-and-mining. */
export async function readHashPower(db: Database, userId: bigint): Promise<HashPower> {
  const pending = await readPendingHashPower(db, userId);
  const { rows } = await sql<{ claimed: bigint; sent: bigint; uid: string | null }>`
    select coalesce(sum(m.hash_rate), 0) as claimed,
      coalesce(sum(m.hash_rate) filter (where g.state = 'acknowledged'), 0) as sent,
      (select uid from exchange_account where user_id = ${userId}) as uid
    from machine m join exchange_grant g on g.machine_id = m.id
    where m.user_id = ${userId}`.execute(db);
  const row = rows[0] ?? { claimed: 0n, sent: 0n, uid: null };
  return { pending, claimed: tokenAmount(row.claimed), sent: tokenAmount(row.sent), uid: row.uid };
}
