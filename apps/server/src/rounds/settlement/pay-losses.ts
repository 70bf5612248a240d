import { postTransfer } from '#ledger/commands/post-transfer.ts';
import type { Database } from '#platform/database/database.ts';
import type { DueRound } from './round-row.ts';
import { readFailedTotals } from './stored-totals.ts';

/** Moves what a failed round lost from its escrow to the launch costs, after all refunds. rules.md section 5, "Failed". */
export async function payLosses(tx: Database, round: DueRound): Promise<void> {
  const { loss } = await readFailedTotals(tx, round.id);
  if (loss === 0n) return;
  await postTransfer(tx, {
    kind: 'loss',
    from: { kind: 'escrow', currency: 'JU', owner: round.id },
    to: { kind: 'launch-costs', currency: 'JU', owner: 0n },
    amount: loss,
    cause: round.id,
  });
}
