import { translate } from '#platform/i18n/translate.ts';
import { duringBlockingCall } from '#platform/loading.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { onceSheetsAreClosed } from '#ui/sheet-history.ts';
import { currentStage } from './current-visitor.ts';
import { restoredWallet } from './load-wallet.ts';
import { promptOfStage, usePromptStore } from './prompt-store.ts';
import type { VisitorStage } from './visitor-stage.ts';
import { useWalletStore } from './wallet-store.ts';

/**
 * Call before an operation that needs a session. Opens the prompts to connect, switch and authorize, of which the first
 * one needs a tap; resolves true once the visitor is authorized on the right chain, and false when they close the
 * prompt.
 */
export async function ensureAuthorized(): Promise<boolean> {
  if (useWalletStore.getState().status === 'reconnecting' && !(await isWalletRestored())) return false;
  const stage = currentStage();
  if (stage === 'authorized') return true;
  showWhatIsMissing(stage);
  usePromptStore.setState({ prompt: promptOfStage(stage) ?? 'connect', isThrough: true });
  return new Promise((resolve) => {
    const check = () => {
      const authorized = currentStage() === 'authorized';
      if (!authorized && usePromptStore.getState().prompt !== null) return;
      for (const stop of stops) stop();
      // The caller may change the URL, so wait until the history entry of the prompt is gone.
      onceSheetsAreClosed(() => resolve(authorized));
    };
    // One prompt closes before the next one opens: check only after both.
    const checkSoon = () => setTimeout(check, 50);
    const stops = [
      usePromptStore.subscribe(checkSoon),
      useSessionStore.subscribe(checkSoon),
      useWalletStore.subscribe(checkSoon),
    ];
  });
}

/** Waits for the wallet of an earlier visit, which the page shows before the library has reconnected it. */
async function isWalletRestored(): Promise<boolean> {
  try {
    await duringBlockingCall(restoredWallet);
    return true;
  } catch {
    showToast(translate('ui.networkError'), 'danger');
    return false;
  }
}

function showWhatIsMissing(stage: VisitorStage): void {
  if (stage === 'connected') showToast(translate('session.notAuthorized'));
  else if (stage === 'wrong-chain') showToast(translate('session.wrongNetwork'));
  else showToast(translate('session.notConnected'));
}
