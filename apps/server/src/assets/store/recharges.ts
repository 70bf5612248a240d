import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Recharge } from '#platform/database/generated/db.ts';
import { RECHARGE_KEY } from '../asset-event-key.ts';
import type { FinalDeposit } from '../final-deposit.ts';
import { type EventPage, isAfter } from './event-page.ts';

export type RechargeRow = Selectable<Recharge>;

/** Writes the recharge that a deposit became. */
export async function insertRecharge(tx: Database, recharge: { userId: bigint; deposit: FinalDeposit }): Promise<void> {
  const { deposit } = recharge;
  await tx
    .insertInto('recharge')
    .values({
      seq: deposit.sequence,
      user_id: recharge.userId,
      currency: CURRENCIES[deposit.currency],
      amount: deposit.amount,
      block_number: deposit.blockNumber,
      block_at: deposit.blockAt,
      tx_hash: deposit.txHash,
      gas_fee: deposit.gasFee,
    })
    .execute();
}

/** One of a user's recharges by its number, or undefined. */
export async function findRecharge(
  db: Database,
  wanted: { userId: bigint; seq: bigint },
): Promise<RechargeRow | undefined> {
  return db
    .selectFrom('recharge')
    .selectAll()
    .where('user_id', '=', wanted.userId)
    .where('seq', '=', wanted.seq)
    .executeTakeFirst();
}

/** A page of a user's recharges, newest first. */
export async function listRecharges(db: Database, page: EventPage): Promise<RechargeRow[]> {
  return db
    .selectFrom('recharge')
    .selectAll()
    .where('user_id', '=', page.userId)
    .$if(page.currency !== undefined, (q) => q.where('currency', '=', CURRENCIES[page.currency ?? 'JU']))
    .$if(page.from !== undefined, (q) => q.where('block_at', '>=', new Date(page.from ?? 0)))
    .$if(page.to !== undefined, (q) => q.where('block_at', '<', new Date(page.to ?? 0)))
    .$if(page.after !== undefined, (q) => q.where(isAfter(page.after, sql`(block_at, ${RECHARGE_KEY}::bigint, seq)`)))
    .orderBy('block_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .execute();
}
