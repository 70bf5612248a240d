import { anchorId } from '@city-mint/chain-contract/anchor-id';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { bytesToHex, encodeFunctionData, type Hex } from 'viem';
import type { StoredAnchor } from './anchor-store.ts';
import type { AnchorPlace } from './scribe-deps.ts';

/** The call that writes a root into the contract. Throws for a row that the database's own checks exclude. */
export function anchorCall(anchor: StoredAnchor, { tokens }: Pick<AnchorPlace, 'tokens'>): Hex {
  const { kind, subject: number, currency, total, as_of_block: asOfBlock } = anchor;
  const root = bytesToHex(anchor.root);
  if (kind === 'settlement' || kind === 'journal') {
    const args = [anchorId({ kind, number }), root] as const;
    return encodeFunctionData({ abi: anchorsAbi, functionName: 'anchorSettlement', args });
  }
  if (total === null || asOfBlock === null) throw new Error(`root ${anchor.id} has no total or no block`);
  const token = currency === CURRENCIES.JU ? tokens.JU : tokens.FMC;
  return encodeFunctionData({
    abi: anchorsAbi,
    functionName: 'anchorLiabilities',
    args: [token, root, total, asOfBlock],
  });
}
