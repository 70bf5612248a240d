import { type RawBuilder, sql } from 'kysely';
import type { StatementPeriod } from './period.ts';

/**
 * Returns the WITH list of a statement. `moved` has a user's transfers, each looked up by its source
 * (docs/decisions/0020-statements-by-source.md); `posting` has the change of each in the user's accounts and in the
 * amounts that rounds hold for them. `booked` is the time that counts: when the transaction began, but not before the
 * user's previous transfer was booked, so that periods follow the order of the balances.
 */
export function statementPostings({
  userId,
  sources,
}: Pick<StatementPeriod, 'userId' | 'sources'>): RawBuilder<unknown> {
  const isOwn = (account: 'debit_account' | 'credit_account') => sql`(
    ledger_account_owner(t.${sql.ref(account)}) = ${userId}
    and ledger_account_kind(t.${sql.ref(account)}) in (account_kind_available(), account_kind_withdrawing()))`;
  const sideOf = (account: 'debit_account' | 'credit_account') => sql`
    select t.id, t.kind, t.booked, t.reference, ledger_account_currency(t.${sql.ref(account)}) as currency,
      ledger_account_kind(t.${sql.ref(account)}) as account,
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
          -- OFFSET 0 keeps this a lookup by key, whatever the planner estimates of either table.
          select * from ledger_transfer t where t.kind = c.kind and t.source_id = c.source_id offset 0
        ) t
        where ${isOwn('debit_account')} or ${isOwn('credit_account')}
      ) t
    ), order_end as (
      select t.*, j.amount as joined from moved t cross join lateral (
        select amount from ledger_transfer j where j.kind = kind_join() and j.source_id = t.source_id offset 0
      ) j
      where t.kind = kind_principal_return()
    ), posting as materialized (
      ${sideOf('debit_account')}
      union all ${sideOf('credit_account')}
      union all
      select id, kind, booked, reference, currency_ju(), account_kind_escrow(), amount, null
      from moved where kind = kind_join()
      union all
      select id, kind, booked, reference, currency_ju(), account_kind_escrow(), -amount, null from order_end
      union all
      select id, case when failed then kind_loss() else kind_mint_fee() end, booked, reference, currency_ju(),
        account_kind_escrow(), amount - joined, null
      from order_end where joined > amount
    )`;
}
