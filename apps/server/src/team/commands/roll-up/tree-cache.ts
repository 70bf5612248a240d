import type { TeamTree } from '@city-mint/domain/team/team-tree';

/** A tree as the step with this version wrote it to the database. */
export type CachedTree = { readonly tree: TeamTree; readonly version: string };

/**
 * Caches the team tree of this process between steps of the roll-up. The cached tree is never ahead of the committed
 * one: a step takes it out, and puts it back only after its transaction has committed. If the commit fails or its
 * outcome is unknown, the tree is dropped and read again.
 */
export type TreeCache = {
  /**
   * Removes the tree from the cache and returns it, if it is the one that the last writing step left; undefined if
   * another worker has written since, or the cache is empty.
   */
  take(version: string | null): TeamTree | undefined;
  /** Caches the tree of a committed step. */
  put(cached: CachedTree): void;
  /**
   * Whether to leave due work to another worker, which probably caches the tree: true at the first poll since that
   * worker's last step. If the other worker has taken no step until the next poll, this worker reads the tree and
   * continues.
   */
  leavesToOther(version: string | null): boolean;
};

/** Returns the cache of one worker process. */
export function createTreeCache(): TreeCache {
  let cached: CachedTree | undefined;
  /** The version at which the next step belongs to this worker, whether it caches the tree or not. */
  let mineAt: string | undefined;
  return {
    take(version) {
      const found = cached?.version === version ? cached?.tree : undefined;
      cached = undefined;
      mineAt = version ?? undefined;
      return found;
    },
    put(committed) {
      cached = committed;
    },
    leavesToOther(version) {
      if (version === null || cached?.version === version) return false;
      cached = undefined;
      if (mineAt === version) return false;
      mineAt = version;
      return true;
    },
  };
}

/** Returns a cache for a single step, which reads the tree and never leaves work to others. */
export function createSingleUseCache(): TreeCache {
  return { take: () => undefined, put: () => undefined, leavesToOther: () => false };
}
