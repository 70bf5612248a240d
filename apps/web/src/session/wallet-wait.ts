import { create } from 'zustand';
import type { WalletFailure } from './wallet-failure.ts';

/** A request that a wallet has not answered yet. */
export type WalletWait = {
  /** Tells the user what to do in the wallet; before the wallet is asked, what is being prepared. */
  readonly text: string;
  /** The wallet has the request. */
  readonly isAsked: boolean;
  /** The wallet has not responded for twenty seconds. */
  readonly slow: boolean;
  /** Sends the request again; null if the wallet could carry out both. */
  readonly again: (() => void) | null;
  /** The user has to open the wallet, by a QR code or a link in the sheet. */
  readonly isPairing: boolean;
  /** Stops waiting, by the user's wish or for another reason; a later answer is ignored. */
  readonly cancel: (failure?: WalletFailure) => void;
};

export const useWalletWait = create<{ readonly wait: WalletWait | null }>(() => ({ wait: null }));

/** Delay after the return from another app, for an answer that is still in transit. */
const PATIENCE_AFTER_RETURN_MS = 3_000;

/**
 * Offers help soon after the return from a wallet's app or page: the answer may have been lost, and the timer of an
 * open request does not run in the background. Call once at start.
 */
export function followReturn(): void {
  const offerHelp = () => {
    const { wait } = useWalletWait.getState();
    if (wait === null || wait.slow) return;
    setTimeout(() => {
      const current = useWalletWait.getState().wait;
      if (current !== null && current.cancel === wait.cancel)
        useWalletWait.setState({ wait: { ...current, slow: true } });
    }, PATIENCE_AFTER_RETURN_MS);
  };
  addEventListener('pageshow', ({ persisted }) => persisted && offerHelp());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && offerHelp());
}
