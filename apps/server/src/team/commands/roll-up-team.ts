import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { listSettledRounds, type SettledRound } from '#rounds/settlement/queries.ts';
import { hasDueBindings } from '../store/bindings.ts';
import { hasPendingGrants } from '../store/grants.ts';
import {
  advanceRoundsBelow,
  lockRollUpProgress,
  type RollUpProgress,
  raiseMemory,
  readRoundProgress,
} from '../store/roll-up-progress.ts';
import { readThresholds } from '../store/thresholds.ts';
import { rollUpBindings } from './roll-up/bindings.ts';
import { applyGrants, isRefreshDue, refreshStatuses } from './roll-up/member-statuses.ts';
import { type StepTree, stepTree } from './roll-up/open-tree.ts';
import { rollUpOrders } from './roll-up/settled-orders.ts';
import { createSingleUseCache, type TreeCache } from './roll-up/tree-cache.ts';

/**
 * Maximum number of users of a settled round per transaction. More users mean fewer writes to the rows of members above
 * them; fewer users limit the work that a killed worker loses.
 */
const USERS_PER_STEP = 250_000;
/**
 * Number of round ids that are checked again: ids are assigned before the commit, so a round may appear below newer
 * ones.
 */
const ROUNDS_BACK = 1_000n;

export type RollUpSettings = {
  readonly users?: number;
  /** Caches the tree between steps; without it each step reads the tree. */
  readonly cache?: TreeCache;
};

/**
 * Takes one step to update the team figures: bindings first, then the operator's grants, the next part of a settled
 * round, and statuses by new thresholds. The step and its progress are one transaction, so a killed worker loses at
 * most this step. One worker runs at a time. Returns false when nothing is due, or another worker holds the lock.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function rollUpTeam(db: Database, settings: RollUpSettings = {}): Promise<boolean> {
  const cache = settings.cache ?? createSingleUseCache();
  const step = await inTransaction(db, async (tx) => {
    const progress = await lockRollUpProgress(tx);
    if (progress === undefined) return undefined;
    const takeStep = await findNextStep(tx, progress, settings.users ?? USERS_PER_STEP);
    if (takeStep === undefined || cache.leavesToOther(progress.treeVersion)) return undefined;
    await raiseMemory(tx);
    const tree = stepTree(tx, cache, progress);
    await takeStep(tree);
    return { cached: tree.result() };
  });
  if (step?.cached !== undefined) cache.put(step.cached);
  return step !== undefined;
}

type Step = (tree: StepTree) => Promise<void>;

/** Returns the next due step, or undefined. */
async function findNextStep(tx: Database, progress: RollUpProgress, users: number): Promise<Step | undefined> {
  const thresholds = await readThresholds(tx);
  if (await hasDueBindings(tx)) return (tree) => rollUpBindings(tx, thresholds, tree);
  if (await hasPendingGrants(tx)) return (tree) => applyGrants(tx, thresholds, tree);
  const nextPart = await findNextPart(tx, progress);
  if (nextPart !== undefined) return (tree) => rollUpOrders(tx, thresholds, { ...nextPart, limit: users, tree });
  return isRefreshDue(thresholds, progress) ? (tree) => refreshStatuses(tx, thresholds, { progress, tree }) : undefined;
}

/** Returns the next settled round and its last rolled-up user. Also stores up to which round all are done. */
async function findNextPart(
  tx: Database,
  { roundsBelow }: RollUpProgress,
): Promise<{ round: SettledRound; afterUser: bigint } | undefined> {
  const { rounds, firstUnsettled } = await listSettledRounds(tx, roundsBelow);
  const progressOf = await readRoundProgress(tx, roundsBelow);
  const round = rounds.find(({ roundId }) => progressOf.get(roundId)?.done !== true);
  if (round !== undefined) return { round, afterUser: progressOf.get(round.roundId)?.lastUser ?? 0n };
  const newestSettled = rounds.at(-1)?.roundId ?? roundsBelow;
  const doneBelow = (firstUnsettled === null ? newestSettled : firstUnsettled - 1n) - ROUNDS_BACK;
  if (doneBelow > roundsBelow) await advanceRoundsBelow(tx, doneBelow);
  return undefined;
}
