import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SignedText } from './sign-in-texts.ts';

/** Opens an operator's session of eight hours; returns its end, or null if the text's nonce has been used. */
export async function openOperatorSession(
  db: Database,
  signed: SignedText & { readonly signature: string },
): Promise<Date | null> {
  const { nonce, address, domain, uri, chainId, tokenHash, signature } = signed;
  const { rows } = await sql<{ expiresAt: Date | null }>`
    select operator_session_open(${nonce}, ${address}, ${domain}, ${uri}, ${chainId}, ${tokenHash},
      ${signature})
      as "expiresAt"`.execute(db);
  return rows[0]?.expiresAt ?? null;
}

export type OperatorSessionRow = { token_hash: Buffer; address: string; is_over: boolean; is_stale: boolean };

/**
 * Returns operators' sessions by the hashes of their tokens. A session lasts eight hours, or half an hour without a
 * call.
 */
export async function findOperatorSessions(
  db: Database,
  tokenHashes: readonly Buffer[],
): Promise<OperatorSessionRow[]> {
  const { rows } = await sql<OperatorSessionRow>`
    select token_hash, address,
      ended_at is not null or expires_at <= now() or last_used_at <= now() - interval '30 minutes' as is_over,
      last_used_at <= now() - interval '1 minute' as is_stale
    from operator_session where token_hash = any(${tokenHashes}::bytea[])`.execute(db);
  return rows;
}

/** Stores that these sessions are in use; returns once that is done. Skips rows that another process has locked. */
export async function touchOperatorSessions(db: Database, tokenHashes: readonly Buffer[]): Promise<void> {
  await sql`update operator_session set last_used_at = now() where token_hash in (
    select token_hash from operator_session
    where token_hash = any(${tokenHashes}::bytea[]) and last_used_at <= now() - interval '1 minute'
    order by token_hash for update skip locked)`.execute(db);
}

/** Ends the operator's session of a token, unless it has ended; returns once that is stored. */
export async function endOperatorSession(db: Database, tokenHash: Buffer): Promise<void> {
  await sql`update operator_session set ended_at = now(), end_reason = 'logout'
    where token_hash = ${tokenHash} and ended_at is null`.execute(db);
}

/** Ends all operator sessions of an address (EIP-55); returns once that is stored. */
export async function endSessionsOfOperator(tx: Database, address: string): Promise<void> {
  await sql`update operator_session set ended_at = now(), end_reason = 'no operator any more'
    where address = ${address} and ended_at is null`.execute(tx);
}
