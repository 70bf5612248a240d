import type { AnchorSubject } from '@city-mint/chain-contract/anchor-id';
import { anchorSubject } from '@city-mint/chain-contract/anchor-subject';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { type Hex, hexToBytes, isAddressEqual, parseEventLogs } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { AnchorPlace } from './scribe-deps.ts';

/** A root that the contract took; `subject` undefined for an id that is none of ours. Amounts in base units. */
export type AnchoredRoot = {
  readonly root: Buffer;
  readonly blockNumber: bigint;
  readonly subject: AnchorSubject | undefined;
  readonly id: Hex;
};
export type AnchoredLiabilities = {
  readonly root: Buffer;
  readonly blockNumber: bigint;
  /** Undefined for a token that is none of ours. */
  readonly currency: number | undefined;
  readonly epoch: bigint;
  readonly total: bigint;
  readonly asOfBlock: bigint;
};

const SPAN = 2_000n;

/** All that the contract ever took up to the block `head`, in the order of the chain. Throws when the node does not answer. */
export async function readAnchoredRoots({
  node,
  place,
  head,
}: {
  node: RpcNode;
  place: AnchorPlace;
  head: bigint;
}): Promise<{ roots: AnchoredRoot[]; liabilities: AnchoredLiabilities[] }> {
  const roots: AnchoredRoot[] = [];
  const liabilities: AnchoredLiabilities[] = [];
  for (let fromBlock = place.startBlock; fromBlock <= head; fromBlock += SPAN) {
    const last = fromBlock + SPAN - 1n;
    const logs = await node.getLogs({ address: place.anchors, fromBlock, toBlock: last < head ? last : head });
    for (const { eventName, args, blockNumber } of parseEventLogs({ abi: anchorsAbi, logs })) {
      if (eventName === 'SettlementAnchored') {
        const { roundId: id, root } = args;
        roots.push({ id, root: bytesOf(root), blockNumber, subject: anchorSubject(id) });
      }
      if (eventName === 'LiabilitiesAnchored') {
        const { token, root, ...rest } = args;
        liabilities.push({ ...rest, root: bytesOf(root), blockNumber, currency: currencyOf(place, token) });
      }
    }
  }
  return { roots, liabilities };
}

function currencyOf({ tokens }: AnchorPlace, token: Hex): number | undefined {
  if (isAddressEqual(token, tokens.JU)) return CURRENCIES.JU;
  return isAddressEqual(token, tokens.FMC) ? CURRENCIES.FMC : undefined;
}

function bytesOf(root: Hex): Buffer {
  return Buffer.from(hexToBytes(root));
}
