import { anchorId } from '@city-mint/chain-contract/anchor-id';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { bytesToHex, type Hex, zeroHash } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { StoredAnchor } from './anchor-store.ts';
import type { AnchorPlace } from './scribe-deps.ts';

/**
 * What the contract says of a root in its newest state: it stands there; it does not and may be written; another one stands in its place; or
 * a later root of the same liabilities stands there, after which none of an earlier block is taken.
 */
export type AnchorStatus = 'here' | 'absent' | 'other' | 'superseded';

/** Asks the contract for a root. Throws when the node does not answer. */
export async function findStanding(
  { node, place }: { node: RpcNode; place: AnchorPlace },
  anchor: StoredAnchor,
): Promise<AnchorStatus> {
  const { kind, subject: number } = anchor;
  const root = bytesToHex(anchor.root);
  if (kind !== 'settlement' && kind !== 'journal') return standingOfLiabilities({ node, place }, anchor, root);
  const found = await node.readContract({
    address: place.anchors,
    abi: anchorsAbi,
    functionName: 'settlementRoot',
    args: [anchorId({ kind, number })],
  });
  if (found === zeroHash) return 'absent';
  return found === root ? 'here' : 'other';
}

async function standingOfLiabilities(
  { node, place }: { node: RpcNode; place: AnchorPlace },
  { currency, as_of_block: asOfBlock }: StoredAnchor,
  root: Hex,
): Promise<AnchorStatus> {
  const token = currency === CURRENCIES.JU ? place.tokens.JU : place.tokens.FMC;
  const contract = { address: place.anchors, abi: anchorsAbi } as const;
  const newest = await node.readContract({ ...contract, functionName: 'epochOf', args: [token] });
  // Blocks rise from epoch to epoch, so as a rule the first look ends it.
  for (let epoch = newest; epoch > 0n; epoch -= 1n) {
    const found = await node.readContract({ ...contract, functionName: 'liabilitiesAt', args: [token, epoch] });
    if (found.root === root) return 'here';
    if (asOfBlock === null || found.asOfBlock < asOfBlock) return epoch === newest ? 'absent' : 'superseded';
  }
  return newest === 0n ? 'absent' : 'superseded';
}
