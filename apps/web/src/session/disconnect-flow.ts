import { disconnect } from 'wagmi/actions';
import { commandApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { currentSession } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { walletConfig } from './wallet-config.ts';
import { classifyWalletError } from './wallet-failure.ts';

/** Lets go of the wallet, and with it of the session. */
export async function disconnectWallet(): Promise<void> {
  if (currentSession() !== null) await commandApi('POST /api/app/user/logout', {});
  try {
    await disconnect(walletConfig);
  } catch (error) {
    showToast(translate(FAILURE_TEXTS[classifyWalletError(error)]), 'danger');
  }
}
