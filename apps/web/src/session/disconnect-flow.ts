import { disconnect, getConnection } from 'wagmi/actions';
import { commandApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { currentSession } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { walletConfig } from './wallet-config.ts';
import { classifyWalletError, isAlreadyDisconnected, WALLET_FAILURE_TEXTS } from './wallet-failure.ts';

/** Ends the session on the server and disconnects the wallet; the session ends here when the connection does. */
export async function disconnectWallet(): Promise<void> {
  if (currentSession() !== null) await commandApi('POST /api/app/user/logout', {});
  const { connector } = getConnection(walletConfig);
  try {
    await disconnect(walletConfig);
  } catch (error) {
    if (isAlreadyDisconnected(error)) connector?.emitter.emit('disconnect');
    else showToast(disconnectFailureText(error), 'danger');
  }
}

/** A wallet that does not let go can only be disconnected in itself: to try again does not help. */
function disconnectFailureText(error: unknown): string {
  const failure = classifyWalletError(error);
  return translate(failure === 'call-failed' ? 'session.failure.callFailedFinal' : WALLET_FAILURE_TEXTS[failure]);
}
