import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { accountOf, type TransferRange } from './kind-check.ts';

const join = sql.lit(TRANSFER_KINDS.join.code);

/** Joins the transfer by which an order `o` joined its round, if it moved exactly the order's amount from its user. */
export const WITH_OWN_JOIN = sql`
  join ledger_transfer j on j.kind = ${join} and j.source_id = o.id and j.step = 0
    and (j.debit_account, j.credit_account, j.amount) = (
      ${accountOf('available', { owner: 'o.user_id', currency: 'JU' })},
      ${accountOf('escrow', { owner: 'o.round_id', currency: 'JU' })}, o.accepted)`;

/** Adds the joins of a range to the auditor's counts of each round; resolves afterwards. */
export async function followJoins(tx: Database, { after, upTo }: TransferRange): Promise<void> {
  await sql`
    insert into audit.joined as known (round_id, orders, amount)
    select credit_account >> 8 as round_id, count(*), sum(amount) from ledger_transfer
    where id > ${after} and id <= ${upTo} and kind = ${join} group by credit_account >> 8 order by round_id
    on conflict (round_id) do update set orders = known.orders + excluded.orders,
      amount = known.amount + excluded.amount`.execute(tx);
}

type CountedOrders = { readonly roundId: bigint; readonly orders: bigint; readonly amount: bigint };

/**
 * Whether these are the orders whose joins the auditor has followed: as many, of the same amount together, each with
 * its own join. Rows that were changed, added or removed since would change everyone's share.
 */
export async function areOwnOrders(tx: Database, { roundId, orders, amount }: CountedOrders): Promise<boolean> {
  const { rows } = await sql<{ orders: bigint; amount: bigint }>`
    select orders, amount from audit.joined where round_id = ${roundId}`.execute(tx);
  const [own = { orders: 0n, amount: 0n }] = rows;
  if (own.orders !== orders || own.amount !== amount) return false;
  const { rows: counted } = await sql<{ matching: bigint }>`
    select count(*) as matching from mint_order o ${WITH_OWN_JOIN} where o.round_id = ${roundId}`.execute(tx);
  return counted[0]?.matching === orders;
}
