import { randomBytes } from 'node:crypto';
import type { Address } from 'viem';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionScope } from '#platform/http/handler.ts';
import { checkSignInPlace, type PlaceRefusal, type SignInPlace } from '../check-sign-in-place.ts';
import { signInMessage } from '../sign-in-message.ts';
import { countOpenMessages, deleteExpiredMessages, insertMessage, lockAddress } from '../store.ts';
import { type TooManyOpen, tooManyOpen } from '../too-many-open.ts';

/** How long a text can be signed (api.md). */
const VALID_MS = 10 * 60_000;
/**
 * How many texts an address may have open that one caller asked for, and altogether: whoever asks for texts in
 * another's name does not keep him out, and yet cannot fill the table.
 */
const MOST_OPEN_OF_CALLER = 5;
const MOST_OPEN = 50;

export type ComposeOrder = SignInPlace & {
  readonly address: Address;
  /** Who asks, as `limitedAddress` counts callers. */
  readonly caller: string;
  /** What the session that follows will serve for. */
  readonly scope: SessionScope;
};
export type ComposeSettings = { readonly signInDomains: readonly string[]; readonly chainId: number };
export type Composed =
  | { readonly message: string; readonly nonce: string }
  | { readonly refusal: PlaceRefusal }
  | TooManyOpen;

/** Makes the text to sign and stores it under its nonce, for one login within ten minutes. Moves nothing. */
export async function composeMessage(db: Database, order: ComposeOrder, settings: ComposeSettings): Promise<Composed> {
  const refusal = checkSignInPlace(order, settings.signInDomains);
  if (refusal !== null) return { refusal };
  const nonce = randomBytes(16).toString('hex');
  const { address, caller, domain, uri, scope } = order;
  const { chainId } = settings;
  return inTransaction(db, async (tx) => {
    await lockAddress(tx, address);
    await deleteExpiredMessages(tx, 10);
    const own = await countOpenMessages(tx, { address, caller });
    if (own.count >= MOST_OPEN_OF_CALLER) return tooManyOpen(own, MOST_OPEN_OF_CALLER);
    const all = await countOpenMessages(tx, { address });
    if (all.count >= MOST_OPEN) return tooManyOpen(all, MOST_OPEN);
    const issuedAt = new Date(await databaseTime(tx));
    const expiresAt = new Date(issuedAt.getTime() + VALID_MS);
    const message = signInMessage({ address, chainId, domain, uri, nonce, issuedAt, expiresAt, scope });
    await insertMessage(tx, { nonce, address, caller, message, chainId, scope, createdAt: issuedAt, expiresAt });
    return { message, nonce };
  });
}
