import type { HashBytes } from './sum-tree.ts';

/**
 * An order's result as the settlement file has it: its rank, and amounts as strings of base units.
 * docs/money-rules.md#6-the-settlement-file.
 */
export type SettlementLeaf = { readonly rank: number; readonly [name: string]: string | number | readonly string[] };

/**
 * Returns the text of an order's leaf in the tree of its round: the round's id and the order's result of the settlement
 * file as RFC 8785 canonical JSON, so that anyone can recompute all leaves from the file.
 */
export function settlementLeaf(roundId: string, result: SettlementLeaf): string {
  return settlementLeaves(roundId)(result);
}

/** Returns the function that returns the text of each leaf of a round; a million results have the same names. */
export function settlementLeaves(roundId: string): (result: SettlementLeaf) => string {
  let names: readonly string[] = [];
  let members: readonly Member[] = [];
  return (result) => {
    const found = Object.keys(result);
    if (found.length !== names.length || found.some((name, index) => name !== names[index])) {
      [names, members] = [found, sortedMembers(found)];
    }
    let text = '';
    for (const { name, begin } of members) text += begin + valueText(name === null ? roundId : result[name]);
    return `${text}}`;
  };
}

/** Digits need no escapes, and are nearly all values. */
function valueText(value: SettlementLeaf[string] | undefined): string {
  return typeof value === 'string' && DIGITS.test(value) ? `"${value}"` : JSON.stringify(value);
}

const DIGITS = /^\d*$/;

/** A member of a leaf: the text before its value. The one without a name is the round's id. */
type Member = { readonly name: string | null; readonly begin: string };

function sortedMembers(names: readonly string[]): readonly Member[] {
  return [...names.filter((name) => name !== ROUND_ID), ROUND_ID]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name, index) => ({
      name: name === ROUND_ID ? null : name,
      begin: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    }));
}

const ROUND_ID = 'roundId';

/**
 * Returns the parent of two hashes: the hash of the smaller one followed by the larger one, as the contract computes
 * it.
 */
export function joinPair(a: Uint8Array, b: Uint8Array, hash: HashBytes): Uint8Array {
  const bytes = new Uint8Array(64);
  const isSorted = comesFirst(a, b);
  bytes.set(isSorted ? a : b);
  bytes.set(isSorted ? b : a, 32);
  return hash(bytes);
}

function comesFirst(a: Uint8Array, b: Uint8Array): boolean {
  for (let index = 0; index < 32; index += 1) {
    const [left = 0, right = 0] = [a[index], b[index]];
    if (left !== right) return left < right;
  }
  return true;
}

/**
 * Whether a leaf (the UTF-8 bytes of `settlementLeaf`) is included in a round's published root; `path` is bottom up.
 */
export function verifySettlementPath(
  { leaf, path }: { leaf: Uint8Array; path: readonly Uint8Array[] },
  { root, hash }: { root: Uint8Array; hash: HashBytes },
): boolean {
  if (root.length !== 32 || path.some(({ length }) => length !== 32)) return false;
  // Hashed twice, so that an inner node (64 bytes hashed once) is never mistaken for a leaf.
  const computedRoot = path.reduce((node, sibling) => joinPair(node, sibling, hash), hash(hash(leaf)));
  return computedRoot.every((byte, index) => byte === root[index]);
}
