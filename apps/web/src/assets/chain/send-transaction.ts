import type { Abi, Address, Hash } from 'viem';
import { estimateContractGas, writeContract } from 'viem/actions';
import { getConnectorClient, simulateContract } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { askWallet } from '#session/ask-wallet.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { WALLET_FAILURE_TEXTS } from '#session/wallet-failure.ts';
import { type ChainFailure, chainFailureText, classifyChainError } from './chain-failure.ts';
import { GAS_LIMIT } from './wallet-funds.ts';

export type SendOutcome =
  | { readonly ok: true; readonly hash: Hash }
  | {
      readonly ok: false;
      readonly text: string;
      /** The user rejected it in the wallet: nothing is wrong. */
      readonly cancelled: boolean;
      readonly failure: ChainFailure | null;
    };

type ContractCall = {
  readonly abi: Abi;
  readonly address: Address;
  readonly functionName: string;
  readonly args: readonly unknown[];
  /** Base units of the chain's native currency. */
  readonly value?: bigint;
  readonly account: Address;
  readonly chainId: number;
};

type SendInput = {
  readonly call: ContractCall;
  /** What the user is asked to do in the wallet. */
  readonly text: string;
};

/**
 * Asks the wallet to send a contract call that succeeds in a simulation, with a margin of gas. Who gives up, or changes
 * the account, before the wallet has it is not asked any more. Returns the transaction's hash, or why there is none.
 */
export async function sendTransaction({ call, text }: SendInput): Promise<SendOutcome> {
  let gasFailure: ChainFailure | null = null;
  let failure: ChainFailure = { kind: 'unknown' };
  const answer = await askWallet({
    request: async (asked) => {
      const gas = await gasFor(call).catch((error: unknown) => {
        gasFailure = classifyChainError(error);
        throw error;
      });
      try {
        const wallet = await walletThatTells(call, asked);
        return await writeContract(wallet, { ...call, chain: wallet.chain, gas });
      } catch (error) {
        failure = classifyChainError(error);
        throw error;
      }
    },
    text,
    preparing: translate('assets.preparing'),
    repeatable: false,
  });
  if (answer.ok) return { ok: true, hash: answer.value };
  if (gasFailure !== null) return refused(gasFailure);
  if (answer.failure === 'call-failed' && failure.kind !== 'unknown') return refused(failure);
  const cancelled = answer.failure === 'cancelled' || answer.failure === 'abandoned';
  return { ok: false, text: translate(WALLET_FAILURE_TEXTS[answer.failure]), cancelled, failure: null };
}

/** Returns the wallet of the call's account, which calls `asked` right before it gets the transaction. */
async function walletThatTells({ account, chainId }: ContractCall, asked: () => void) {
  const client = await getConnectorClient(walletConfig, { account, chainId });
  const request = new Proxy(client.request, {
    apply(send, self, parameters) {
      if (String(Object(parameters[0]).method).endsWith('_sendTransaction')) asked();
      return Reflect.apply(send, self, parameters);
    },
  });
  return { ...client, request };
}

/**
 * Simulates the call, so that one that the contract reverts costs nothing, and returns the gas to send along: the
 * estimate and a quarter. Another account's call in between can make this one more expensive (the first withdrawal of a
 * window costs less than the second), so that an exact estimate would run out. Where a node estimates nothing, or the
 * simulation runs out of what it estimated, it is the most that a call of the page needs.
 */
async function gasFor(call: ContractCall): Promise<bigint> {
  const client = walletConfig.getClient({ chainId: call.chainId });
  const [estimate] = await Promise.all([
    estimateContractGas(client, call).catch((error: unknown) => {
      if (classifyChainError(error).kind === 'unknown') return null;
      throw error;
    }),
    simulateContract(walletConfig, call),
  ]);
  if (estimate === null) return GAS_LIMIT;
  const gas = estimate + estimate / 4n;
  const isEnough = await simulateContract(walletConfig, { ...call, gas }).then(
    () => true,
    () => false,
  );
  return isEnough || gas > GAS_LIMIT ? gas : GAS_LIMIT;
}

function refused(failure: ChainFailure): SendOutcome {
  return { ok: false, text: chainFailureText(failure), cancelled: false, failure };
}
