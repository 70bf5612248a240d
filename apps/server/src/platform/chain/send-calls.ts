import type { Logger } from 'pino';
import type { Address, Hex, LocalAccount } from 'viem';
import type { RpcNode } from './rpc-node.ts';
import { suggestGasPrice } from './suggest-gas-price.ts';

/** The account that pays the gas of calls which anyone may make. */
export type Caller = {
  /** Answers for the majority of the nodes at the newest block that they agree on; see `createAgreedNode`. */
  readonly node: RpcNode;
  /** Each gets every transaction: one that refuses it delays nothing. */
  readonly nodes: readonly RpcNode[];
  readonly chainId: number;
  readonly account: LocalAccount;
  /** Maximum price per unit of gas, in base units of JU; above it nothing is sent. */
  readonly maxGasPrice: bigint;
  readonly log: Logger;
};

/** Sends a call and returns whether a node took it; `details` are logged with it. */
export type SendCall = (call: {
  readonly to: Address;
  readonly data: Hex;
  readonly details: Readonly<Record<string, string>>;
}) => Promise<boolean>;

/** Unused gas is not paid for. The leaves of a tree of a million accounts need most. */
const GAS = 1_000_000n;

/**
 * Returns a sender of calls whose nonces follow those of the newest block, so that a call which no block takes is
 * replaced by a later one. It tries each call first: one that fails is logged and not sent. Two senders of one account
 * can replace each other's calls, and one call that is sent twice has no second effect.
 */
export async function openCalls({ node, nodes, chainId, account, maxGasPrice, log }: Caller): Promise<SendCall> {
  const { address } = account;
  let nonce = await node.getTransactionCount({ address });
  return async ({ to, data, details }) => {
    try {
      await node.call({ account: address, to, data, gas: GAS });
      const gasPrice = await suggestGasPrice({ node, maxGasPrice });
      if (gasPrice === undefined) throw new Error('the gas price is above the maximum');
      // A legacy transaction, which every chain accepts.
      const fields = { type: 'legacy', chainId, nonce, gas: GAS, gasPrice, to, data } as const;
      const serializedTransaction = await account.signTransaction(fields);
      const hash = await Promise.any(nodes.map((each) => each.sendRawTransaction({ serializedTransaction })));
      nonce += 1;
      log.info({ ...details, hash }, 'sent a call');
      return true;
    } catch (error) {
      log.warn({ ...details, err: error }, 'a call was not sent');
      return false;
    }
  };
}
