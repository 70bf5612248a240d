import { LEAVES_PER_ACCOUNT } from '@city-mint/domain/proof/account-leaves';
import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import type { SumNode } from '@city-mint/domain/proof/sum-tree';
import type { Database } from '#platform/database/database.ts';
import { type AccountLiability, type Blinding, makeLeaves } from './blind-leaves.ts';
import { CHUNK_LEAVES, chunkRoot, LEAF_BYTES, packGroups } from './leaf-chunk.ts';
import { createLeafSorter } from './leaf-sorter.ts';
import { joinBySha256 } from './tree-hashes.ts';

/** Leaves in the order of their names with their groups, packed, and their root. */
export type LeafChunk = { readonly leaves: Buffer; readonly groups: Buffer; readonly node: SumNode };

export type LiabilitiesTree = {
  /** The sum of all added amounts. */
  readonly total: () => bigint;
  /** Adds the leaves of a user. Returns a promise when leaves are written. */
  readonly add: (liability: AccountLiability) => Promise<unknown> | undefined;
  /** Adds the leaves of the system, then returns all chunks; afterwards again without adding any. */
  readonly chunks: (systemAmount: bigint) => AsyncGenerator<LeafChunk>;
  readonly leafCount: () => number;
};

/** The system's leaves fill a tree of few users up to this number, so that no user's leaves are isolated. */
const LEAST_LEAVES = 64;
const SYSTEM = { account: new Uint8Array(20), deposited: 0n, withdrawn: 0n, locked: 0n };

/**
 * Returns a tree of one currency, whose leaves are sorted by name, so that no user knows a neighbour; equal for equal
 * liabilities and blinding. Its memory is that of its sorter and one chunk. `sorter` is its number within the
 * transaction (`prepareSorting`).
 */
export function createLiabilitiesTree(
  tx: Database,
  { sorter: number, blinding }: { readonly sorter: number; readonly blinding: Blinding },
): LiabilitiesTree {
  const sorter = createLeafSorter(tx, number);
  let leafCount = 0;
  let total = 0n;
  let isComplete = false;

  const add = (liability: AccountLiability, count: number) => {
    leafCount += count;
    total += liability.amount;
    const writes = makeLeaves(liability, { blinding, count }).map(sorter.add);
    return writes.find((write) => write !== undefined);
  };
  return {
    total: () => total,
    leafCount: () => leafCount,
    add: (liability) => add(liability, LEAVES_PER_ACCOUNT),
    async *chunks(systemAmount) {
      if (!isComplete) {
        await add({ ...SYSTEM, amount: systemAmount }, Math.max(LEAVES_PER_ACCOUNT, LEAST_LEAVES - leafCount));
      }
      isComplete = true;
      const chunkBytes = CHUNK_LEAVES * LEAF_BYTES;
      let rest = Buffer.alloc(0);
      for await (const bucket of sorter.sorted()) {
        rest = Buffer.concat([rest, bucket]);
        for (; rest.length >= chunkBytes; rest = rest.subarray(chunkBytes)) yield toChunk(rest.subarray(0, chunkBytes));
      }
      if (rest.length > 0) yield toChunk(rest);
    },
  };
}

function toChunk(leaves: Buffer): LeafChunk {
  const groups = packGroups(leaves);
  return { leaves, groups, node: chunkRoot(groups) };
}

/** Returns the root over the roots of a tree's chunks. Throws unless its sum is that of the added amounts. */
export function rootOf(tree: LiabilitiesTree, chunks: readonly SumNode[]): SumNode {
  const root = treeRoot(chunks, joinBySha256);
  const total = tree.total();
  if (root?.sum !== total) throw new Error(`a tree of ${total} base units has the sum ${root?.sum}`);
  return root;
}
