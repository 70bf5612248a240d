import type { StatedTree } from './read-statement.ts';

/** A root of liabilities with its total and block; base units. `root` is 0x hex, zeros if there is none. */
export type ExitRoot = { readonly root: string; readonly total: bigint; readonly block: bigint };

/** A root of the contract Anchors, and its epoch; zero: there is no root yet. */
export type AnchoredRoot = ExitRoot & { readonly epoch: bigint };

type Searched = {
  /** The newest root. */
  readonly last: AnchoredRoot;
  readonly rootAt: (epoch: bigint) => Promise<ExitRoot>;
};

/**
 * Returns the contract's root to which the leaves of a stated tree lead; undefined if that is none before the newest.
 * Blocks increase from epoch to epoch, so each answer halves the epochs that are left. Throws what `rootAt` throws.
 */
export async function findAnchored(
  tree: Pick<StatedTree, 'leaves' | 'root' | 'total' | 'block'> | undefined,
  { last, rootAt }: Searched,
): Promise<AnchoredRoot | undefined> {
  if (tree === undefined || tree.leaves.length === 0 || tree.block >= last.block) return undefined;
  let [from, to] = [1n, last.epoch - 1n];
  while (from <= to) {
    const epoch = (from + to) / 2n;
    const found = await rootAt(epoch);
    if (found.block === tree.block) return isSameRoot(found, tree) ? { epoch, ...found } : undefined;
    if (found.block < tree.block) from = epoch + 1n;
    else to = epoch - 1n;
  }
  return undefined;
}

/** Returns whether two roots are of the same tree and block. */
export function isSameRoot(one: ExitRoot, other: ExitRoot): boolean {
  return one.root === other.root && one.total === other.total && one.block === other.block;
}
