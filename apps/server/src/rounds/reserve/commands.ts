import { smallestAmount, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '#ledger/commands/post-transfer.ts';
import { readBalance } from '#ledger/queries/read-balance.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * Moves JU (base units) from the treasury to the reserve, with the reason on record, inside the caller's transaction. Throws when the treasury has less: nothing is
 * borrowed. rules.md section 9, `reserve-funding`.
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
    cause: id,
  });
}

/** Sets what the reserve keeps (JU, base units) before its surplus goes to participants. rules.md section 5. */
export async function setReserveCap(tx: Database, cap: TokenAmount): Promise<void> {
  await tx.updateTable('reserve_setting').set({ cap }).execute();
}

/**
 * Sets aside what a mining day may draw from the emission, in base units: `most`, or what is left. Settlements that begin later count without
 * it. Gives undefined while a settlement holds the turn; the next one then waits until this was asked again. rules.md section 7.
 */
export async function freezeEmission(tx: Database, most: TokenAmount): Promise<TokenAmount | undefined> {
  const turn = await tx.selectFrom('settlement_slot').selectAll().forUpdate().executeTakeFirstOrThrow();
  if (turn.round_id !== null) {
    await tx.updateTable('settlement_slot').set({ mining_waits: true }).execute();
    return undefined;
  }
  const balance = await readBalance(tx, { kind: 'emission', currency: 'FMC', owner: 0n });
  const held = smallestAmount(most, tokenAmount(balance - turn.emission_frozen));
  await tx
    .updateTable('settlement_slot')
    .set({ emission_frozen: turn.emission_frozen + held, mining_waits: false })
    .execute();
  return held;
}

/**
 * Gives back a part of what `freezeEmission` set aside, base units: because it is paid in this same transaction, or because it is not needed.
 * Who locks the turn's row sees both or neither: a payment cannot be committed before it has the row too.
 */
export async function releaseEmission(tx: Database, amount: TokenAmount): Promise<void> {
  await tx
    .updateTable('settlement_slot')
    .set((turn) => ({ emission_frozen: turn('emission_frozen', '-', amount) }))
    .execute();
}
