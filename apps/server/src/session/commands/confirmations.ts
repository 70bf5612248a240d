import { randomBytes } from 'node:crypto';
import { getAddress, type Hex } from 'viem';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { type ConfirmedAction, confirmationMessage } from '../confirmation-message.ts';
import { TEXT_VALID_MS, type TooManyOpen, tooManyOpen } from '../open-texts.ts';
import {
  countOpenConfirmations,
  deleteConfirmation,
  findConfirmation,
  insertConfirmation,
  lockConfirmations,
} from '../store/confirmations.ts';
import { type SignatureChain, verifySignature } from '../verify-signature.ts';

/** Maximum number of open texts per user. */
const MAX_OPEN_CONFIRMATIONS = 5;

export type ConfirmationOrder = {
  readonly userId: bigint;
  readonly token: SessionToken;
  /** EIP-55. */
  readonly address: string;
  readonly confirmed: ConfirmedAction;
  /** The consequences of the action, line by line; part of the text. */
  readonly notice: readonly string[];
  /** The page's domain, as the text names it, and the chain of its wallet. */
  readonly domain: string;
  readonly chainId: number;
};

/**
 * Composes the text that confirms exactly this action and stores it under its nonce, for one use within ten minutes.
 * Returns both, or the refusal; moves no money.
 */
export async function composeConfirmation(
  db: Database,
  order: ConfirmationOrder,
): Promise<{ readonly message: string; readonly nonce: string } | TooManyOpen> {
  const nonce = randomBytes(16).toString('hex');
  const { userId, token, confirmed } = order;
  return inTransaction(db, async (tx) => {
    await lockConfirmations(tx, userId);
    const openTexts = await countOpenConfirmations(tx, userId);
    if (openTexts.count >= MAX_OPEN_CONFIRMATIONS) return tooManyOpen(openTexts, MAX_OPEN_CONFIRMATIONS);
    const issuedAt = new Date(await databaseTime(tx));
    const expiresAt = new Date(issuedAt.getTime() + TEXT_VALID_MS);
    const message = confirmationMessage({ ...order, nonce, issuedAt, expiresAt });
    await insertConfirmation(tx, { nonce, token, confirmed, message, createdAt: issuedAt, expiresAt });
    return { message, nonce };
  });
}

export type ConfirmationDeps = { readonly db: Database; readonly chain: SignatureChain };

export type SignedConfirmation = {
  readonly userId: bigint;
  readonly token: SessionToken;
  /** The account that must have signed; EIP-55. */
  readonly address: string;
  readonly confirmed: ConfirmedAction;
  readonly nonce: string;
  readonly signature: Hex;
};

/** A text and its signature, so that later readers can verify them again. */
export type SignedText = { readonly message: string; readonly signature: Hex };

export type ConfirmationRefusal = 'nonce-used-or-unknown' | 'message-expired' | 'signature-invalid' | 'try-again';

/**
 * Runs `commit` for an action that the user's wallet confirmed, in the transaction that deletes the text. So an action
 * runs at most once, and never with the text of another action or user. The signature is verified before the
 * transaction, since contract wallets are read from the chain: an invalid signature uses the text up, an unavailable
 * chain does not. Returns the result of `commit`; its refusals use the text up, too. `commit` may run several times
 * (deadlocks), so it must have no effect outside the database.
 */
export async function consumeConfirmation<Result>(
  { db, chain }: ConfirmationDeps,
  signed: SignedConfirmation,
  commit: (tx: Database, text: SignedText) => Promise<Result>,
): Promise<{ readonly done: Result } | { readonly refusal: ConfirmationRefusal }> {
  const { token, nonce, signature } = signed;
  const storedText = await findConfirmation(db, signed);
  if (storedText === undefined) return { refusal: 'nonce-used-or-unknown' };
  if (storedText.expired) return { refusal: 'message-expired' };
  const address = getAddress(signed.address);
  const verdict = await verifySignature(chain, { address, message: storedText.message, signature });
  if (verdict === 'chain-unavailable') return { refusal: 'try-again' };
  if (verdict === 'invalid') {
    await deleteConfirmation(db, token, nonce);
    return { refusal: 'signature-invalid' };
  }
  return inTransaction(db, async (tx) => {
    if (!(await deleteConfirmation(tx, token, nonce))) return { refusal: 'nonce-used-or-unknown' as const };
    return { done: await commit(tx, { message: storedText.message, signature }) };
  });
}
