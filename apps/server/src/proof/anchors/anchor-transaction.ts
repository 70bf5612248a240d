import type { Logger } from 'pino';
import { BaseError, type Hex, keccak256, type PrivateKeyAccount } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import { type AnchorsDeployment, encodeAnchorCall } from './anchors-contract.ts';
import { recordBroadcast, type SignedTransaction, type StoredAnchor } from './store.ts';

/** The account that can anchor roots, and the node that receives its transactions. */
export type ScribeDeps = {
  readonly db: Database;
  readonly node: RpcNode;
  readonly account: PrivateKeyAccount;
  readonly deployment: AnchorsDeployment;
  /** Maximum price per unit of gas, in base units of JU; above it roots wait. */
  readonly maxGasPrice: bigint;
  /** Milliseconds after which a transaction that is in no block is resent. */
  readonly resendMs: number;
  /** Milliseconds after which a transaction that is in no block gets a higher price, if the chain's price is higher. */
  readonly raiseMs: number;
  readonly log: Logger;
};

const MAXIMUM_ERROR_LENGTH = 300;

/**
 * Signs and returns the transaction that anchors a root. It is a legacy one, which every chain accepts. The same values
 * return the same transaction, so sending it twice is idempotent.
 */
export async function signAnchorTransaction(
  { account, deployment }: Pick<ScribeDeps, 'account' | 'deployment'>,
  { anchor, nonce, gas, gasPrice }: { anchor: StoredAnchor; nonce: bigint; gas: bigint; gasPrice: bigint },
): Promise<SignedTransaction> {
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId: deployment.chainId,
    nonce: Number(nonce),
    gas,
    gasPrice,
    to: deployment.anchors,
    data: encodeAnchorCall(anchor, deployment),
  });
  return { anchorId: anchor.id, sender: account.address, nonce, gas, gasPrice, hash: keccak256(raw), raw };
}

/**
 * Sends a signed transaction and records it with the node's error, if any. An error (for example that the node already
 * knows it) changes nothing else: the chain decides whether it is in a block. Logs an error other than `knownError`.
 */
export async function broadcastTransaction(
  { db, node, log }: Pick<ScribeDeps, 'db' | 'node' | 'log'>,
  { anchorId, hash, raw, knownError }: { anchorId: bigint; hash: Hex; raw: Hex; knownError: string | null },
): Promise<void> {
  const lastError = await node.sendRawTransaction({ serializedTransaction: raw }).then(() => null, describeError);
  if (lastError !== null && lastError !== knownError)
    log.warn({ anchorId: `${anchorId}`, hash, lastError }, 'the node rejected the transaction of a root');
  await recordBroadcast(db, { anchorId, hash, lastError });
}

/** Returns one line that explains why a node or a contract rejected a call. */
export function describeError(error: unknown): string {
  const plainMessage = error instanceof Error ? error.message : String(error);
  const message = error instanceof BaseError ? error.details || error.shortMessage : plainMessage;
  // A node may include a contract's raw output, and PostgreSQL cannot store a zero byte.
  return message
    .replaceAll(/[^!-~]+/g, ' ')
    .trim()
    .slice(0, MAXIMUM_ERROR_LENGTH);
}
