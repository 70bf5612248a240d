import { translate } from '#platform/i18n/translate.ts';
import { endSession, useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { connectionChange } from './connection-change.ts';
import { currentVisitor } from './current-visitor.ts';
import { closePrompt, openPrompt, usePromptStore } from './prompt-store.ts';
import { staysOnChain } from './staying-chain.ts';
import { type VisitorStatus, visitorStage } from './visitor-stage.ts';
import { useWalletStore } from './wallet-store.ts';
import { useWalletWait } from './wallet-wait.ts';

/** Synchronizes session and prompts with the wallet while the page is open. Call once at start. */
export function watchConnection(): void {
  // The connection of the last visit counts once it is restored.
  let previous: VisitorStatus = { ...currentVisitor(), status: 'disconnected', address: undefined, chainId: undefined };
  const handleChange = (sessionChangedElsewhere: boolean) => {
    const current = currentVisitor();
    // Ask nothing about a connection that may turn out to be lost.
    if (current.status === 'reconnecting') return;
    const effect = connectionChange(previous, current, staysOnChain(current.address, current.chainId));
    const previousAddress = previous.address;
    previous = current;
    if (effect.endSession) {
      endSession();
      previous = currentVisitor();
    }
    if (effect.walletChanged) showToast(translate('session.walletChanged'), 'danger');
    // A visitor who signed out in another tab is not asked to sign in here.
    const isEndedElsewhere = sessionChangedElsewhere && effect.prompt === 'authorize';
    // Prompts that the user opened before the earlier connection was restored stay open.
    const { prompt } = usePromptStore.getState();
    const isWanted = prompt === 'status' || (prompt === 'switch' && visitorStage(current) === 'wrong-chain');
    if ((effect.prompt === 'close' && !isWanted) || isEndedElsewhere) closePrompt();
    else if (effect.prompt !== null && effect.prompt !== 'close') openPrompt(effect.prompt);
    // A request to one account must not be answered by another one.
    if (previousAddress !== undefined && previousAddress !== current.address) {
      useWalletWait.getState().wait?.cancel(current.address === undefined ? 'disconnected' : 'account-changed');
    }
  };
  useWalletStore.subscribe(() => handleChange(false));
  useSessionStore.subscribe(({ changedBy }) => handleChange(changedBy === 'otherTab'));
}
