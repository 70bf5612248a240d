import { assertNever } from '@city-mint/domain/assert-never';
import { sql } from 'kysely';
import { readBalances } from '#ledger/accounts/queries.ts';
import type { Database } from '#platform/database/database.ts';
import { type DueRound, moveRound, postponeRound } from '../lifecycle/store.ts';
import { closeReservations, tryLockFunds } from '../reserve/store.ts';
import { computeCancelled } from './compute-cancelled.ts';
import { computeFailed } from './compute-failed.ts';
import { computeMinted } from './compute-minted.ts';
import { payChunk, payFees, payLosses } from './payments.ts';
import { openStages } from './stages.ts';
import {
  type CancellingStep,
  closeTokenPayout,
  cutChunks,
  type LiquidatingStep,
  listChunks,
  lockTokenPayout,
  openTokenPayout,
  readDoneSteps,
  recordStep,
  type SettlingStep,
} from './store.ts';

/** How long a round waits for the worker that pays its tokens, when no other step is left. */
const TOKEN_PAYOUT_RETRY_MS = 20;

/** How long it waits while another settlement computes what it will draw from the funds. */
const FUNDS_RETRY_MS = 100;

/** A round that is being settled; its state says by which steps. */
export type SettlingRound = DueRound & { readonly state: 'settling' | 'liquidating' | 'cancelled' };

/** Steps in the order in which they run: once for the round, or once for each chunk of participants. */
type StepPlan<Step> = readonly { readonly step: Step; readonly per: 'round' | 'chunk' }[];

const SETTLING_STEPS: StepPlan<SettlingStep> = [
  { step: 'compute', per: 'round' },
  { step: 'fees', per: 'round' },
  { step: 'pay', per: 'chunk' },
  { step: 'mint', per: 'chunk' },
  { step: 'close', per: 'round' },
];

/** Refunds come before anything else that a failed round pays. docs/money-rules.md#5-settlement */
const LIQUIDATING_STEPS: StepPlan<LiquidatingStep> = [
  { step: 'compute', per: 'round' },
  { step: 'refund', per: 'chunk' },
  { step: 'losses', per: 'round' },
  { step: 'compensate', per: 'chunk' },
  { step: 'close', per: 'round' },
];

/** A cancelled round returns every principal whole and moves nothing else. docs/money-rules.md#5-settlement */
const CANCELLING_STEPS: StepPlan<CancellingStep> = [
  { step: 'compute', per: 'round' },
  { step: 'return', per: 'chunk' },
  { step: 'close', per: 'round' },
];

/** The steps of a settlement by the state in which they run, in their order. */
export const SETTLEMENT_STEPS = {
  settling: SETTLING_STEPS,
  liquidating: LIQUIDATING_STEPS,
  cancelled: CANCELLING_STEPS,
} as const;

type NextStep =
  | { readonly phase: 'settling'; readonly step: SettlingStep; readonly chunk: number }
  | { readonly phase: 'liquidating'; readonly step: LiquidatingStep; readonly chunk: number }
  | { readonly phase: 'cancelled'; readonly step: CancellingStep; readonly chunk: number };

/**
 * Runs the first step of a round's settlement that is not done yet and records it in the same transaction. From
 * `fees` on another worker may pay the tokens (`mint`, see `payTokens`); what it left is paid here.
 */
export async function settleStep(tx: Database, round: SettlingRound, chunkSize: number): Promise<void> {
  let next = await findNextStep(tx, round);
  if (next.step === 'mint') {
    if (!(await lockTokenPayout(tx, round.id))) return postponeRound(tx, round.id, TOKEN_PAYOUT_RETRY_MS);
    // Again: with the lock, no other worker adds to what is done.
    next = await findNextStep(tx, round);
  }
  if (next.step === 'compute' && !(await tryLockFunds(tx))) return postponeRound(tx, round.id, FUNDS_RETRY_MS);
  await recordStep(tx, { roundId: round.id, step: next.step, chunk: next.chunk });
  switch (next.phase) {
    case 'settling':
      await runSettlingStep(tx, round, { ...next, chunkSize });
      break;
    case 'liquidating':
      await runLiquidatingStep(tx, round, { ...next, chunkSize });
      break;
    case 'cancelled':
      await runCancellingStep(tx, round, { ...next, chunkSize });
      break;
    default:
      assertNever(next);
  }
  if (next.step !== 'close') await postponeRound(tx, round.id, 0);
}

async function findNextStep(tx: Database, round: SettlingRound): Promise<NextStep> {
  const isDone = await readDoneSteps(tx, round.id);
  const chunks = await listChunks(tx, round.id);
  const next = plannedSteps(round.state, chunks).find(({ step, chunk }) => !isDone(step, chunk));
  if (next === undefined) throw new Error(`round ${round.id} has no step of its settlement left`);
  return next;
}

/** All steps of a settlement in their order, those of chunks once for each. */
function plannedSteps(state: SettlingRound['state'], chunks: readonly number[]): NextStep[] {
  const runs = <Step>(plan: StepPlan<Step>) =>
    plan.flatMap(({ step, per }) => (per === 'round' ? [0] : chunks).map((chunk) => ({ step, chunk })));
  switch (state) {
    case 'settling':
      return runs(SETTLING_STEPS).map((run) => ({ phase: state, ...run }));
    case 'liquidating':
      return runs(LIQUIDATING_STEPS).map((run) => ({ phase: state, ...run }));
    case 'cancelled':
      return runs(CANCELLING_STEPS).map((run) => ({ phase: state, ...run }));
    default:
      return assertNever(state);
  }
}

type StepRun<Step> = { readonly step: Step; readonly chunk: number; readonly chunkSize: number };

async function runSettlingStep(
  tx: Database,
  round: SettlingRound,
  { step, chunk, chunkSize }: StepRun<SettlingStep>,
): Promise<void> {
  switch (step) {
    case 'compute':
      await computeMinted(tx, round);
      return cutChunks(tx, round, chunkSize);
    case 'fees':
      await payFees(tx, round.id);
      return openTokenPayout(tx, round.id);
    case 'pay':
    case 'mint':
      return payChunk(tx, { roundId: round.id, step, chunk });
    case 'close':
      return closeSettlement(tx, round);
    default:
      return assertNever(step);
  }
}

async function runLiquidatingStep(
  tx: Database,
  round: SettlingRound,
  { step, chunk, chunkSize }: StepRun<LiquidatingStep>,
): Promise<void> {
  switch (step) {
    case 'compute':
      await computeFailed(tx, round);
      return cutChunks(tx, round, chunkSize);
    case 'losses':
      return payLosses(tx, round.id);
    case 'refund':
    case 'compensate':
      return payChunk(tx, { roundId: round.id, step, chunk });
    case 'close':
      return closeSettlement(tx, round);
    default:
      return assertNever(step);
  }
}

async function runCancellingStep(
  tx: Database,
  round: SettlingRound,
  { step, chunk, chunkSize }: StepRun<CancellingStep>,
): Promise<void> {
  switch (step) {
    case 'compute':
      await computeCancelled(tx, round);
      return cutChunks(tx, round, chunkSize);
    case 'return':
      return payChunk(tx, { roundId: round.id, step, chunk });
    case 'close':
      return closeSettlement(tx, round);
    default:
      return assertNever(step);
  }
}

/**
 * Ends a settlement. Throws unless the round's escrow and fees are zero to the unit; then the later stages get their
 * due times, the reservations end, and the phase plan continues. Throws also when one of these was not paid in full.
 */
async function closeSettlement(tx: Database, round: SettlingRound): Promise<void> {
  await closeTokenPayout(tx, round.id);
  const [escrow, fees] = await readBalances(tx, [
    { kind: 'escrow', currency: 'JU', owner: round.id },
    { kind: 'fees', currency: 'JU', owner: round.id },
  ]);
  if (escrow !== 0n || fees !== 0n)
    throw new Error(`round ${round.id} settled with ${escrow} in escrow and ${fees} in fees`);
  if (round.state === 'settling') await moveRound(tx, round, { state: 'minted', dueAt: await openStages(tx, round) });
  else await moveRound(tx, round, { state: 'ended', dueAt: null });
  await closeReservations(tx, round.id);
  await tx
    .updateTable('phase_plan')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', round.planId)
    .where('state', '!=', 'revoked')
    .execute();
}
