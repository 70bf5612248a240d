import { ACCOUNT_KINDS } from '@city-mint/domain/ledger/account-kinds';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { StatementPeriod } from './statement-period.ts';

const { available, withdrawing } = ACCOUNT_KINDS;
const JOIN = TRANSFER_KINDS.join.code;
const PRINCIPAL = TRANSFER_KINDS['principal-return'].code;

/**
 * The WITH list of a statement: `moved`, a user's transfers, each looked up by what caused it (docs/decisions/0020), and `posting`, what each
 * changed in his accounts and in what rounds hold of his. `booked` is when it counts: when its transaction began, or the one before it of
 * the same user did when that was later, so that periods cut the order in which balances followed from one another.
 */
export function statementPostings({ userId, sources }: StatementPeriod): RawBuilder<unknown> {
  const isOwn = (account: 'debit_account' | 'credit_account') =>
    sql`(t.${sql.ref(account)} >> 8 = ${userId} and (t.${sql.ref(account)} & 15) in (${available}::int, ${withdrawing}::int))`;
  const side = (account: 'debit_account' | 'credit_account') => sql`
    select t.id, t.kind, t.booked, t.reference, ((t.${sql.ref(account)} >> 4) & 15)::int as currency, (t.${sql.ref(account)} & 15)::int as account,
      ${account === 'debit_account' ? sql`-t.amount` : sql`t.amount`} as change,
      ${account === 'debit_account' ? sql`t.debit_balance_after` : sql`t.credit_balance_after`} as after
    from moved t where ${isOwn(account)}`;
  return sql`
    source as materialized (
      ${sql.join(sources, sql` union all `)}
    ), moved as materialized (
      select t.*, max(t.created_at) over (order by t.id) as booked from (
        select t.*, c.reference, c.failed
        from source c cross join lateral (
          -- The fence keeps this a look-up by key, whatever the planner thinks of the size of either table.
          select * from ledger_transfer t where t.kind = c.kind and t.source_id = c.source_id offset 0
        ) t
        where ${isOwn('debit_account')} or ${isOwn('credit_account')}
      ) t
    ), order_end as (
      select t.*, j.amount as joined from moved t cross join lateral (
        select amount from ledger_transfer j where j.kind = ${JOIN}::int and j.source_id = t.source_id offset 0
      ) j
      where t.kind = ${PRINCIPAL}::int
    ), posting as materialized (
      ${side('debit_account')}
      union all ${side('credit_account')}
      union all select id, kind, booked, reference, 0, ${ACCOUNT_KINDS.escrow}::int, amount, null from moved where kind = ${JOIN}::int
      union all select id, kind, booked, reference, 0, ${ACCOUNT_KINDS.escrow}::int, -amount, null from order_end
      union all
      select id, case when failed then ${TRANSFER_KINDS.loss.code}::int else ${TRANSFER_KINDS['mint-fee'].code}::int end, booked, reference,
        0, ${ACCOUNT_KINDS.escrow}::int, amount - joined, null
      from order_end where joined > amount
    )`;
}
