import { smallestAmount, type TokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '#ledger/transfers/commands.ts';
import type { Database } from '#platform/database/database.ts';
import { readFunds } from './queries.ts';
import { lockFunds } from './store.ts';

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

/**
 * Freezes the amount that a mining day may draw from the emission, inside the caller's transaction; later settlements
 * compute without it. `limitOf` receives the part of the emission that neither an earlier day nor a computed settlement
 * will draw, and returns the day's limit. Returns the frozen amount, in base units
 * (docs/money-rules.md#7-hash-power-and-mining).
 */
export async function freezeEmission(
  tx: Database,
  limitOf: (remaining: TokenAmount) => TokenAmount,
): Promise<TokenAmount> {
  await lockFunds(tx);
  const { emission } = await readFunds(tx);
  const frozen = smallestAmount(limitOf(emission), emission);
  await tx
    .updateTable('fund_lock')
    .set((lock) => ({ emission_frozen: lock('emission_frozen', '+', frozen) }))
    .execute();
  return frozen;
}

/**
 * Releases a part (base units) of the amount that `freezeEmission` froze, because it is paid in this same transaction
 * or not needed. A settlement that locks the funds sees both or neither: the payment cannot commit before it has
 * updated the lock's row.
 */
export async function releaseEmission(tx: Database, amount: TokenAmount): Promise<void> {
  await tx
    .updateTable('fund_lock')
    .set((lock) => ({ emission_frozen: lock('emission_frozen', '-', amount) }))
    .execute();
}
