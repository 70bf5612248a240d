import { disconnect, getConnection } from 'wagmi/actions';
import { commandApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { currentSession, endSession } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { forgetOtherRecipients } from '#recipients/saved-recipients.ts';
import { openPrompt } from './prompt-store.ts';
import { restoredConnections, startWallet } from './start-wallet.ts';
import { walletConfig } from './wallet-config.ts';
import { classifyWalletError, isAlreadyDisconnected, loadFailureTexts, walletFailureText } from './wallet-failure.ts';
import { useWalletStore } from './wallet-store.ts';

/** Ends the session on the server and disconnects the wallet, which ends the session here. */
export async function disconnectWallet(): Promise<void> {
  forgetOtherRecipients(null);
  if (currentSession() !== null) await commandApi('POST /api/app/user/logout', {});
  await startWallet();
  if (useWalletStore.getState().status === 'reconnecting') return forgetEarlierWallet();
  const { connector } = getConnection(walletConfig);
  try {
    await disconnect(walletConfig);
  } catch (error) {
    if (isAlreadyDisconnected(error)) connector?.emitter.emit('disconnect');
    else await showDisconnectFailure(error);
  }
}

/**
 * Ends a connection that is still being restored, e.g. while the relay is down: there is no wallet to disconnect yet.
 * If the wallet is restored later, it is disconnected then, unless the user has connected again.
 */
async function forgetEarlierWallet(): Promise<void> {
  await walletConfig.storage?.removeItem('recentConnectorId');
  walletConfig.setState((state) => ({ ...state, connections: new Map(), current: null, status: 'disconnected' }));
  endSession();
  openPrompt('connect');
  const restored = await restoredConnections();
  if (getConnection(walletConfig).status !== 'disconnected') return;
  await Promise.allSettled(restored.map(({ connector }) => connector.disconnect()));
}

/** Such a wallet can only be disconnected in its app, so the text of an unknown failure does not suggest a retry. */
async function showDisconnectFailure(error: unknown): Promise<void> {
  const failure = classifyWalletError(error);
  await loadFailureTexts();
  const isUnknown = failure === 'call-failed';
  showToast(isUnknown ? translate('session.failure.callFailedFinal') : walletFailureText(failure), 'danger');
}
