import type { Logger } from 'pino';
import type { Address, Hex, LocalAccount } from 'viem';
import type { RpcNode } from './rpc-node.ts';

/** The account that pays the gas of calls which anyone may make; see `createAgreedNode` for the node. */
export type Caller = {
  readonly node: RpcNode;
  readonly chainId: number;
  readonly account: LocalAccount;
  readonly log: Logger;
};

/** Sends a call and returns whether a node took it; `details` are logged with it. */
export type SendCall = (call: {
  readonly to: Address;
  readonly data: Hex;
  readonly details: Readonly<Record<string, string>>;
}) => Promise<boolean>;

/** Unused gas is not paid for. The leaves of a tree of a million accounts need most. */
const GAS = 2_000_000n;

/**
 * Returns a sender of calls whose nonces follow those of the newest block, so that a call which no block takes is
 * replaced by a later one. It tries each call first: one that fails is logged and not sent. Two senders of one account
 * can replace each other's calls, and one call that is sent twice has no second effect.
 */
export async function openCalls({ node, chainId, account, log }: Caller): Promise<SendCall> {
  const { address } = account;
  let nonce = await node.getTransactionCount({ address });
  return async ({ to, data, details }) => {
    try {
      await node.call({ account: address, to, data, gas: GAS });
      const price = await node.getGasPrice();
      // A legacy transaction, which every chain accepts.
      const fields = { type: 'legacy', chainId, nonce, gas: GAS, gasPrice: price + price / 4n + 1n, to, data } as const;
      const serializedTransaction = await account.signTransaction(fields);
      const hash = await node.sendRawTransaction({ serializedTransaction });
      nonce += 1;
      log.info({ ...details, hash }, 'sent a call');
      return true;
    } catch (error) {
      log.warn({ ...details, err: error }, 'a call was not sent');
      return false;
    }
  };
}
