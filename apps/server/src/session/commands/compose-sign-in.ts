import type { Address } from 'viem';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/database/database.ts';
import { checkSignInOrigin, type OriginRefusal, type SignInOrigin } from '../check-sign-in-origin.ts';
import { signInMessage } from '../sign-in-message.ts';
import { composeNonces, type SignInScope } from '../store/sign-in-texts.ts';

/**
 * Maximum number of sign-ins per statement, and of those that wait for the next statement or for a verifier; further
 * ones get `busy`.
 */
export const MOST_OF_BATCH = 200;
export const MOST_WAITING = 5_000;

export type SignInSettings = { readonly signInDomains: readonly string[]; readonly chainId: number };
export type SignInDeps = { readonly db: Database; readonly signIn: SignInSettings };

export type ComposeOrder = SignInOrigin & { readonly address: Address };
export type ComposedMessage =
  | { readonly message: string; readonly nonce: string }
  | { readonly refusal: OriginRefusal };

/**
 * Composes the text to sign, for one login within ten minutes. Nothing is stored: the nonce proves that the server
 * composed it. Returns both, or the refusal.
 */
export type ComposeSignIn = (order: ComposeOrder) => Promise<ComposedMessage>;

/** Returns the composer of the texts of a scope. Concurrent calls share their statements. */
export function createSignInComposer(
  { db, signIn: { chainId, signInDomains } }: SignInDeps,
  scope: SignInScope,
): ComposeSignIn {
  // Distinguishes calls of the same account in a batch.
  let calls = 0;
  const newNonce = createBatcher({
    partitionOf: () => 'texts',
    keyOf: ({ call }: { readonly call: number; readonly text: ComposeOrder }) => String(call),
    maximum: MOST_OF_BATCH,
    mostWaiting: MOST_WAITING,
    work: (items) => composeNonces(db, scope, { texts: items.map(({ text }) => text), chainId }),
  });
  return async (text) => {
    const refusal = checkSignInOrigin(text, signInDomains);
    if (refusal !== null) return { refusal };
    calls += 1;
    const { nonce, issued_at: issuedAt, expires_at: expiresAt } = await newNonce({ call: calls, text });
    return { message: signInMessage({ ...text, scope, chainId, nonce, issuedAt, expiresAt }), nonce };
  };
}
