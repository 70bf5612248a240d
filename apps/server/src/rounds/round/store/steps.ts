import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** The outcome of a settled round. docs/money-rules.md#3-states */
export const settledOutcome = z.enum(['minted', 'failed', 'cancelled']);
export type SettledOutcome = z.output<typeof settledOutcome>;

/** Steps of a settlement that run once for the round. docs/money-rules.md#5-settlement */
export type RoundStep = 'compute' | 'fees' | 'losses' | 'close';
/** Steps of a settlement that pay participants, part by part; several connections pay the parts of a step. */
export const partStep = z.enum(['pay', 'mint', 'refund', 'return', 'compensate']);
export type PartStep = z.output<typeof partStep>;
/** Steps that pay participants: they run once for each chunk of them. */
export type PayingStep = PartStep | 'stage2' | 'stage3';
/** Every step that is recorded as done. */
export type RecordedStep = RoundStep | PayingStep | 'auto-mint-losses';

/** Returns the recorded steps of the whole round. */
export async function readDoneSteps(tx: Database, roundId: bigint): Promise<ReadonlySet<string>> {
  const doneSteps = await tx
    .selectFrom('round_step')
    .select('step')
    .where('round_id', '=', roundId)
    .where('chunk', '=', 0)
    .execute();
  return new Set(doneSteps.map(({ step }) => step));
}
