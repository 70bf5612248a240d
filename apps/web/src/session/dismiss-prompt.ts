import { useWalletWait } from './ask-wallet.ts';
import { closePrompt } from './prompt-store.ts';

/** The reader closes a prompt, and with it gives up what it was asking the wallet for. */
export function dismissPrompt(): void {
  closePrompt();
  useWalletWait.getState().wait?.cancel();
}
