import { watchConnection } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { currentStage } from './current-visitor.ts';
import { openPrompt, promptOfStage, usePromptStore } from './prompt-store.ts';
import type { VisitorStage } from './visitor-stage.ts';
import { walletConfig } from './wallet-config.ts';

/**
 * Call before an operation that needs a login. Says what is missing, leads through connect, switch and authorize, and resolves true once the
 * visitor is authorized on the right chain, false when the prompt is closed instead.
 */
export function ensureAuthorized(): Promise<boolean> {
  const stage = currentStage();
  if (stage === 'authorized') return Promise.resolve(true);
  tellWhatIsMissing(stage);
  openPrompt(promptOfStage(stage) ?? 'connect');
  return new Promise((resolve) => {
    const look = () => {
      const authorized = currentStage() === 'authorized';
      if (!authorized && usePromptStore.getState().prompt !== null) return;
      for (const stop of stops) stop();
      resolve(authorized);
    };
    // One prompt closes before the next one opens: look again only when both have settled.
    const lookSoon = () => setTimeout(look, 50);
    const stops = [
      usePromptStore.subscribe(lookSoon),
      useSessionStore.subscribe(lookSoon),
      watchConnection(walletConfig, { onChange: lookSoon }),
    ];
  });
}

function tellWhatIsMissing(stage: VisitorStage): void {
  if (stage === 'connected') showToast(translate('session.notAuthorized'));
  else if (stage === 'wrong-chain') showToast(translate('session.wrongNetwork'));
  else showToast(translate('session.notConnected'));
}
