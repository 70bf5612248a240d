import { randomBytes } from 'node:crypto';
import { type Address, getAddress, type Hex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionScope } from '#platform/http/handler.ts';
import { checkSignInOrigin, type OriginRefusal, type SignInOrigin } from '../check-sign-in-origin.ts';
import { TEXT_VALID_MS, type TooManyOpen, tooManyOpen } from '../open-texts.ts';
import { insertSession } from '../store/sessions.ts';
import {
  countOpenMessages,
  deleteExpiredMessages,
  deleteMessage,
  findMessage,
  insertMessage,
  lockAddress,
} from '../store/sign-in-messages.ts';
import type { User } from '../store/users.ts';
import { hashToken, newToken } from '../token.ts';
import { type SignatureChain, verifyKeySignature, verifySignature } from '../verify-signature.ts';
import { ensureUser } from './users.ts';

/**
 * How many texts one caller may have open for an address, and all callers together: requests in another's name do not
 * lock that user out, and cannot fill the table.
 */
const MAX_OPEN_OF_CALLER = 5;
const MAX_OPEN = 50;

export type ComposeOrder = SignInOrigin & {
  readonly address: Address;
  /** The caller, as returned by `limitedAddress`. */
  readonly caller: string;
  /** The scope of the session that follows. */
  readonly scope: SessionScope;
};
export type ComposeSettings = { readonly signInDomains: readonly string[]; readonly chainId: number };
export type ComposedMessage =
  | { readonly message: string; readonly nonce: string }
  | { readonly refusal: OriginRefusal }
  | TooManyOpen;

/**
 * Composes the text to sign and stores it under its nonce, for one login within ten minutes. Returns both, or the
 * refusal; moves nothing.
 */
export async function composeMessage(
  db: Database,
  order: ComposeOrder,
  settings: ComposeSettings,
): Promise<ComposedMessage> {
  const refusal = checkSignInOrigin(order, settings.signInDomains);
  if (refusal !== null) return { refusal };
  const nonce = randomBytes(16).toString('hex');
  const { address, caller, domain, uri, scope } = order;
  const { chainId } = settings;
  return inTransaction(db, async (tx) => {
    await lockAddress(tx, address);
    await deleteExpiredMessages(tx, 10);
    const openOfCaller = await countOpenMessages(tx, { address, caller });
    if (openOfCaller.count >= MAX_OPEN_OF_CALLER) return tooManyOpen(openOfCaller, MAX_OPEN_OF_CALLER);
    const openOfAll = await countOpenMessages(tx, { address });
    if (openOfAll.count >= MAX_OPEN) return tooManyOpen(openOfAll, MAX_OPEN);
    const issuedAt = new Date(await databaseTime(tx));
    const expiresAt = new Date(issuedAt.getTime() + TEXT_VALID_MS);
    const message = signInMessage({ address, chainId, domain, uri, nonce, issuedAt, expiresAt, scope });
    await insertMessage(tx, { nonce, address, caller, message, chainId, scope, createdAt: issuedAt, expiresAt });
    return { message, nonce };
  });
}

/** What the wallet shows above the fields; EIP-4361 allows only ASCII. */
const SIGN_IN_STATEMENTS = {
  participant: 'Sign in to City Mint. This sends no transaction, costs nothing and moves no money.',
  operator: 'Sign in to City Mint AS AN OPERATOR. This sends no transaction, costs nothing and moves no money.',
} as const;

type SignInText = {
  readonly scope: SessionScope;
  readonly address: Address;
  readonly chainId: number;
  readonly domain: string;
  readonly uri: string;
  /** 32 hex digits. */
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/** The EIP-4361 text of a sign-in, composed by the server alone: exactly this text is verified later. */
function signInMessage(text: SignInText): string {
  return createSiweMessage({
    version: '1',
    statement: SIGN_IN_STATEMENTS[text.scope],
    address: text.address,
    chainId: text.chainId,
    domain: text.domain,
    uri: text.uri,
    nonce: text.nonce,
    issuedAt: text.issuedAt,
    expirationTime: text.expiresAt,
  });
}

export type LoginOrder = {
  readonly nonce: string;
  readonly signature: Hex;
  readonly chainId: number;
  /** The scope of the session; a text of the other scope is refused. */
  readonly scope: SessionScope;
};
export type LoggedIn =
  | { readonly token: string; readonly expiresAt: Date; readonly user: User }
  | { readonly refusal: 'nonce-used-or-unknown' | 'message-expired' | 'signature-invalid' | 'try-again' };

/**
 * Exchanges the signature of a stored text for a session; returns its token and end, or the refusal. The text of a
 * nonce never changes, so it is verified first and deleted after, by one statement that succeeds for one of several
 * callers: it is not used up while the chain is unavailable. An invalid signature uses it up.
 */
export async function login(
  { db, chain }: { db: Database; chain: SignatureChain },
  { nonce, signature, chainId, scope }: LoginOrder,
): Promise<LoggedIn> {
  const storedText = await findMessage(db, nonce);
  if (storedText?.chain_id !== chainId || storedText.scope !== scope) return { refusal: 'nonce-used-or-unknown' };
  if (storedText.expired) return { refusal: 'message-expired' };
  const address = getAddress(storedText.address);
  const signed = { address, message: storedText.message, signature };
  // What a contract says is what its code says tomorrow: only a key signs in as an operator.
  const verdict = scope === 'operator' ? await verifyKeySignature(signed) : await verifySignature(chain, signed);
  if (verdict === 'chain-unavailable') return { refusal: 'try-again' };
  if (verdict === 'invalid') {
    await deleteMessage(db, nonce);
    return { refusal: 'signature-invalid' };
  }
  return inTransaction(db, async (tx) => {
    if (!(await deleteMessage(tx, nonce))) return { refusal: 'nonce-used-or-unknown' as const };
    const { user } = await ensureUser(tx, address);
    const token = newToken();
    const expiresAt = await insertSession(tx, { tokenHash: hashToken(token), userId: user.id, scope });
    return { token, expiresAt, user };
  });
}
