import { assertNever } from '@city-mint/domain/assert-never';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { annotate } from '#platform/tracing/active-span.ts';
import { type DueRound, postponeRound } from '../round/store/rounds.ts';
import { type PartStep, type RoundStep, readDoneSteps } from '../round/store/steps.ts';
import { countOpenParts, lockPartOf, payPart } from './parts.ts';

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
 * transaction. Others pay parts in parallel (`payDuePart`). Functions of the database compute and pay
 * (migrations/functions/rounds/settlement-*.sql): they take the round, read accounts and amounts from the stored
 * settlement and check that the earlier steps are done.
 */
export async function settleStep(tx: Database, round: SettlingRound, chunkSize?: number): Promise<void> {
  const next = await findNextStep(tx, round);
  annotate({ 'city_mint.step': next.step });
  if (next.per === 'chunk') {
    const part = await lockPartOf(tx, round.id);
    if (part === undefined) return postponeRound(tx, round.id, PARTS_RETRY_MS);
    annotate({ 'city_mint.step': part.step, 'city_mint.chunk': part.chunk });
    await payPart(tx, part);
  } else {
    const hasRun = await runStep(tx, round.id, { step: next.step, chunkSize });
    if (!hasRun) return postponeRound(tx, round.id, FUNDS_RETRY_MS);
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

/** Runs a step of the whole round. Returns false when the funds that it computes with are locked. */
async function runStep(tx: Database, roundId: bigint, { step, chunkSize }: StepRun): Promise<boolean> {
  const size = sql`${chunkSize ?? null}::int`;
  switch (step) {
    case 'compute': {
      const { rows } = await sql<{ computed: boolean }>`
        select settlement_compute(${roundId}, ${size}) as computed`.execute(tx);
      return rows[0]?.computed === true;
    }
    case 'fees':
      await sql`select settlement_pay_fees(${roundId}, ${size})`.execute(tx);
      return true;
    case 'losses':
      await sql`select settlement_pay_losses(${roundId})`.execute(tx);
      return true;
    case 'close':
      await sql`select settlement_close(${roundId})`.execute(tx);
      return true;
    default:
      return assertNever(step);
  }
}
