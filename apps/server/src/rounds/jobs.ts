import type { Database } from '#platform/database/database.ts';
import { type AdvanceSettings, advanceRound, backOffRound, lapseSuspensions } from './lifecycle/commands.ts';
import { backOffPlan, publishNextRound } from './offers/commands.ts';
import { PlanStepError, RoundStepError } from './round/step-errors.ts';
import { payDuePart } from './settlement/commands.ts';
import { writeSettlementFile } from './settlement-file/commands.ts';

export type RunRoundsSettings = AdvanceSettings & {
  /** Stops between steps once it is aborted. */
  readonly signal?: AbortSignal;
  /**
   * Called with the failed step of a round or plan, which is retried after a few seconds, so that no other waits for
   * it. Without this, the error is thrown.
   */
  readonly onStepError?: (error: RoundStepError | PlanStepError) => void;
  /** Called for each suspension that has lasted too long, once it has ended. */
  readonly onLapsed?: (lapsed: { readonly roundId: bigint; readonly isCancelled: boolean }) => void;
  /** Called after each step of a round with the milliseconds by which it was late. */
  readonly onStep?: (lateMs: number) => void;
};

/**
 * Runs all due work on rounds: suspensions that lapse, next rounds of plans, openings, closings, settlements, stages,
 * files. Due work is stored in the rows, so a lost or repeated wake-up changes nothing. A plan or round with a failed
 * step is backed off for a few seconds, including those whose stored terms cannot be read. Returns how many steps ran.
 */
export async function runRounds(db: Database, settings: RunRoundsSettings = {}): Promise<number> {
  const { signal, onStepError, onStep, onLapsed, longestPauseMs } = settings;
  let steps = 0;
  for (const lapsed of await lapseSuspensions(db, longestPauseMs)) onLapsed?.(lapsed);
  while (signal?.aborted !== true) {
    try {
      const published = await publishNextRound(db);
      const advanced = await advanceRound(db, { ...settings, opensOnTwo: true });
      if (advanced !== undefined) onStep?.(advanced.lateMs);
      const written = await writeSettlementFile(db);
      if (!published && advanced === undefined && !written) return steps;
      steps += 1;
    } catch (error) {
      const isOfOne = error instanceof RoundStepError || error instanceof PlanStepError;
      if (!isOfOne || onStepError === undefined) throw error;
      onStepError(error);
      if (error instanceof RoundStepError) await backOffRound(db, error);
      else await backOffPlan(db, error.planId);
    }
  }
  return steps;
}

/**
 * Pays parts of rounds that are being settled until none is due, in parallel with `runRounds`, which runs their steps.
 */
export async function paySettlementParts(db: Database, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && (await payDuePart(db)));
}
