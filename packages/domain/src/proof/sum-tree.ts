import type { PathStep } from './merkle-tree.ts';

/** A hash of 32 bytes over bytes, as the caller's library has it; it does not retain the bytes, which are reused. */
export type HashBytes = (bytes: Uint8Array) => Uint8Array;

/** A node of a sum tree: its hash, and the sum of all amounts below it in base units. */
export type SumNode = { readonly hash: Uint8Array; readonly sum: bigint };

/** Every amount and sum of a sum tree is below it. */
export const SUM_LIMIT = 1n << 256n;

/** The first byte that is hashed, so that a name, a leaf and an inner node are never mistaken for each other. */
const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;
const NAME_PREFIX = 2;

/** The hashed bytes of names, leaves and inner nodes, reused: an array of this size costs more than its hash. */
const [NAME, LEAF, NODE] = [118, 97, 129].map(bytesWithView) as [Viewed, Viewed, Viewed];

type Viewed = { readonly bytes: Uint8Array; readonly view: DataView };

function bytesWithView(length: number): Viewed {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer) };
}

/**
 * The owner of leaves, who names them: 20 bytes of the account's address, 32 bytes of salt, and the vault's counters of
 * the account in the tree's currency, in base units.
 */
export type LeavesOwner = {
  readonly account: Uint8Array;
  readonly salt: Uint8Array;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
};

/** An owner, and which of the owner's leaves it is. */
export type LeafOwner = LeavesOwner & { readonly index: number };

/**
 * A leaf: a part of the debt to an account, in base units. `locked` is how much of the whole debt rounds hold, the same
 * in all leaves of the account.
 */
export type SumLeaf = LeafOwner & { readonly amount: bigint; readonly locked: bigint };

/**
 * Returns the name of a leaf, by which it is placed in the tree: the hash of 0x02, salt, account, index, deposits and
 * withdrawals. Only with the salt can its user be found. Throws a RangeError for bytes of the wrong
 * length, an index that is no byte, or a number out of range.
 */
export function sumLeafName({ index, ...owner }: LeafOwner, hash: HashBytes): Uint8Array {
  return hashName(nameBytes(owner), index, hash);
}

/** Returns the names of an account's first `count` leaves; throws like `sumLeafName`. */
export function sumLeafNames(owner: LeavesOwner, count: number, hash: HashBytes): Uint8Array[] {
  const bytes = nameBytes(owner);
  return Array.from({ length: count }, (_, index) => hashName(bytes, index, hash));
}

const INDEX_AT = 53;

/** Returns the bytes that name a leaf, without its index. */
function nameBytes({ account, salt, deposited, withdrawn }: LeavesOwner): Uint8Array {
  if (account.length !== 20 || salt.length !== 32)
    throw new RangeError('a leaf has 20 bytes of account and 32 of salt');
  const { bytes, view } = NAME;
  bytes[0] = NAME_PREFIX;
  bytes.set(salt, 1);
  bytes.set(account, 33);
  setSum(view, 54, deposited);
  setSum(view, 86, withdrawn);
  return bytes;
}

function hashName(bytes: Uint8Array, index: number, hash: HashBytes): Uint8Array {
  if (!isByte(index)) throw new RangeError(`a leaf's index is a byte: ${index}`);
  bytes[INDEX_AT] = index;
  return hash(bytes);
}

/** A leaf by its name, 32 bytes that only its user can recognise. */
export type NamedLeaf = Pick<SumLeaf, 'amount' | 'locked'> & { readonly name: Uint8Array };

/**
 * Returns the node of a leaf whose name is known: the hash of 0x00, name, amount and locked amount. Throws a RangeError
 * for an amount out of range.
 */
export function hashNamedLeaf({ name, amount, locked }: NamedLeaf, hash: HashBytes): SumNode {
  const { bytes, view } = LEAF;
  bytes[0] = LEAF_PREFIX;
  bytes.set(name, 1);
  setSum(view, 33, amount);
  setSum(view, 65, locked);
  return { hash: hash(bytes), sum: amount };
}

/** Returns the node of a leaf. Throws a RangeError for what `sumLeafName` and `hashNamedLeaf` refuse. */
export function hashSumLeaf(leaf: SumLeaf, hash: HashBytes): SumNode {
  const { amount, locked } = leaf;
  return hashNamedLeaf({ name: sumLeafName(leaf, hash), amount, locked }, hash);
}

/**
 * Returns the parent of two nodes: the hash of 0x01, both hashes and both sums, so that no sum can be changed later.
 * Throws a RangeError when either sum, or their total, is out of range.
 */
export function joinSumNodes(left: SumNode, right: SumNode, hash: HashBytes): SumNode {
  const { bytes, view } = NODE;
  bytes[0] = NODE_PREFIX;
  bytes.set(left.hash, 1);
  setSum(view, 33, left.sum);
  bytes.set(right.hash, 65);
  setSum(view, 97, right.sum);
  const sum = left.sum + right.sum;
  if (sum >= SUM_LIMIT) throw new RangeError(`a sum out of range: ${sum}`);
  return { hash: hash(bytes), sum };
}

/** The faults of a proof, in checking order. */
export type SumPathFault = 'sum-out-of-range' | 'leaf-form' | 'total-differs' | 'root-differs';

export type SumProof = { readonly leaf: SumLeaf; readonly path: readonly PathStep<SumNode>[] };

/**
 * Checks that a leaf is included in a published root and total by recomputing the path; returns null when it is, else
 * the fault. Sums of siblings must be in range, so that a negative one cannot lower the total. An account's leaves
 * are checked together by `verifyAccountLeaves`.
 */
export function verifySumPath(
  { leaf, path }: SumProof,
  { root, hash }: { root: SumNode; hash: HashBytes },
): SumPathFault | null {
  const sums = [leaf.amount, ...path.map(({ node }) => node.sum)];
  if (!sums.every(isSum) || sums.reduce((a, b) => a + b, 0n) >= SUM_LIMIT) return 'sum-out-of-range';
  const hashes = [root.hash, ...path.map(({ node }) => node.hash)];
  const isLeafFormed = leaf.salt.length === 32 && leaf.account.length === 20 && isByte(leaf.index);
  const areCountersFormed = [leaf.deposited, leaf.withdrawn, leaf.locked].every(isSum);
  if (hashes.some(({ length }) => length !== 32) || !isLeafFormed || !areCountersFormed) return 'leaf-form';
  let node = hashSumLeaf(leaf, hash);
  for (const { side, node: sibling } of path) {
    node = side === 'left' ? joinSumNodes(sibling, node, hash) : joinSumNodes(node, sibling, hash);
  }
  if (node.sum !== root.sum) return 'total-differs';
  return node.hash.every((byte, index) => byte === root.hash[index]) ? null : 'root-differs';
}

function isSum(sum: bigint): boolean {
  return sum >= 0n && sum < SUM_LIMIT;
}

function isByte(index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < 256;
}

/** Writes a sum as 32 bytes, big-endian, at `offset`. Throws a RangeError below zero and from 2^256 on. */
export function writeSum(into: Uint8Array, offset: number, sum: bigint): void {
  setSum(new DataView(into.buffer, into.byteOffset, into.byteLength), offset, sum);
}

function setSum(view: DataView, offset: number, sum: bigint): void {
  if (!isSum(sum)) throw new RangeError(`a sum out of range: ${sum}`);
  // Stores the low 64 bits. All words are written: the bytes may have those of another sum.
  for (let at = offset + 24, rest = sum; at >= offset; at -= 8, rest >>= 64n) view.setBigUint64(at, rest);
}

/** Returns the sum that `writeSum` wrote at `offset`. */
export function readSum(from: Uint8Array, offset: number): bigint {
  const view = new DataView(from.buffer, from.byteOffset + offset, 32);
  let sum = 0n;
  for (let word = 0; word < 4; word += 1) sum = (sum << 64n) | view.getBigUint64(word * 8);
  return sum;
}
