import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

const units = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => tokenAmount(BigInt(text)));

const mintedTotals = z.object({
  principal: units,
  fee: units,
  reward: units,
  nodes: units,
  levels: units,
  treasury: units,
  reserveIn: units,
  split: units,
  minted: units,
});
const failedTotals = z.object({ refund: units, loss: units, compensation: units, hash: units });

/** The totals of a minted round in base units, as its settlement stored them. */
export async function readMintedTotals(tx: Database, roundId: bigint) {
  const row = await tx
    .selectFrom('round_settlement')
    .select(['totals', 'stages', 'settled_at'])
    .where('round_id', '=', roundId)
    .executeTakeFirstOrThrow();
  const [stage1, stage2, stage3] = row.stages ?? [];
  if (stage1 === undefined || stage2 === undefined || stage3 === undefined)
    throw new Error(`round ${roundId} has no stages`);
  const stages = [tokenAmount(stage1), tokenAmount(stage2), tokenAmount(stage3)] as const;
  return { ...mintedTotals.parse(row.totals), stages, settledAt: row.settled_at };
}

/** The totals of a failed round in base units, as its settlement stored them. */
export async function readFailedTotals(tx: Database, roundId: bigint) {
  const row = await tx
    .selectFrom('round_settlement')
    .select('totals')
    .where('round_id', '=', roundId)
    .executeTakeFirstOrThrow();
  return failedTotals.parse(row.totals);
}
