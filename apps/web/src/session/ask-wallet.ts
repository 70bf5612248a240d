import { isWalletHeld } from '#platform/wallet-hold.ts';
import { classifyWalletError, loadFailureTexts, type WalletFailure } from './wallet-failure.ts';
import { useWalletWait } from './wallet-wait.ts';

export type WalletAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: WalletFailure };

const PATIENCE_MS = 20_000;

type WalletQuestion<Value> = {
  /** If `preparing` is set, it calls `asked` right before the wallet gets the request, which throws once cancelled. */
  readonly request: (asked: () => void) => Promise<Value>;
  readonly text: string;
  /** Shown while the request is prepared; without it the wallet is asked immediately. */
  readonly preparing?: string;
  /** False for transactions, which the wallet might send twice. */
  readonly repeatable: boolean;
  /** True while the user connects a wallet by a QR code or link; a new request would only show another one. */
  readonly isPairing?: boolean;
};

/**
 * Sends a request to the wallet without blocking the page: after twenty seconds without an answer the user can send it
 * again or stop waiting. A new request cancels the previous one; a preview of texts sends none. Returns the wallet's
 * answer, or the reason why there is none, whose text is loaded by then.
 */
export function askWallet<Value>(question: WalletQuestion<Value>): Promise<WalletAnswer<Value>> {
  useWalletWait.getState().wait?.cancel();
  const texts = loadFailureTexts();
  // A transaction goes from the wallet to the chain, bypassing the API that blocks writes of a preview.
  if (isWalletHeld()) return texts.then(() => ({ ok: false, failure: 'preview' }));
  return new Promise((resolve) => {
    let attempts = 0;
    let timer: ReturnType<typeof setTimeout>;
    let isAsked = question.preparing === undefined;
    let isOpen = true;
    const settle = (answer: WalletAnswer<Value>) => {
      isOpen = false;
      clearTimeout(timer);
      if (useWalletWait.getState().wait?.cancel === cancel) useWalletWait.setState({ wait: null });
      resolve(answer.ok ? answer : texts.then(() => answer));
    };
    // A wallet that has received a transaction can still send it after the page stopped waiting.
    const byUser = () => (question.repeatable || !isAsked ? 'cancelled' : 'abandoned');
    const cancel = (failure: WalletFailure = byUser()) => settle({ ok: false, failure });
    const { isPairing = false } = question;
    const again = () => (question.repeatable && !isPairing ? ask : null);
    const wait = (slow: boolean) => {
      const text = isAsked ? question.text : (question.preparing ?? question.text);
      useWalletWait.setState({ wait: { text, isAsked, slow, isPairing, again: again(), cancel } });
    };
    const beginWait = () => {
      wait(false);
      clearTimeout(timer);
      timer = setTimeout(() => wait(true), PATIENCE_MS);
    };
    const asked = () => {
      if (!isOpen) throw new Error('the page no longer waits');
      isAsked = true;
      beginWait();
    };
    const ask = () => {
      attempts += 1;
      const attempt = attempts;
      beginWait();
      question.request(asked).then(
        (value) => settle({ ok: true, value }),
        (error: unknown) => {
          const failure = classifyWalletError(error);
          // "Already pending" for a repeated request means that the first one is still open in the wallet: keep
          // waiting.
          if (attempt > 1 && failure === 'pending') wait(true);
          else settle({ ok: false, failure });
        },
      );
    };
    ask();
  });
}
