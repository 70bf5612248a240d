import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A row that a transaction or a voucher belongs to; `userId` null = an account that is not registered. */
export type FoundByHash = {
  readonly kind: 'recharge' | 'withdrawal' | 'payment';
  readonly id: bigint;
  readonly userId: bigint | null;
  /** EIP-55; null for a recharge, which is of its user's own address. */
  readonly account: string | null;
};

/** Returns what a 32-byte hash names: recharges and payments of a transaction, the withdrawal of a voucher. */
export async function findByHash(db: Database, hash: string): Promise<FoundByHash[]> {
  const { rows } = await sql<FoundByHash>`
    (select 'recharge' as kind, seq as id, user_id as "userId", null as account from recharge
      where tx_hash = ${hash} order by seq limit 50)
    union all
    (select 'withdrawal', id, user_id, account from withdrawal
      where tx_hash = ${hash} or voucher_id = ${hash} order by id limit 50)
    union all
    (select 'payment', seq, user_id, account from unknown_payment
      where tx_hash = ${hash} or voucher_id = ${hash} order by seq limit 50)`.execute(db);
  return rows;
}

/** Returns whose withdrawal it is, or undefined where there is none with this id. */
export async function findWithdrawalOwner(db: Database, id: bigint): Promise<bigint | undefined> {
  const row = await db.selectFrom('withdrawal').select('user_id').where('id', '=', id).executeTakeFirst();
  return row?.user_id;
}
