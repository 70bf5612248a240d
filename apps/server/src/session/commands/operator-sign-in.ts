import { expandSignature } from '@city-mint/api-contract/key-signature';
import { type Address, getAddress, type Hex } from 'viem';
import { createSlots } from '#platform/slots.ts';
import { signInPlaces } from '../check-sign-in-origin.ts';
import { signInMessage } from '../sign-in-message.ts';
import { openOperatorSession } from '../store/operator-sessions.ts';
import { findTexts, spendNonce } from '../store/sign-in-texts.ts';
import { hashToken, newToken } from '../token.ts';
import { verifyKeySignature } from '../verify-signature.ts';
import { MOST_WAITING, type SignInDeps } from './compose-sign-in.ts';

const scope = 'operator';

type OperatorLogin =
  | { readonly token: string; readonly address: Address; readonly expiresAt: Date }
  | { readonly refusal: 'nonce-used-or-unknown' | 'message-expired' | 'signature-invalid' };

/**
 * Returns the login of operators, whose sessions are in a separate table and only open reading: each action is signed.
 * They must sign with a key: nodes could forge the answer of a contract. Returns the token, or the refusal; an invalid
 * signature uses the nonce up.
 */
export function createOperatorLogin({
  db,
  signIn: { chainId, signInDomains },
}: SignInDeps): (order: { readonly nonce: string; readonly signature: Hex }) => Promise<OperatorLogin> {
  const places = signInPlaces(signInDomains);
  const slot = createSlots({ mostWaiting: MOST_WAITING });
  return async ({ nonce, signature }) => {
    const [text = null] = await findTexts(db, scope, { nonces: [nonce], places, chainId });
    if (text === null) return { refusal: 'nonce-used-or-unknown' };
    if (text.expired) return { refusal: 'message-expired' };
    const { domain, uri, issued_at: issuedAt, expires_at: expiresAt } = text;
    const address = getAddress(text.address);
    const message = signInMessage({ scope, address, chainId, domain, uri, nonce, issuedAt, expiresAt });
    await slot();
    if ((await verifyKeySignature({ address, message, signature })) === 'invalid') {
      await spendNonce(db, scope, nonce);
      return { refusal: 'signature-invalid' };
    }
    const token = newToken();
    const signed = { nonce, address, domain, uri, chainId, tokenHash: hashToken(token) };
    const endsAt = await openOperatorSession(db, { ...signed, signature: expandSignature(signature) });
    return endsAt === null ? { refusal: 'nonce-used-or-unknown' } : { token, address, expiresAt: endsAt };
  };
}
