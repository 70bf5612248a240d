import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { listSettledRounds, type SettledRound } from '#rounds/settlement/queries.ts';
import { applyGrants } from '../roll-up/apply-grants.ts';
import { rollUpBindings } from '../roll-up/carry-bindings.ts';
import { rollUpOrders } from '../roll-up/carry-orders.ts';
import { refreshStatuses } from '../roll-up/refresh-standings.ts';
import { lockProgress, moveRoundsBelow, type Progress, readRoundMarks, readThresholds } from '../store/progress.ts';

/**
 * Users of a settled round that one transaction carries: more write the rows of those above less often, fewer lose less
 * in a kill.
 */
const USERS = 100_000;
/**
 * Rounds stay in sight this far back: ids are given before a round is there, so for a moment one may appear below newer
 * ones.
 */
const ROUNDS_BACK = 1_000n;

export type RollUpSettings = { readonly users?: number };

/**
 * Takes one step that brings the team figures up to date: bindings first, then the operator's grants, the next part of
 * a settled round, and standings by new thresholds. One transaction, marked as done in itself, so a worker that is
 * killed loses at most this step; one worker is at it at a time. False when there is nothing to do, or when another one
 * does it. docs/money-rules.md#8-team-nodes-levels.
 */
export async function rollUpTeam(db: Database, settings: RollUpSettings = {}): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const progress = await lockProgress(tx);
    if (progress === undefined) return false;
    const thresholds = await readThresholds(tx);
    if (await rollUpBindings(tx, thresholds)) return true;
    if (await applyGrants(tx, thresholds)) return true;
    const next = await findPart(tx, progress);
    if (next !== undefined) {
      await rollUpOrders(tx, thresholds, { ...next, limit: settings.users ?? USERS });
      return true;
    }
    return refreshStatuses(tx, thresholds, progress);
  });
}

/** The settled round that is next, and how far it is carried; notes on the way that all older ones are done. */
async function findPart(
  tx: Database,
  { roundsBelow }: Progress,
): Promise<{ round: SettledRound; afterUser: bigint } | undefined> {
  const { rounds, firstUnsettled } = await listSettledRounds(tx, roundsBelow);
  const marks = await readRoundMarks(tx, roundsBelow);
  const round = rounds.find(({ roundId }) => marks.get(roundId)?.done !== true);
  if (round !== undefined) return { round, afterUser: marks.get(round.roundId)?.lastUser ?? 0n };
  const newest = rounds.at(-1)?.roundId ?? roundsBelow;
  const below = (firstUnsettled === null ? newest : firstUnsettled - 1n) - ROUNDS_BACK;
  if (below > roundsBelow) await moveRoundsBelow(tx, below);
  return undefined;
}
