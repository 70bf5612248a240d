import { type Hex, hexToString, stringToHex } from 'viem';

/**
 * The subject of a root in the contract Anchors: a round's settlement, or an entry of the ledger's journal.
 */
export type AnchorSubject = { readonly kind: 'settlement' | 'journal'; readonly number: bigint };

/**
 * Returns the subject under which a root is anchored, as 32 bytes: the ASCII text `settlement/<round id>` or
 * `journal/<entry number>`, the number in decimal, padded with zeros on the right.
 */
export function anchorSubject({ kind, number }: AnchorSubject): Hex {
  return stringToHex(`${kind}/${number}`, { size: 32 });
}

/** Returns the parsed subject of the contract Anchors; undefined for bytes that `anchorSubject` never returns. */
export function parseAnchorSubject(subject: Hex): AnchorSubject | undefined {
  const [, kind, digits] = /^(settlement|journal)\/(\d+)\0+$/.exec(hexToString(subject)) ?? [];
  if ((kind !== 'settlement' && kind !== 'journal') || digits === undefined) return undefined;
  const parsed = { kind, number: BigInt(digits) } as const;
  return anchorSubject(parsed) === subject.toLowerCase() ? parsed : undefined;
}
