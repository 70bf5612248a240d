import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { type Hex, hexToBytes, isAddressEqual, parseEventLogs } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { type AnchorsDeployment, LOG_BLOCK_RANGE } from './anchors-contract.ts';

/** An anchored root and its subject. */
export type AnchoredRoot = { readonly root: Buffer; readonly blockNumber: bigint; readonly subject: Hex };

/** Anchored liabilities, in base units. `currency` is undefined for a token that the ledger does not know. */
export type AnchoredLiabilities = {
  readonly root: Buffer;
  readonly blockNumber: bigint;
  readonly currency: number | undefined;
  readonly epoch: bigint;
  readonly total: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly asOfBlock: bigint;
};

/**
 * Returns everything that was anchored up to the block `head`, in chain order. Throws when the node does not respond.
 */
export async function readAnchoredRoots({
  node,
  deployment,
  head,
}: {
  node: RpcNode;
  deployment: AnchorsDeployment;
  head: bigint;
}): Promise<{ roots: AnchoredRoot[]; liabilities: AnchoredLiabilities[] }> {
  const roots: AnchoredRoot[] = [];
  const liabilities: AnchoredLiabilities[] = [];
  for (let fromBlock = deployment.startBlock; fromBlock <= head; fromBlock += LOG_BLOCK_RANGE) {
    const rangeEnd = fromBlock + LOG_BLOCK_RANGE - 1n;
    const toBlock = rangeEnd < head ? rangeEnd : head;
    const logs = await node.getLogs({ address: deployment.anchors, fromBlock, toBlock });
    for (const { eventName, args, blockNumber } of parseEventLogs({ abi: anchorsAbi, logs })) {
      if (eventName === 'RootAnchored') {
        const { subject, root } = args;
        roots.push({ root: bufferOf(root), blockNumber, subject });
      }
      if (eventName === 'LiabilitiesAnchored') {
        const { token, root, ...figures } = args;
        liabilities.push({ ...figures, root: bufferOf(root), blockNumber, currency: currencyOf(deployment, token) });
      }
    }
  }
  return { roots, liabilities };
}

function currencyOf({ tokens }: AnchorsDeployment, token: Hex): number | undefined {
  if (isAddressEqual(token, tokens.JU)) return CURRENCIES.JU;
  return isAddressEqual(token, tokens.FMC) ? CURRENCIES.FMC : undefined;
}

function bufferOf(root: Hex): Buffer {
  return Buffer.from(hexToBytes(root));
}
