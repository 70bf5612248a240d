import type { TeamTree } from '@city-mint/domain/team/team-tree';

/** A tree as the step of this name left it in the database. */
export type CachedTree = { readonly tree: TeamTree; readonly version: string };

/**
 * Remembers the team tree of this process from one step of the roll-up to the next. What is remembered is never ahead
 * of what is committed: a step takes the tree out, and puts it back only when its transaction has committed; if that
 * fails, or its outcome is unknown, the tree is lost and read again.
 */
export type TreeCache = {
  /**
   * Returns the tree, which the cache then has no more, if the last step that wrote members is the one that left it
   * so; undefined where another worker has written since, or there is none.
   */
  take(version: string | null): TeamTree | undefined;
  /** Remembers the tree that a committed step left. */
  put(cached: CachedTree): void;
  /**
   * Whether to leave what is due to another worker, one that seems to remember the tree: at the first poll since that
   * worker's last step. If it has taken no step until the next one, this worker reads the tree and goes on.
   */
  leavesToOther(version: string | null): boolean;
};

/** Returns the cache of one worker process. */
export function createTreeCache(): TreeCache {
  let cached: CachedTree | undefined;
  /** The version at which the next step is this worker's, whether it remembers the tree or not. */
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

/** Returns a cache for a single step: it reads the tree, and leaves nothing to others. */
export function createSingleUseCache(): TreeCache {
  return { take: () => undefined, put: () => undefined, leavesToOther: () => false };
}
