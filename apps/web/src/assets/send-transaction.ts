import type { Hash } from 'viem';
import { translate } from '../platform/i18n/translate.ts';
import { askWallet } from '../session/ask-wallet.ts';
import { FAILURE_TEXTS } from '../session/failure-texts.ts';
import { type ChainFailure, classifyChainError } from './chain-failure.ts';
import { chainFailureText } from './chain-failure-text.ts';

export type SendOutcome =
  | { readonly ok: true; readonly hash: Hash }
  | {
      readonly ok: false;
      readonly text: string;
      /** The visitor said no in the wallet: nothing is wrong. */
      readonly cancelled: boolean;
      readonly failure: ChainFailure | null;
    };

type SendInput = {
  /** Runs the call without sending it, so that what the contract would refuse costs no gas. */
  readonly check: () => Promise<unknown>;
  readonly write: () => Promise<Hash>;
  /** What the wallet is asked for. */
  readonly text: string;
};

/** Has the wallet send a transaction that the chain would accept now. */
export async function sendTransaction({ check, write, text }: SendInput): Promise<SendOutcome> {
  try {
    await check();
  } catch (error) {
    return refused(classifyChainError(error));
  }
  let failure: ChainFailure = { kind: 'unknown' };
  const answer = await askWallet({
    request: async () => {
      try {
        return await write();
      } catch (error) {
        failure = classifyChainError(error);
        throw error;
      }
    },
    text,
    repeatable: false,
  });
  if (answer.ok) return { ok: true, hash: answer.value };
  if (answer.failure === 'call-failed' && failure.kind !== 'unknown') return refused(failure);
  const cancelled = answer.failure === 'cancelled';
  return { ok: false, text: translate(FAILURE_TEXTS[answer.failure]), cancelled, failure: null };
}

function refused(failure: ChainFailure): SendOutcome {
  return { ok: false, text: chainFailureText(failure), cancelled: false, failure };
}
