import { randomBytes } from 'node:crypto';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { type ConfirmedAct, confirmationMessage } from '../confirmation-message.ts';
import {
  countOpenConfirmations,
  deleteExpiredConfirmations,
  insertConfirmation,
  lockConfirmations,
} from '../store/confirmations.ts';
import { type TooManyOpen, tooManyOpen } from '../too-many-open.ts';

/** How long a text can be signed, and how many a user may have open; as for signing in. */
const VALID_MS = 10 * 60_000;
const MOST_OPEN_CONFIRMATIONS = 5;

export type ConfirmationOrder = {
  readonly userId: bigint;
  /** EIP-55. */
  readonly address: string;
  readonly act: ConfirmedAct;
  /** The name that the text gives to the place that asks, and the chain of its wallet. */
  readonly domain: string;
  readonly chainId: number;
};

/**
 * Makes the text that confirms exactly this act and stores it under its nonce, for one use within ten minutes. Moves
 * nothing.
 */
export async function composeConfirmation(
  db: Database,
  order: ConfirmationOrder,
): Promise<{ readonly message: string; readonly nonce: string } | TooManyOpen> {
  const nonce = randomBytes(16).toString('hex');
  const { userId, act } = order;
  return inTransaction(db, async (tx) => {
    await lockConfirmations(tx, userId);
    await deleteExpiredConfirmations(tx, 10);
    const open = await countOpenConfirmations(tx, userId);
    if (open.count >= MOST_OPEN_CONFIRMATIONS) return tooManyOpen(open, MOST_OPEN_CONFIRMATIONS);
    const issuedAt = new Date(await databaseTime(tx));
    const expiresAt = new Date(issuedAt.getTime() + VALID_MS);
    const message = confirmationMessage({ ...order, nonce, issuedAt, expiresAt });
    await insertConfirmation(tx, { nonce, userId, act, message, createdAt: issuedAt, expiresAt });
    return { message, nonce };
  });
}
