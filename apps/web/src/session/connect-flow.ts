import type { Connector } from 'wagmi';
import { connect, disconnect, getConnection } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { showToast } from '#platform/toast-store.ts';
import { askWallet } from './ask-wallet.ts';
import { isPhone } from './embedded-wallet.ts';
import { goThrough } from './go-through.ts';
import { abortPairing } from './pairing-store.ts';
import { walletConfig } from './wallet-config.ts';
import { showWalletFailure } from './wallet-failure.ts';

/** Connects a wallet and shows a toast with the result. `watchConnection` opens the next prompt. */
export async function connectWallet(connector: Connector): Promise<void> {
  const current = getConnection(walletConfig);
  if (current.connector?.uid === connector.uid && current.isConnected) return;
  if (current.isConnected) await disconnect(walletConfig);
  const isPairing = connector.id === 'walletConnect';
  const answer = await askWallet({
    request: () => connect(walletConfig, { connector }),
    text: translate(isPairing && !isPhone() ? 'wallet.connectPrompt.waitingForScan' : 'wallet.connectPrompt.waiting'),
    repeatable: true,
    isPairing,
  });
  // A wallet must not join by a QR code that has been closed.
  if (!answer.ok) abortPairing();
  if (answer.ok) {
    showToast(translate('wallet.connected'), 'success');
    // iOS opens a wallet app only for a tap.
    if (!isPairing || !isPhone()) await goThrough();
  } else if (answer.failure === 'call-failed') showToast(translate('wallet.connectionFailed'), 'danger');
  else showWalletFailure(answer.failure);
}
