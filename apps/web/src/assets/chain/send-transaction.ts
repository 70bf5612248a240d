import type { Abi, Address, Hash } from 'viem';
import { estimateContractGas, writeContract } from 'viem/actions';
import { getConnectorClient, simulateContract } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { askWallet } from '#session/ask-wallet.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { walletFailureText } from '#session/wallet-failure.ts';
import { type ChainFailure, chainFailureText, classifyChainError } from './chain-failure.ts';
import { GAS_LIMIT } from './wallet-funds.ts';

export type SendOutcome =
  | { readonly ok: true; readonly hash: Hash }
  | {
      readonly ok: false;
      readonly text: string;
      /** The user rejected it in the wallet; this is not an error. */
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
  /** The request to the user, shown while the wallet waits. */
  readonly text: string;
};

/**
 * Asks the wallet to send a contract call, after a successful simulation, with a margin of gas. If the user gives up or
 * changes the account before the wallet has the call, it is not sent. Returns the transaction's hash, or the reason why
 * there is none.
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
  return { ok: false, text: walletFailureText(answer.failure), cancelled, failure: null };
}

/** Returns the wallet of the call's account; `asked` is called right before it gets the transaction. */
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
 * Simulates the call, so that one that would revert costs nothing, and returns its gas limit: the estimate plus a
 * quarter. Another account's call in between can make this one more expensive (the first withdrawal of a window costs
 * less than the second), so an exact estimate could run out of gas. If the node cannot estimate, or its estimate is too
 * low for the simulation, the limit is that of the page's most expensive call.
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
