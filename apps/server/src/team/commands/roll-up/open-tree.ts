import { randomUUID } from 'node:crypto';
import type { TeamTree } from '@city-mint/domain/team/team-tree';
import type { Database } from '#platform/database/database.ts';
import { type RollUpProgress, setTreeVersion } from '../../store/roll-up-progress.ts';
import { readTree } from '../../store/tree.ts';
import type { CachedTree, TreeCache } from './tree-cache.ts';

/** A tree that one step changes, both in memory and in the database. */
export type OpenTree = {
  readonly tree: TeamTree;
  /** Slots below this number have a row. */
  readonly storedSize: number;
};

/** The tree during one step. */
export type StepTree = {
  /** Returns the tree for the step to change: the cached one, or one built from the rows. */
  open(): Promise<OpenTree>;
  /** Returns the changed tree, to be cached after the commit; undefined if it was not opened. */
  result(): CachedTree | undefined;
};

/**
 * Returns access to the tree within a step's transaction, which holds the lock of the roll-up. A step that opens the
 * tree writes a new version, which invalidates the caches of other workers.
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
