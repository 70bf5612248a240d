import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';

/** Maximum number of transfer ids that one transaction counts. */
const RANGE = 20_000;

/**
 * Counts credits and debits of the system's own accounts by UTC day and kind, from sealed transfers, each once: sums
 * and progress are updated in one transaction. Returns how many transfer ids it processed. Of several concurrent
 * workers one counts; the others return 0. docs/money-rules.md#9-ledger
 */
export async function countFlows(
  db: Database,
  { range = RANGE, signal }: { readonly range?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  let passed = 0;
  for (;;) {
    const passedNow = await inTransaction(db, (tx) => countNext(tx, range));
    passed += passedNow;
    if (passedNow < range || signal?.aborted === true) return passed;
  }
}

/** Counts the next ids, up to the last sealed transfer: no transfer below it can still be posted. */
async function countNext(tx: Database, range: number): Promise<number> {
  const { rows } = await sql<{ after: bigint; upto: bigint }>`
    select p.last_id as after, least(h.last_id, p.last_id + ${range}::int) as upto
    from ledger_flow_progress p cross join ledger_journal_head h for update of p skip locked`.execute(tx);
  const [next] = rows;
  if (next === undefined) return 0;
  if (next.upto > next.after) {
    await sql`
      insert into ledger_flow_day as flow (account, day, kind, incoming, amount, transfers, first_id, last_id)
      select side.account, utc_day(t.created_at), t.kind, side.incoming, sum(t.amount), count(*), min(t.id), max(t.id)
      from ledger_transfer t
      cross join lateral (values (t.debit_account, false), (t.credit_account, true)) side (account, incoming)
      where t.id > ${next.after} and t.id <= ${next.upto} and ledger_account_owner(side.account) = 0
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (account, day, kind, incoming) do update set amount = flow.amount + excluded.amount,
        transfers = flow.transfers + excluded.transfers, first_id = least(flow.first_id, excluded.first_id),
        last_id = greatest(flow.last_id, excluded.last_id)`.execute(tx);
  }
  await sql`
    update ledger_flow_progress set last_id = ${next.upto}, counted_at = clock_timestamp()`.execute(tx);
  return Number(next.upto - next.after);
}
