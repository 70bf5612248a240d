import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { listSettledRounds, type SettledRound } from '#rounds/settlement/queries.ts';
import {
  advanceRoundsBelow,
  lockRollUpProgress,
  type RollUpProgress,
  readRoundProgress,
} from '../store/roll-up-progress.ts';
import { readThresholds } from '../store/thresholds.ts';
import { rollUpBindings } from './roll-up/bindings.ts';
import { applyGrants, refreshStatuses } from './roll-up/member-statuses.ts';
import { rollUpOrders } from './roll-up/settled-orders.ts';

/**
 * Users of a settled round that one transaction rolls up: with more, the rows of those above are written less often;
 * with fewer, a killed worker loses less.
 */
const USERS_PER_STEP = 100_000;
/**
 * Rounds are checked again this far back: ids are assigned before a round is committed, so one may appear below newer
 * ones.
 */
const ROUNDS_BACK = 1_000n;

export type RollUpSettings = { readonly users?: number };

/**
 * Takes one step that brings the team figures up to date: bindings first, then the operator's grants, the next part of
 * a settled round, and statuses by new thresholds. The step and its progress are one transaction, so a killed worker
 * loses at most this step; one worker at a time. Returns false when nothing is due, or another worker is at it.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function rollUpTeam(db: Database, settings: RollUpSettings = {}): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const progress = await lockRollUpProgress(tx);
    if (progress === undefined) return false;
    const thresholds = await readThresholds(tx);
    if (await rollUpBindings(tx, thresholds)) return true;
    if (await applyGrants(tx, thresholds)) return true;
    const nextPart = await findNextPart(tx, progress);
    if (nextPart !== undefined) {
      await rollUpOrders(tx, thresholds, { ...nextPart, limit: settings.users ?? USERS_PER_STEP });
      return true;
    }
    return refreshStatuses(tx, thresholds, progress);
  });
}

/** Returns the next settled round and its last user rolled up; stores on the way that all older rounds are done. */
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
