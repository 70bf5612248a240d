import { getAddress, type Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { ConfirmedAct } from '../confirmation-message.ts';
import { findConfirmation, takeConfirmation } from '../store/confirmations.ts';
import { type SignatureChain, verifySignature } from '../verify-signature.ts';

export type ConfirmationDeps = { readonly db: Database; readonly chain: SignatureChain };

export type SignedConfirmation = {
  readonly userId: bigint;
  /** The account that has to have signed; EIP-55. */
  readonly address: string;
  readonly act: ConfirmedAct;
  readonly nonce: string;
  readonly signature: Hex;
};

export type ConfirmationRefusal = 'nonce-used-or-unknown' | 'message-expired' | 'signature-invalid' | 'try-again';

/**
 * Does what the user's wallet confirmed: `commit` runs in the one transaction that takes the text out of use, so an act
 * is done once or not at all, and never with a text that was made for another act or another user. The signature is
 * checked before, outside the transaction, for a contract wallet is asked on the chain; a wrong one uses the text up, a
 * chain that does not answer does not. What `commit` refuses has used the text up too. `commit` may run several times
 * (deadlocks) and does nothing outside the database.
 */
export async function consumeConfirmation<Result>(
  { db, chain }: ConfirmationDeps,
  signed: SignedConfirmation,
  commit: (tx: Database) => Promise<Result>,
): Promise<{ readonly done: Result } | { readonly refusal: ConfirmationRefusal }> {
  const { nonce, signature } = signed;
  const stored = await findConfirmation(db, signed);
  if (stored === undefined) return { refusal: 'nonce-used-or-unknown' };
  if (stored.expired) return { refusal: 'message-expired' };
  const address = getAddress(signed.address);
  const verdict = await verifySignature(chain, { address, message: stored.message, signature });
  if (verdict === 'chain-unavailable') return { refusal: 'try-again' };
  if (verdict === 'invalid') {
    await takeConfirmation(db, nonce);
    return { refusal: 'signature-invalid' };
  }
  return inTransaction(db, async (tx) => {
    if (!(await takeConfirmation(tx, nonce))) return { refusal: 'nonce-used-or-unknown' as const };
    return { done: await commit(tx) };
  });
}
