import { randomUUID } from 'node:crypto';
import type { TeamTree } from '@city-mint/domain/team/team-tree';
import type { Database } from '#platform/database/database.ts';
import { type RollUpProgress, setTreeVersion } from '../../store/roll-up-progress.ts';
import { readTree } from '../../store/tree.ts';
import type { CachedTree, TreeCache } from './tree-cache.ts';

/** A tree that one step changes, in memory and in the database alike. */
export type OpenTree = {
  readonly tree: TeamTree;
  /** Members with a row: their slots are below. */
  readonly storedSize: number;
};

/** The tree of one step. */
export type StepTree = {
  /** Returns the tree for the step to change: the remembered one, or the one that the rows make. */
  open(): Promise<OpenTree>;
  /** Returns the tree as the step leaves it, for when the transaction has committed; undefined if it was not opened. */
  result(): CachedTree | undefined;
};

/**
 * Returns access to the tree within a step's transaction, which holds the lock of the roll-up. A step that opens it
 * writes a new name of the tree's version, so that no other worker takes what it remembers for current.
 */
export function stepTree(tx: Database, cache: TreeCache, progress: RollUpProgress): StepTree {
  let cached: CachedTree | undefined;
  return {
    async open() {
      const tree = cache.take(progress.treeVersion) ?? (await readTree(tx));
      const version = randomUUID();
      await setTreeVersion(tx, version);
      cached = { tree, version };
      return { tree, storedSize: tree.size };
    },
    result: () => cached,
  };
}
