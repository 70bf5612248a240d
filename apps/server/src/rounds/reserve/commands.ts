import { smallestAmount, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { readBalance } from '#ledger/accounts/queries.ts';
import { postTransfer } from '#ledger/transfers/commands.ts';
import type { Database } from '#platform/database/database.ts';
import { lockSettlementSlot } from './store.ts';

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
 * Sets up to which balance (JU, base units) the reserve grows; the surplus goes to participants.
 * docs/money-rules.md#5-settlement
 */
export async function setReserveCap(tx: Database, cap: TokenAmount): Promise<void> {
  await tx.updateTable('reserve_setting').set({ cap }).execute();
}

/**
 * Freezes what a mining day may draw from the emission; settlements that begin later count without it. `limitOf`
 * receives what is left and returns how much the day may draw. Returns how much was frozen, in base units. Returns
 * undefined while a settlement occupies the slot; the next settlement then waits until this was called again
 * (docs/money-rules.md#7-hash-power-and-mining).
 */
export async function freezeEmission(
  tx: Database,
  limitOf: (remaining: TokenAmount) => TokenAmount,
): Promise<TokenAmount | undefined> {
  const slot = await lockSettlementSlot(tx);
  if (slot.roundId !== null) {
    await tx.updateTable('settlement_slot').set({ mining_waits: true }).execute();
    return undefined;
  }
  const balance = await readBalance(tx, { kind: 'emission', currency: 'FMC', owner: 0n });
  const remaining = tokenAmount(balance - slot.emissionFrozen);
  const frozen = smallestAmount(limitOf(remaining), remaining);
  await tx
    .updateTable('settlement_slot')
    .set({ emission_frozen: slot.emissionFrozen + frozen, mining_waits: false })
    .execute();
  return frozen;
}

/**
 * Releases a part (base units) of what `freezeEmission` froze, because it is paid in this same transaction or not
 * needed. A settlement that locks the slot sees both or neither: the payment cannot commit before it has updated the
 * slot's row.
 */
export async function releaseEmission(tx: Database, amount: TokenAmount): Promise<void> {
  await tx
    .updateTable('settlement_slot')
    .set((slot) => ({ emission_frozen: slot('emission_frozen', '-', amount) }))
    .execute();
}
