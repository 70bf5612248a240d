import { concatHex, type Hex, numberToHex, stringToHex } from 'viem';

/** First 24 bytes of the ids under which heads of the ledger's journal stand; a round's id begins with zeros. */
const JOURNAL_TAG = stringToHex('city-mint journal entry ');

/**
 * What the contract Anchors keeps once and for ever under an id: a round's settlement root, or the hash of an entry of
 * the journal.
 */
export type AnchorSubject = { readonly kind: 'settlement' | 'journal'; readonly number: bigint };

/**
 * The id in the contract: a round's number as 32 bytes; for the journal 24 bytes of text and the entry's number as 8.
 */
export function anchorId({ kind, number }: AnchorSubject): Hex {
  if (kind === 'settlement') return numberToHex(number, { size: 32 });
  return concatHex([JOURNAL_TAG, numberToHex(number, { size: 8 })]);
}
