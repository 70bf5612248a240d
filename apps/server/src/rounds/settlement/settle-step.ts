import type { Database } from '#platform/database/database.ts';
import { type DueRound, postpone } from '../lifecycle/store.ts';
import { computeFailed } from './compute-failed.ts';
import { computeMinted } from './compute-minted.ts';
import { payFees, payLosses, payParticipants } from './payments.ts';
import { closeSettlement } from './stages.ts';
import { closeTokenPayout, cutChunks, lockTokenPayout, openTokenPayout } from './store.ts';

/** How long a round waits for the worker that pays its tokens, when nothing else is left to do. */
const LANE_RETRY_MS = 20;

/** One part of a settlement: for the round as a whole, or once for each range of participants. */
type Part = { readonly step: string; readonly per: 'round' | 'chunk' };

/** The parts in the order in which they are done. Refunds come before anything else that a failure pays. rules.md section 5. */
const PARTS: Record<'settling' | 'liquidating', readonly Part[]> = {
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
};

/**
 * Does the first part that is not done yet, and marks it done in the same transaction. From the fees on another worker may pay the tokens
 * (`mint`, see `payTokens`); what it has left at the end is done here.
 */
export async function settleStep(tx: Database, round: DueRound, chunkSize: number): Promise<void> {
  let next = await nextPart(tx, round);
  if (next?.step === 'mint') {
    if (!(await lockTokenPayout(tx, round.id))) return postpone(tx, round, LANE_RETRY_MS);
    // Again, now that nobody else adds to what is done.
    next = await nextPart(tx, round);
  }
  if (next === undefined) throw new Error(`round ${round.id} has no part of its settlement left`);
  // The mark comes first: two workers that came this far by some mistake collide on its key before any money moves.
  await tx.insertInto('round_step').values({ round_id: round.id, step: next.step, chunk: next.chunk }).execute();
  switch (next.step) {
    case 'compute':
      if (round.state === 'settling') await computeMinted(tx, round);
      else await computeFailed(tx, round);
      await cutChunks(tx, round, chunkSize);
      break;
    case 'fees':
      await payFees(tx, round);
      await openTokenPayout(tx, round.id);
      break;
    case 'losses':
      await payLosses(tx, round);
      break;
    case 'close':
      await closeTokenPayout(tx, round.id);
      return closeSettlement(tx, round);
    default:
      await payParticipants(tx, round.id, next);
  }
  await postpone(tx, round, 0);
}

async function nextPart(tx: Database, round: DueRound): Promise<{ step: string; chunk: number } | undefined> {
  const done = await tx.selectFrom('round_step').select(['step', 'chunk']).where('round_id', '=', round.id).execute();
  const chunks = await tx
    .selectFrom('round_chunk')
    .select('chunk')
    .where('round_id', '=', round.id)
    .orderBy('chunk')
    .execute();
  const marks = new Set(done.map(({ step, chunk }) => `${step}/${chunk}`));
  return PARTS[round.state === 'settling' ? 'settling' : 'liquidating']
    .flatMap(({ step, per }) => (per === 'round' ? [{ step, chunk: 0 }] : chunks.map(({ chunk }) => ({ step, chunk }))))
    .find(({ step, chunk }) => !marks.has(`${step}/${chunk}`));
}
