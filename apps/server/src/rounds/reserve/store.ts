import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The funds that settlements draw on: JU of the reserve, FMC of the emission. */
export type Fund = 'reserve' | 'emission';

/** Locks the funds until the transaction ends, so that no other transaction computes its draw on them. */
export async function lockFunds(tx: Database): Promise<void> {
  await tx.selectFrom('fund_lock').select('single').forUpdate().executeTakeFirstOrThrow();
}

/** The same without waiting; returns false while another settlement computes. */
export async function tryLockFunds(tx: Database): Promise<boolean> {
  const lock = await tx.selectFrom('fund_lock').select('single').forUpdate().skipLocked().executeTakeFirst();
  return lock !== undefined;
}

type Reservation = { readonly roundId: bigint; readonly fund: Fund; readonly amount: TokenAmount };

/** Reserves the amount that a computed settlement will draw from a fund, in base units. */
export async function reserveFund(tx: Database, { roundId, fund, amount }: Reservation): Promise<void> {
  await tx.insertInto('fund_reservation').values({ round_id: roundId, fund, amount }).execute();
}

/**
 * Deducts an amount that is paid in this same transaction from a reservation; the key and a check refuse more than the
 * remaining amount.
 */
export async function drawReservation(tx: Database, { roundId, fund, amount }: Reservation): Promise<void> {
  await tx
    .updateTable('fund_reservation')
    .set({ amount: sql<bigint>`amount - ${amount.toString()}::numeric` })
    .where('round_id', '=', roundId)
    .where('fund', '=', fund)
    .execute();
}

/** Ends the reservations of a round; throws when some amount was not paid. */
export async function closeReservations(tx: Database, roundId: bigint): Promise<void> {
  const closed = await tx.deleteFrom('fund_reservation').where('round_id', '=', roundId).returningAll().execute();
  const unpaid = closed.find(({ amount }) => amount !== 0n);
  if (unpaid === undefined) return;
  throw new Error(`round ${roundId} settled with ${unpaid.amount} of the ${unpaid.fund} reserved and not paid`);
}
