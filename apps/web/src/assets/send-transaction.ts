import type { Abi, Address, Hash } from 'viem';
import { estimateContractGas } from 'viem/actions';
import { simulateContract, writeContract } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { askWallet } from '#session/ask-wallet.ts';
import { FAILURE_TEXTS } from '#session/failure-texts.ts';
import { walletConfig } from '#session/wallet-config.ts';
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

type ContractCall = {
  readonly abi: Abi;
  readonly address: Address;
  readonly functionName: string;
  readonly args: readonly unknown[];
  /** Base units of the chain's own coin. */
  readonly value?: bigint;
  readonly account: Address;
  readonly chainId: number;
};

type SendInput = {
  readonly call: ContractCall;
  /** What the wallet is asked for. */
  readonly text: string;
};

/** Has the wallet send a transaction that the chain would accept now, with gas to spare. */
export async function sendTransaction({ call, text }: SendInput): Promise<SendOutcome> {
  let gas: bigint;
  try {
    gas = await gasFor(call);
  } catch (error) {
    return refused(classifyChainError(error));
  }
  let failure: ChainFailure = { kind: 'unknown' };
  const answer = await askWallet({
    request: async () => {
      try {
        return await writeContract(walletConfig, { ...call, gas });
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

/**
 * Runs the call without sending it, so that what the contract would refuse costs nothing, and says how much gas to send along. Another
 * account's call in between can make this one dearer (the first of a window costs less than the second): an exact estimate would run out.
 */
async function gasFor(call: ContractCall): Promise<bigint> {
  const client = walletConfig.getClient({ chainId: call.chainId });
  const [estimate] = await Promise.all([estimateContractGas(client, call), simulateContract(walletConfig, call)]);
  return estimate + estimate / 4n;
}

function refused(failure: ChainFailure): SendOutcome {
  return { ok: false, text: chainFailureText(failure), cancelled: false, failure };
}
