import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import { callApi } from '#platform/api.ts';
import { currentSession, endSession, startSession } from '#platform/session-store.ts';
import { connectWallet, signText, type Wallet } from './wallets.ts';

/** Outcome of a sign-in: a session, a refusal by the server with its text, or a wallet that did not sign. */
export type SignInOutcome =
  | { readonly state: 'done' }
  | { readonly state: 'refused'; readonly msg: string; readonly details: RefusalDetails }
  | { readonly state: 'wallet' }
  | { readonly state: 'network' };

/** Signs an operator in with a wallet: fetches the text, has it signed, logs in. Returns the outcome. */
export async function signIn(wallet: Wallet): Promise<SignInOutcome> {
  const address = await connectWallet(wallet).catch(() => null);
  if (address === null) return { state: 'wallet' };
  try {
    const place = { eth_address: address, domain: location.host, uri: location.origin };
    const text = await callApi('POST /api/ops/signMessage', place);
    if (!text.ok) return { state: 'refused', msg: text.msg, details: text.details };
    const signature = await signText(wallet, { address, text: text.data.message }).catch(() => null);
    if (signature === null) return { state: 'wallet' };
    const login = await callApi('POST /api/ops/login', { sign_hex: signature, nonce: text.data.nonce });
    if (!login.ok) return { state: 'refused', msg: login.msg, details: login.details };
    startSession({ ...login.data, wallet: wallet.info.rdns });
    return { state: 'done' };
  } catch {
    return { state: 'network' };
  }
}

/** Ends the session in this tab, whether or not the server answers, and at the server. */
export async function signOut(): Promise<void> {
  if (currentSession() === null) return;
  const ended = callApi('POST /api/ops/logout', {}).catch(() => null);
  endSession();
  await ended;
}
