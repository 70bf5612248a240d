import { getConnection, watchConnection as watchWallet } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { currentSession, endSession, useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { activeChain } from './active-chain.ts';
import { useWalletWait } from './ask-wallet.ts';
import { connectionChange } from './connection-change.ts';
import { closePrompt, openPrompt } from './prompt-store.ts';
import type { MemberStatus } from './visitor-stage.ts';
import { walletConfig } from './wallet-config.ts';

/** Keeps session and prompts in step with the wallet, for as long as the page is open. Call once at start. */
export function watchConnection(): void {
  let before = standing();
  const look = () => {
    const now = standing();
    const effect = connectionChange(before, now);
    const left = before.address;
    before = now;
    if (effect.endSession) {
      endSession();
      before = standing();
    }
    if (effect.walletChanged) showToast(translate('session.walletChanged'), 'danger');
    if (effect.prompt === 'close') closePrompt();
    else if (effect.prompt !== null) openPrompt(effect.prompt);
    // What was asked of an account is not asked of the one after it.
    if (left !== undefined && left !== now.address) useWalletWait.getState().wait?.cancel();
  };
  watchWallet(walletConfig, { onChange: look });
  useSessionStore.subscribe(look);
}

function standing(): MemberStatus {
  const { status, address, chainId } = getConnection(walletConfig);
  return { status, address, chainId, activeChainId: activeChain.id, sessionAddress: currentSession()?.address ?? null };
}
