import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { hexToBytes } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { AnchorsDeployment } from './anchors-contract.ts';

/** The newest root of the liabilities in a currency, and the block of its tree. */
export type NewestLiabilities = {
  readonly currency: Currency;
  readonly blockNumber: bigint;
  readonly root: Uint8Array;
};

/** Returns the newest anchored roots as a node states them, none for a currency without one; throws its error. */
export async function readNewestLiabilities(
  node: RpcNode,
  { anchors: address, tokens }: Pick<AnchorsDeployment, 'anchors' | 'tokens'>,
): Promise<readonly NewestLiabilities[]> {
  const contract = { address, abi: anchorsAbi } as const;
  const newest: NewestLiabilities[] = [];
  for (const currency of ['JU', 'FMC'] as const) {
    const token = tokens[currency];
    const epoch = await node.readContract({ ...contract, functionName: 'epochOf', args: [token] });
    if (epoch === 0n) continue;
    const made = await node.readContract({ ...contract, functionName: 'liabilitiesAt', args: [token, epoch] });
    newest.push({ currency, blockNumber: made.asOfBlock, root: hexToBytes(made.root) });
  }
  return newest;
}
