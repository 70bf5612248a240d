import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Moves JU (base units) from the treasury to the reserve and records the reason and the signed request, inside the
 * caller's transaction. Throws when the treasury has less: nothing is borrowed (docs/money-rules.md#9-ledger,
 * `reserve-funding`).
 */
export async function fundReserve(
  tx: Database,
  { amount, reason, signedId }: { readonly amount: TokenAmount; readonly reason: string; readonly signedId: string },
): Promise<void> {
  await sql`select fund_reserve(${amount.toString()}::numeric, ${reason}, ${signedId}::uuid)`.execute(tx);
}

/**
 * Sets the maximum balance (JU, base units) of the reserve; the surplus goes to participants.
 * docs/money-rules.md#5-settlement
 */
export async function setReserveCap(tx: Database, cap: TokenAmount): Promise<void> {
  await tx.updateTable('reserve_setting').set({ cap }).execute();
}
