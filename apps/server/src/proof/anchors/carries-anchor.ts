import { anchorId } from '@city-mint/chain-contract/anchor-id';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { bytesToHex, isAddressEqual, type Log, parseEventLogs } from 'viem';
import type { StoredAnchor } from './anchor-store.ts';
import type { AnchorPlace } from './scribe-deps.ts';

/** Whether one of these logs is the contract's word that this root stands there now. */
export function carriesAnchor(logs: readonly Log[], { anchor, place }: { anchor: StoredAnchor; place: AnchorPlace }) {
  const { kind, subject: number, currency, total, as_of_block: asOfBlock } = anchor;
  const root = bytesToHex(anchor.root);
  const ours = logs.filter(({ address }) => isAddressEqual(address, place.anchors));
  return parseEventLogs({ abi: anchorsAbi, logs: ours }).some(({ eventName, args }) => {
    if (eventName === 'SettlementAnchored') {
      const isKind = kind === 'settlement' || kind === 'journal';
      return isKind && args.roundId === anchorId({ kind, number }) && args.root === root;
    }
    if (eventName !== 'LiabilitiesAnchored' || kind !== 'liabilities') return false;
    const token = currency === CURRENCIES.JU ? place.tokens.JU : place.tokens.FMC;
    const isRoot = args.root === root && args.total === total && args.asOfBlock === asOfBlock;
    return isRoot && isAddressEqual(args.token, token);
  });
}
