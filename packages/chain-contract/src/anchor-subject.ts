import { type Hex, hexToString, keccak256, stringToHex, toHex } from 'viem';

/** A round by its id, and the hash of its terms as 0x hex. */
export type RoundOfTerms = { readonly roundId: bigint; readonly termsHash: string };

/**
 * Returns the subject under which the root of a round's settlement is anchored: the keccak256 of the ASCII text
 * `settlement/<round id>/<terms hash>`, the id in decimal and the hash as 0x hex. It cannot be computed before the
 * round has its terms.
 */
export function settlementSubject({ roundId, termsHash }: RoundOfTerms): Hex {
  return keccak256(toHex(`settlement/${roundId}/${termsHash}`));
}

/**
 * Returns the subject under which the hash of an entry of the ledger's journal is anchored: the ASCII text
 * `journal/<entry number>`, the number in decimal, padded with zeros on the right.
 */
export function journalSubject(entry: bigint): Hex {
  return stringToHex(`journal/${entry}`, { size: 32 });
}

/** Returns the entry of a subject; undefined for bytes that `journalSubject` never returns. */
export function parseJournalSubject(subject: Hex): bigint | undefined {
  const [, digits] = /^journal\/(\d+)\0+$/.exec(hexToString(subject)) ?? [];
  if (digits === undefined) return undefined;
  const entry = BigInt(digits);
  return journalSubject(entry) === subject.toLowerCase() ? entry : undefined;
}
