import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Freezes the available part of an account's demand, at most `most` base units, and makes it due for a voucher. Returns
 * the withdrawal and its amount, or undefined when nothing can be frozen (freeze_demanded).
 */
export async function freezeDemanded(
  db: Database,
  { userId, currency, most }: { readonly userId: bigint; readonly currency: Currency; readonly most: bigint },
): Promise<{ readonly id: bigint; readonly amount: bigint } | undefined> {
  const { rows } = await sql<{ id: bigint | null; amount: bigint }>`
    select withdrawal_id as id, amount
    from freeze_demanded(${userId}, ${CURRENCIES[currency]}::int, ${most.toString()}::numeric)`.execute(db);
  const [row] = rows;
  return row === undefined || row.id === null ? undefined : { id: row.id, amount: row.amount };
}

/**
 * Returns the withdrawals, without some, whose newest voucher both keys signed, which is valid for half a minute more,
 * and which an open demand waits for: demanded ones, and others to the account itself once half of the voucher's term
 * has passed unused. A participant could otherwise hold back the payment of its own demand.
 */
export async function listPayable(db: Database, except: readonly bigint[] = []): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select w.id from open_demand d
    join withdrawal w on w.user_id = d.user_id and w.currency = d.currency and w.state = 'signed'
    cross join lateral (select * from withdrawal_voucher v where v.withdrawal_id = w.id order by number desc limit 1) v
    where v.cosignature is not null and v.deadline > clock_timestamp() + interval '30 seconds'
      and w.recipient = w.account and w.cancel_asked_at is null and w.id <> all (${[...except]}::bigint[])
      and (w.is_demanded or clock_timestamp() > v.valid_after + (v.deadline - v.valid_after) / 2)
    order by w.id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}
