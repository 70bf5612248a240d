import { create } from 'zustand';
import type { WalletFailure } from './wallet-failure.ts';

/** A request that a wallet has not answered yet. */
export type WalletWait = {
  /** What the user has to do in the wallet; until it is asked, what is being prepared. */
  readonly text: string;
  /** The wallet has the request. */
  readonly isAsked: boolean;
  /** The wallet has not responded for twenty seconds. */
  readonly slow: boolean;
  /** Sends the request again; null where the wallet could carry out both. */
  readonly again: (() => void) | null;
  /** The user has to open the wallet, by a QR code or a link that the sheet shows. */
  readonly isPairing: boolean;
  /** Stops waiting, by the user's wish or for another reason; a later answer is ignored. */
  readonly cancel: (failure?: WalletFailure) => void;
};

export const useWalletWait = create<{ readonly wait: WalletWait | null }>(() => ({ wait: null }));

/** After the return from another app: long enough for an answer that is on its way. */
const PATIENCE_AFTER_RETURN_MS = 3_000;

/**
 * Offers help soon after the return from a wallet's app or page: the answer may have been lost on the way, and the
 * timer of an open request did not run meanwhile. Call once at start.
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
