import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The row that a transaction or a voucher belongs to; `userId` null = an account that is not registered. */
export type FoundByHash = {
  readonly kind: 'recharge' | 'withdrawal' | 'payment';
  readonly id: bigint;
  readonly userId: bigint | null;
  /** EIP-55; null for a recharge, which always comes from its user's own address. */
  readonly account: string | null;
};

/**
 * Returns the rows that a 32-byte hash identifies: recharges and payments of a transaction, the withdrawal of a
 * voucher.
 */
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

/** Returns the user id of a withdrawal, or undefined when it does not exist. */
export async function findWithdrawalOwner(db: Database, id: bigint): Promise<bigint | undefined> {
  const row = await db.selectFrom('withdrawal').select('user_id').where('id', '=', id).executeTakeFirst();
  return row?.user_id;
}
