import { assertNever } from '@city-mint/domain/assert-never';
import { sql } from 'kysely';
import { readBalances } from '#ledger/accounts/queries.ts';
import type { Database } from '#platform/database/database.ts';
import { closeReservations, tryLockFunds } from '../reserve/store.ts';
import { type DueRound, moveRound, postponeRound } from '../round/store/rounds.ts';
import { type PartStep, type RoundStep, readDoneSteps, recordStep } from '../round/store/steps.ts';
import { computeCancelled } from './compute-cancelled.ts';
import { computeFailed } from './compute-failed.ts';
import { computeMinted } from './compute-minted.ts';
import { countOpenParts, lockPartOf, openCoinParts, openParts, payPart } from './parts.ts';
import { payFees, payLosses } from './payments.ts';
import { openStages } from './stages.ts';
import { cutChunks } from './store.ts';

/** How long a round waits for workers that pay its last parts, when no other step remains. */
const PARTS_RETRY_MS = 20;

/** How long it waits while another settlement computes its draw on the funds. */
const FUNDS_RETRY_MS = 100;

/** A round that is being settled; its state determines the steps. */
export type SettlingRound = DueRound & { readonly state: 'settling' | 'liquidating' | 'cancelled' };

/** Steps in the order in which they run: once for the round, or once for each chunk of participants. */
type PlannedStep =
  | { readonly step: RoundStep; readonly per: 'round' }
  | { readonly step: PartStep; readonly per: 'chunk' };

/**
 * The steps of a settlement by the state in which they run, in their order. A failed round pays refunds before anything
 * else; a cancelled one returns every principal whole and moves no other money. docs/money-rules.md#5-settlement
 */
export const SETTLEMENT_STEPS: Readonly<Record<SettlingRound['state'], readonly PlannedStep[]>> = {
  settling: [
    { step: 'compute', per: 'round' },
    { step: 'fees', per: 'round' },
    { step: 'pay', per: 'chunk' },
    { step: 'mint', per: 'chunk' },
    { step: 'close', per: 'round' },
  ],
  liquidating: [
    { step: 'compute', per: 'round' },
    { step: 'refund', per: 'chunk' },
    { step: 'losses', per: 'round' },
    { step: 'compensate', per: 'chunk' },
    { step: 'close', per: 'round' },
  ],
  cancelled: [
    { step: 'compute', per: 'round' },
    { step: 'return', per: 'chunk' },
    { step: 'close', per: 'round' },
  ],
};

/**
 * Runs the first unfinished step of a round's settlement, or pays one of its parts, and records it in the same
 * transaction. Others pay parts in parallel (`payDuePart`).
 */
export async function settleStep(tx: Database, round: SettlingRound, chunkSize?: number): Promise<void> {
  const next = await findNextStep(tx, round);
  if (next.per === 'chunk') {
    const part = await lockPartOf(tx, round.id);
    if (part === undefined) return postponeRound(tx, round.id, PARTS_RETRY_MS);
    await payPart(tx, part);
  } else {
    if (next.step === 'compute' && !(await tryLockFunds(tx))) return postponeRound(tx, round.id, FUNDS_RETRY_MS);
    await recordStep(tx, { roundId: round.id, step: next.step, chunk: 0 });
    await runStep(tx, round, { step: next.step, chunkSize });
    if (next.step === 'close') return;
  }
  await postponeRound(tx, round.id, 0);
}

/** A step of the round is done when it is recorded; one of parts when no part remains. */
async function findNextStep(tx: Database, round: SettlingRound): Promise<PlannedStep> {
  const done = await readDoneSteps(tx, round.id);
  const open = await countOpenParts(tx, round.id);
  const next = SETTLEMENT_STEPS[round.state].find(({ step, per }) =>
    per === 'chunk' ? open.has(step) : !done.has(step),
  );
  if (next === undefined) throw new Error(`round ${round.id} has no further step of its settlement`);
  return next;
}

type StepRun = { readonly step: RoundStep; readonly chunkSize: number | undefined };

async function runStep(tx: Database, round: SettlingRound, { step, chunkSize }: StepRun): Promise<void> {
  switch (step) {
    case 'compute':
      return compute(tx, round, chunkSize);
    case 'fees':
      await openCoinParts(tx, round.id, chunkSize);
      return payFees(tx, round.id);
    case 'losses':
      await payLosses(tx, round.id);
      return openParts(tx, round.id, 'compensate');
    case 'close':
      return closeSettlement(tx, round);
    default:
      return assertNever(step);
  }
}

/**
 * Tokens are paid from the emission to accounts that coins never touch, so from now on, even before the fees are paid.
 */
async function compute(tx: Database, round: SettlingRound, chunkSize?: number): Promise<void> {
  switch (round.state) {
    case 'settling':
      await computeMinted(tx, round);
      await cutChunks(tx, round, chunkSize);
      return openParts(tx, round.id, 'mint');
    case 'liquidating':
      await computeFailed(tx, round);
      await cutChunks(tx, round, chunkSize);
      return openParts(tx, round.id, 'refund');
    case 'cancelled':
      await computeCancelled(tx, round);
      await cutChunks(tx, round, chunkSize);
      return openParts(tx, round.id, 'return');
    default:
      return assertNever(round.state);
  }
}

/**
 * Ends a settlement. Throws unless the round's escrow and fees are zero to the unit; then the later stages get their
 * due times, the reservations end, and the phase plan continues. Also throws when one of these was not paid in full.
 */
async function closeSettlement(tx: Database, round: SettlingRound): Promise<void> {
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
