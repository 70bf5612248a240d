import { getConnection, signMessage } from 'wagmi/actions';
import { commandApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { startSession } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { askWallet } from './ask-wallet.ts';
import { isSameAddress } from './visitor-stage.ts';
import { walletConfig } from './wallet-config.ts';
import { WALLET_FAILURE_TEXTS } from './wallet-failure.ts';

/**
 * Signs in: a message from the server, its signature from the wallet, the login. A failure is shown in a toast and
 * starts no session; so does a change of the wallet's account in between.
 */
export async function signIn(): Promise<void> {
  const { address, connector } = getConnection(walletConfig);
  if (address === undefined || connector === undefined) return;
  const composed = await commandApi('POST /api/app/user/signMessage', {
    eth_address: address,
    domain: location.host,
    uri: location.origin,
  });
  if (composed === null) return;
  if (!composed.ok) return showToast(composed.msg || translate('session.failure.authorizationFailed'), 'danger');
  const signed = await askWallet({
    request: () => signMessage(walletConfig, { account: address, connector, message: composed.data.message }),
    text: translate('session.authorizePrompt.waiting'),
    repeatable: true,
  });
  if (!signed.ok) {
    // Any error other than the user's rejection is shown as "canceled or error".
    const key = signed.failure === 'call-failed' ? 'session.failure.signFailed' : WALLET_FAILURE_TEXTS[signed.failure];
    return showToast(translate(key), signed.failure === 'cancelled' ? 'plain' : 'danger');
  }
  if (!isStillConnected(address)) return showToast(translate('session.failure.accountChanged'), 'danger');
  const login = await commandApi('POST /api/app/user/login', { sign_hex: signed.value, nonce: composed.data.nonce });
  if (login === null) return;
  if (!login.ok) return showToast(login.msg || translate('session.failure.authorizationFailed'), 'danger');
  if (!isStillConnected(address)) return showToast(translate('session.failure.accountChanged'), 'danger');
  const { token, expiresAt, user } = login.data;
  startSession({ token, expiresAt, address, user });
  showToast(translate('session.loginDone'), 'success');
}

function isStillConnected(address: string): boolean {
  const now = getConnection(walletConfig).address;
  return now !== undefined && isSameAddress(now, address);
}
