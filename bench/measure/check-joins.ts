import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/**
 * Returns the number of orders, and whether they have the ranks 1…n, one transfer each, and equal sums up to the quota.
 */
export async function checkJoins(db: Database, roundId: bigint): Promise<{ orders: number; exact: boolean }> {
  const { rows } = await sql<{
    orders: number;
    ranks: number;
    highest: number;
    sum: bigint;
    filled: bigint;
    quota: bigint;
    escrow: bigint;
    transfers: number;
  }>`
    select count(*)::int as orders, count(distinct rank)::int as ranks, max(rank) as highest, sum(accepted) as sum,
      (select filled from round where id = ${roundId}) as filled,
      (select quota from round where id = ${roundId}) as quota,
      (select balance from ledger_account where id = account_escrow(${roundId})) as escrow,
      (select count(*)::int from ledger_transfer
        where kind = kind_join() and credit_account = account_escrow(${roundId})) as transfers
    from mint_order where round_id = ${roundId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no orders');
  const exact =
    row.ranks === row.orders &&
    row.highest === row.orders &&
    row.sum === row.filled &&
    row.filled <= row.quota &&
    row.escrow === row.sum &&
    row.transfers === row.orders;
  return { orders: row.orders, exact };
}
