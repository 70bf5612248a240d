import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { getConnection, signMessage } from 'wagmi/actions';
import { create } from 'zustand';
import { commandApi, readApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { isSameAddress } from '#platform/same-address.ts';
import { serverNow } from '#platform/server-clock.ts';
import { startSession } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { forgetOtherRecipients } from '#recipients/saved-recipients.ts';
import { askWallet } from './ask-wallet.ts';
import { expiryOf } from './sign-in-text.ts';
import { walletConfig } from './wallet-config.ts';
import { showWalletFailure } from './wallet-failure.ts';

/**
 * Signs in: a message from the server, its signature from the wallet, the login. After a failure, or if the wallet's
 * account changes in between, it shows a toast and starts no session.
 */
export async function signIn(): Promise<void> {
  const { address, connector } = getConnection(walletConfig);
  if (address === undefined || connector === undefined) return;
  const composed = await composeText(address);
  if (composed === null) return;
  const signed = await askWallet({
    request: () => signMessage(walletConfig, { account: address, connector, message: composed.message }),
    text: translate('wallet.authorizePrompt.waiting'),
    repeatable: true,
  });
  if (!signed.ok) {
    // Any error other than the user's rejection is shown as "canceled or error".
    return showWalletFailure(signed.failure === 'call-failed' ? 'sign-failed' : signed.failure);
  }
  if (!isStillConnected(address)) return showToast(translate('session.walletChanged'), 'danger');
  forgetText();
  const login = await commandApi('POST /api/app/user/login', { sign_hex: signed.value, nonce: composed.nonce });
  if (login === null) return;
  if (!login.ok) return showToast(login.msg || translate('wallet.failure.authorizationFailed'), 'danger');
  if (!isStillConnected(address)) return showToast(translate('session.walletChanged'), 'danger');
  const { token, expiresAt, user } = login.data;
  startSession({ token, expiresAt, address, user });
  forgetOtherRecipients(address);
  showToast(translate('wallet.loginDone'), 'success');
  void import('#notifications/renew-notices.ts').then(({ renewNotices }) => renewNotices()).catch(() => undefined);
}

type SignInText = ReplyOf<'POST /api/app/user/signMessage'> & { readonly address: string };

/** The text to sign: prefetched, and reused after a cancelled signature. */
export const useSignInText = create<{ readonly text: SignInText | null }>(() => ({ text: null }));

function forgetText(): void {
  useSignInText.setState({ text: null });
}

/**
 * Prefetches the text to sign for the connected account, so that the tap on "sign" can open the wallet immediately: iOS
 * opens no app from a tap that has waited for a server. A failure is silent; the tap then shows it.
 */
export async function prepareSignIn(): Promise<void> {
  const { address } = getConnection(walletConfig);
  if (address === undefined || openTextOf(address) !== null) return;
  const text = await readApi(SIGN_MESSAGE, requestOf(address)).catch(() => null);
  if (text !== null && isStillConnected(address)) useSignInText.setState({ text: { ...text, address } });
}

const SIGN_MESSAGE = 'POST /api/app/user/signMessage';

function requestOf(address: string) {
  return { eth_address: address, domain: location.host, uri: location.origin };
}

/** Returns the prefetched text for an address, unless it expires too soon. */
function openTextOf(address: string): SignInText | null {
  const { text } = useSignInText.getState();
  return text !== null && isSameAddress(text.address, address) && !hasExpired(text.message) ? text : null;
}

/** Returns the text to sign for an address, cached until it is used or expires; null after a toast. */
async function composeText(address: string): Promise<SignInText | null> {
  const open = openTextOf(address);
  if (open !== null) return open;
  const composed = await commandApi(SIGN_MESSAGE, requestOf(address));
  if (composed === null) return null;
  if (!composed.ok) {
    showToast(composed.msg || translate('wallet.failure.authorizationFailed'), 'danger');
    return null;
  }
  const text = { ...composed.data, address };
  useSignInText.setState({ text });
  return text;
}

/** Time for the user to sign, plus the error of the clock. */
const LEAST_LIFETIME_MS = 60_000;

/** Returns whether an EIP-4361 text expires too soon to be signed, or has no expiration time. */
function hasExpired(message: string): boolean {
  const expiresAt = expiryOf(message);
  return expiresAt === null || expiresAt - LEAST_LIFETIME_MS < serverNow();
}

function isStillConnected(address: string): boolean {
  const now = getConnection(walletConfig).address;
  return now !== undefined && isSameAddress(now, address);
}
