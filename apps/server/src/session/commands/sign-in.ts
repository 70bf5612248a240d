import { expandSignature } from '@city-mint/api-contract/key-signature';
import { type Address, getAddress, type Hex } from 'viem';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/database/database.ts';
import { createSlots } from '#platform/slots.ts';
import { checkSignInOrigin, type OriginRefusal, type SignInOrigin, signInPlaces } from '../check-sign-in-origin.ts';
import { signInMessage } from '../sign-in-message.ts';
import { openOperatorSession } from '../store/operator-sessions.ts';
import { type OpenedSession, openSessions } from '../store/sessions.ts';
import { composeNonces, findTexts, type SignedText, type SignInScope, spendNonce } from '../store/sign-in-texts.ts';
import { hashToken, newToken } from '../token.ts';
import {
  type SignatureChain,
  type SignatureVerdict,
  verifyKeySignature,
  verifySignature,
} from '../verify-signature.ts';

/**
 * Maximum number of sign-ins per statement, and of those that wait for the next statement or for verification; further
 * ones get `busy`.
 */
const MOST_OF_BATCH = 200;
const MOST_WAITING = 5_000;

export type SignInSettings = { readonly signInDomains: readonly string[]; readonly chainId: number };
export type SignInDeps = {
  readonly db: Database;
  readonly signIn: SignInSettings;
  /** Resolves when the next signature may be verified; by default one per iteration of the event loop. */
  readonly slot?: () => Promise<void>;
};

export type ComposeOrder = SignInOrigin & { readonly address: Address };
export type ComposedMessage =
  | { readonly message: string; readonly nonce: string }
  | { readonly refusal: OriginRefusal };

export type LoginOrder = { readonly nonce: string; readonly signature: Hex };
export type LoginRefusal = 'nonce-used-or-unknown' | 'message-expired' | 'signature-invalid' | 'try-again';

/** A token and its session. */
export type LoggedIn<Session> = ({ readonly token: string } & Session) | { readonly refusal: LoginRefusal };

export type SignIn<Session> = {
  /**
   * Composes the text to sign, for one login within ten minutes. Nothing is stored: the nonce proves that the server
   * composed it. Returns both, or the refusal.
   */
  readonly compose: (order: ComposeOrder) => Promise<ComposedMessage>;
  /**
   * Exchanges the signature of such a text for a session; returns its token, or the refusal. After the verification,
   * one statement uses the nonce up, and succeeds for only one of several callers. An invalid signature uses the nonce
   * up; an unavailable chain does not.
   */
  readonly login: (order: LoginOrder) => Promise<LoggedIn<Session>>;
};

/** Returns the sign-in of participants. Concurrent sign-ins share their statements. */
export function createParticipantSignIn(deps: SignInDeps & { readonly chain: SignatureChain }): SignIn<OpenedSession> {
  const { chainId } = deps.signIn;
  const open = createBatcher<SignedText, { readonly opened: OpenedSession | null }>({
    partitionOf: () => 'sessions',
    keyOf: ({ nonce }) => nonce,
    maximum: MOST_OF_BATCH,
    mostWaiting: MOST_WAITING,
    work: async (signed) => (await openSessions(deps.db, { signed, chainId })).map((opened) => ({ opened })),
  });
  return createSignIn(deps, {
    scope: 'participant',
    verify: (signed) => verifySignature(deps.chain, signed),
    open: async (signed) => (await open(signed)).opened,
  });
}

/**
 * Returns the sign-in of operators, whose sessions are in a separate table. They must sign with a key: nodes could
 * forge the answer of a contract.
 */
export function createOperatorSignIn(
  deps: SignInDeps,
): SignIn<{ readonly address: Address; readonly expiresAt: Date }> {
  return createSignIn(deps, {
    scope: 'operator',
    verify: verifyKeySignature,
    open: async (signed) => {
      const signature = expandSignature(signed.signature);
      const expiresAt = await openOperatorSession(deps.db, { ...signed, signature });
      return expiresAt && { address: getAddress(signed.address), expiresAt };
    },
  });
}

type SignInParts<Session> = {
  readonly scope: SignInScope;
  readonly verify: (signed: { address: Address; message: string; signature: Hex }) => Promise<SignatureVerdict>;
  readonly open: (signed: SignedText & { readonly signature: Hex }) => Promise<Session | null>;
};

function createSignIn<Session>(
  { db, signIn, slot = createSlots({ mostWaiting: MOST_WAITING }) }: SignInDeps,
  { scope, verify, open }: SignInParts<Session>,
): SignIn<Session> {
  const { chainId, signInDomains } = signIn;
  const places = signInPlaces(signInDomains);
  // Distinguishes calls with the same nonce in a batch.
  let calls = 0;
  const newNonce = createBatcher({
    partitionOf: () => 'texts',
    keyOf: ({ call }: { readonly call: number; readonly text: ComposeOrder }) => String(call),
    maximum: MOST_OF_BATCH,
    mostWaiting: MOST_WAITING,
    work: (items) => composeNonces(db, scope, { texts: items.map(({ text }) => text), chainId }),
  });
  const find = createBatcher({
    partitionOf: () => 'nonces',
    keyOf: ({ call }: { readonly call: number; readonly nonce: string }) => String(call),
    maximum: MOST_OF_BATCH,
    mostWaiting: MOST_WAITING,
    work: async (items) => {
      const nonces = items.map(({ nonce }) => nonce);
      return (await findTexts(db, scope, { nonces, places, chainId })).map((text) => ({ text }));
    },
  });
  return {
    async compose(text) {
      const refusal = checkSignInOrigin(text, signInDomains);
      if (refusal !== null) return { refusal };
      calls += 1;
      const { nonce, issued_at: issuedAt, expires_at: expiresAt } = await newNonce({ call: calls, text });
      return { message: signInMessage({ ...text, scope, chainId, nonce, issuedAt, expiresAt }), nonce };
    },
    async login({ nonce, signature }) {
      calls += 1;
      const { text } = await find({ call: calls, nonce });
      if (text === null) return { refusal: 'nonce-used-or-unknown' };
      if (text.expired) return { refusal: 'message-expired' };
      const { domain, uri, issued_at: issuedAt, expires_at: expiresAt } = text;
      const address = getAddress(text.address);
      const message = signInMessage({ scope, address, chainId, domain, uri, nonce, issuedAt, expiresAt });
      await slot();
      const verdict = await verify({ address, message, signature });
      if (verdict === 'chain-unavailable') return { refusal: 'try-again' };
      if (verdict === 'invalid') {
        await spendNonce(db, scope, nonce);
        return { refusal: 'signature-invalid' };
      }
      const token = newToken();
      const session = await open({ nonce, address, domain, uri, chainId, tokenHash: hashToken(token), signature });
      return session === null ? { refusal: 'nonce-used-or-unknown' } : { token, ...session };
    },
  };
}
