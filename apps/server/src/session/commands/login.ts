import { getAddress, type Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionScope } from '#platform/http/handler.ts';
import { findMessage, insertSession, takeMessage, type User } from '../store.ts';
import { hashToken, newToken } from '../token.ts';
import { type SignatureChain, verifySignature } from '../verify-signature.ts';
import { ensureUser } from './ensure-user.ts';

export type LoginOrder = {
  readonly nonce: string;
  readonly signature: Hex;
  readonly chainId: number;
  /** What the session is to serve for; a text of the other kind is none. */
  readonly scope: SessionScope;
};
export type LoggedIn =
  | { readonly token: string; readonly expiresAt: Date; readonly user: User }
  | { readonly refusal: 'nonce-used-or-unknown' | 'message-expired' | 'signature-invalid' | 'try-again' };

/**
 * Exchanges the signature of a stored text for a session. The text of a nonce never changes, so it is verified first
 * and taken after, by one statement that only one of several callers wins; so a text is not lost either while the chain
 * cannot be asked. A wrong signature uses the text up.
 */
export async function login(
  { db, chain }: { db: Database; chain: SignatureChain },
  { nonce, signature, chainId, scope }: LoginOrder,
): Promise<LoggedIn> {
  const stored = await findMessage(db, nonce);
  if (stored?.chain_id !== chainId || stored.scope !== scope) return { refusal: 'nonce-used-or-unknown' };
  if (stored.expired) return { refusal: 'message-expired' };
  const address = getAddress(stored.address);
  const verdict = await verifySignature(chain, { address, message: stored.message, signature });
  if (verdict === 'chain-unavailable') return { refusal: 'try-again' };
  if (verdict === 'invalid') {
    await takeMessage(db, nonce);
    return { refusal: 'signature-invalid' };
  }
  return inTransaction(db, async (tx) => {
    if (!(await takeMessage(tx, nonce))) return { refusal: 'nonce-used-or-unknown' as const };
    const { user } = await ensureUser(tx, address);
    const token = newToken();
    const expiresAt = await insertSession(tx, { tokenHash: hashToken(token), userId: user.id, scope });
    return { token, expiresAt, user };
  });
}
