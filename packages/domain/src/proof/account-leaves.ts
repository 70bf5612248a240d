import { type HashBytes, type SumNode, type SumPathFault, type SumProof, verifySumPath } from './sum-tree.ts';

/** The leaves of every account, of which some may be zero, so that their number tells nothing. */
export const LEAVES_PER_ACCOUNT = 4;

const DRAW_BITS = 128n;

/**
 * Splits an amount at random points: one more part than there are draws, which are random numbers below 2^128. Returns
 * parts of zero or more with exactly the amount as their sum. Each point is amount x draw / 2^128, rounded down.
 */
export function splitAmount(amount: bigint, draws: readonly bigint[]): bigint[] {
  if (amount < 0n) throw new RangeError(`an amount below zero: ${amount}`);
  if (draws.some((draw) => draw < 0n || draw >> DRAW_BITS > 0n)) throw new RangeError('a draw has 128 bits');
  // One more than the amount, so that the last base unit can be on either side of a point.
  const points = draws.map((draw) => ((amount + 1n) * draw) >> DRAW_BITS);
  points.sort((a, b) => (a < b ? -1 : Number(a > b)));
  return [...points, amount].map((point, index) => point - (points[index - 1] ?? 0n));
}

/** The faults of the proofs of an account's leaves, in checking order. */
export type AccountLeavesFault =
  | 'another-account'
  | 'leaf-counted-twice'
  | 'counters-differ'
  | 'locked-differs'
  | 'balance-differs'
  | SumPathFault;

/**
 * The account (20 bytes of its address), the balance in its books, which a caller without books of the same moment
 * leaves out, and the published root and total.
 */
type Expected = {
  readonly account: Uint8Array;
  readonly balance?: bigint;
  readonly root: SumNode;
  readonly hash: HashBytes;
};

const NOTHING = { deposited: 0n, withdrawn: 0n, locked: 0n };

/**
 * Checks that an account's whole balance is in a published root and total; returns null when it is, else the fault.
 * Every leaf is the account's, no two have the same index (so each is another place in the tree), all state the same
 * deposits and withdrawals and the same locked amount, which is not more than the balance; their amounts add up to the
 * balance, and each has a valid path.
 */
export function verifyAccountLeaves(
  proofs: readonly SumProof[],
  { account, balance, root, hash }: Expected,
): AccountLeavesFault | null {
  const leaves = proofs.map(({ leaf }) => leaf);
  if (!leaves.every((leaf) => isSame(leaf.account, account))) return 'another-account';
  if (new Set(leaves.map(({ index }) => index)).size !== leaves.length) return 'leaf-counted-twice';
  const [{ deposited, withdrawn, locked } = NOTHING] = leaves;
  if (!leaves.every((leaf) => leaf.deposited === deposited && leaf.withdrawn === withdrawn)) return 'counters-differ';
  if (!leaves.every((leaf) => leaf.locked === locked)) return 'locked-differs';
  if (leaves.some(({ amount }) => amount < 0n)) return 'sum-out-of-range';
  const sum = leaves.reduce((total, { amount }) => total + amount, 0n);
  if (balance !== undefined && sum !== balance) return 'balance-differs';
  for (const proof of proofs) {
    const fault = verifySumPath(proof, { root, hash });
    if (fault !== null) return fault;
  }
  return locked > sum ? 'locked-differs' : null;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
