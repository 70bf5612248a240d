import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Logger } from 'pino';
import { encodeFunctionData, type Hex, type PrivateKeyAccount } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Survey } from '#platform/chain/survey-chain.ts';
import type { VaultDeployment } from '../vault.ts';

export type GuardDeps = {
  readonly nodes: readonly RpcNode[];
  readonly deployment: VaultDeployment;
  /** Has the vault's role that can only pause. */
  readonly guard: PrivateKeyAccount;
  readonly log: Logger;
};

/** Enough for one storage slot and an event under any gas schedule. */
const GAS = 150_000n;
/**
 * Multiple of the nodes' gas price, so that the next block includes the transaction. Each attempt adds one, up to the
 * maximum.
 */
const PRICE_FACTOR = 3;
const MOST_PRICE_FACTOR = 30;

/**
 * Pauses the vault's withdrawals on chain, unless they are already paused at the head. Returns `final` once a final
 * block shows the pause, else `sent`: call it again. The transaction goes to every node, since a lying node would
 * withhold it. It is a legacy transaction, which chains without EIP-1559 accept; one with the same nonce and a higher
 * price replaces it.
 */
export async function pauseVault(
  deps: GuardDeps,
  { survey, attempt }: { survey: Survey; attempt: number },
): Promise<'final' | 'sent'> {
  const { deployment, guard, nodes, log } = deps;
  const vault = { address: deployment.vault, abi: vaultAbi, functionName: 'withdrawalsPaused' } as const;
  if (await survey.node.readContract({ ...vault, blockNumber: survey.finalized.number })) return 'final';
  const atHead = { blockNumber: survey.head.number };
  if (await survey.headNode.readContract({ ...vault, ...atHead })) return 'sent';
  const nonce = await survey.headNode.getTransactionCount({ address: guard.address, ...atHead });
  const raw = await guard.signTransaction({
    type: 'legacy',
    chainId: deployment.chainId,
    to: deployment.vault,
    data: encodeFunctionData({ abi: vaultAbi, functionName: 'pauseWithdrawals' }),
    nonce,
    gas: GAS,
    gasPrice: (await readPrice(nodes)) * BigInt(Math.min(PRICE_FACTOR + attempt, MOST_PRICE_FACTOR)) + 1n,
  });
  const outcomes = await Promise.allSettled(nodes.map((node) => send(node, raw)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
  if (refused.length === nodes.length) log.error({ refused: refused[0] }, 'no node accepted the pause of withdrawals');
  return 'sent';
}

async function send(node: RpcNode, serializedTransaction: Hex): Promise<Hex> {
  return node.sendRawTransaction({ serializedTransaction });
}

/** Median of the nodes' gas prices, so that no single node sets it. */
async function readPrice(nodes: readonly RpcNode[]): Promise<bigint> {
  const outcomes = await Promise.allSettled(nodes.map((node) => node.getGasPrice()));
  const prices = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const sorted = prices.sort((first, second) => (first < second ? -1 : 1));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('no node returned a gas price');
  return middle;
}
