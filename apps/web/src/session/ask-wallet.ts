import { create } from 'zustand';
import { classifyWalletError, type WalletFailure } from './wallet-failure.ts';

export type WalletAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: WalletFailure };

/** A request that a wallet has not answered yet. */
export type WalletWait = {
  /** What the reader is to do in the wallet. */
  readonly text: string;
  /** It has been silent for a minute. */
  readonly slow: boolean;
  /** Asks the wallet once more; null where a second request could be carried out beside the first. */
  readonly again: (() => void) | null;
  /** Stops waiting; an answer that comes later is ignored. */
  readonly cancel: () => void;
};

export const useWalletWait = create<{ readonly wait: WalletWait | null }>(() => ({ wait: null }));

const PATIENCE_MS = 60_000;

type WalletQuestion<Value> = {
  readonly request: () => Promise<Value>;
  readonly text: string;
  /** True for connecting, switching and signing in; false for transactions, which might be sent twice. */
  readonly repeatable: boolean;
};

/**
 * Asks a wallet for something and never locks the page on it: after a minute without an answer the reader may ask again or stop waiting.
 * A new question gives up waiting for the one before.
 */
export function askWallet<Value>(question: WalletQuestion<Value>): Promise<WalletAnswer<Value>> {
  useWalletWait.getState().wait?.cancel();
  return new Promise((resolve) => {
    let attempts = 0;
    let timer: ReturnType<typeof setTimeout>;
    const settle = (answer: WalletAnswer<Value>) => {
      clearTimeout(timer);
      if (useWalletWait.getState().wait?.cancel === cancel) useWalletWait.setState({ wait: null });
      resolve(answer);
    };
    const cancel = () => settle({ ok: false, failure: 'cancelled' });
    const wait = (slow: boolean) => {
      useWalletWait.setState({ wait: { text: question.text, slow, again: question.repeatable ? ask : null, cancel } });
    };
    const ask = () => {
      attempts += 1;
      const attempt = attempts;
      wait(false);
      clearTimeout(timer);
      timer = setTimeout(() => wait(true), PATIENCE_MS);
      question.request().then(
        (value) => settle({ ok: true, value }),
        (error: unknown) => {
          const failure = classifyWalletError(error);
          // "Already pending" after asking again means that the first request still stands in the wallet: go on waiting for that one.
          if (attempt > 1 && failure === 'pending') wait(true);
          else settle({ ok: false, failure });
        },
      );
    };
    ask();
  });
}
