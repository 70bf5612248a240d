import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '#ledger/transfers/commands.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * Moves JU (base units) from the treasury to the reserve and records the reason, inside the caller's transaction.
 * Throws when the treasury has less: nothing is borrowed (docs/money-rules.md#9-ledger, `reserve-funding`).
 */
export async function fundReserve(
  tx: Database,
  { amount, reason }: { readonly amount: TokenAmount; readonly reason: string },
): Promise<void> {
  const { id } = await tx
    .insertInto('reserve_funding')
    .values({ amount, reason })
    .returning('id')
    .executeTakeFirstOrThrow();
  await postTransfer(tx, {
    kind: 'reserve-funding',
    from: { kind: 'treasury', currency: 'JU', owner: 0n },
    to: { kind: 'reserve', currency: 'JU', owner: 0n },
    amount,
    sourceId: id,
  });
}

/**
 * Sets the maximum balance (JU, base units) of the reserve; the surplus goes to participants.
 * docs/money-rules.md#5-settlement
 */
export async function setReserveCap(tx: Database, cap: TokenAmount): Promise<void> {
  await tx.updateTable('reserve_setting').set({ cap }).execute();
}
