import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { nameOf } from './find-wrong-transfers.ts';
import type { Finding, TransferRange } from './kind-check.ts';

const MOST_FINDINGS = 20;

/**
 * Adds the transfers of a range to the auditor's balances, and returns those after which an account has another balance
 * than the transfer says, or one below zero.
 */
export async function followBalances(tx: Database, { after, upTo }: TransferRange): Promise<readonly Finding[]> {
  const { rows } = await sql<{ id: bigint; account: bigint; stated: bigint; own: bigint }>`
    select id, account, stated, own from (
      select m.id, m.account, m.stated,
        coalesce(b.balance, 0) + sum(m.change) over (partition by m.account order by m.id) as own
      from (
        select id, debit_account as account, -amount as change, debit_balance_after as stated from ledger_transfer
        where id > ${after} and id <= ${upTo}
        union all
        select id, credit_account, amount, credit_balance_after from ledger_transfer
        where id > ${after} and id <= ${upTo}
      ) m left join audit.balance b on b.account = m.account
    ) followed where own <> stated or (own < 0 and account & 15 <> 0)
    order by id limit ${sql.lit(MOST_FINDINGS)}`.execute(tx);
  await sql`
    insert into audit.balance as b (account, balance)
    select account, sum(change) from (
      select debit_account as account, -amount as change from ledger_transfer where id > ${after} and id <= ${upTo}
      union all
      select credit_account, amount from ledger_transfer where id > ${after} and id <= ${upTo}
    ) m group by account order by account
    on conflict (account) do update set balance = b.balance + excluded.balance`.execute(tx);
  return rows.map(({ id, account, stated, own }) => ({
    subject: `transfer ${id}`,
    kind: null,
    expected: `${own} in ${nameOf(account)} after it`,
    found: `${stated}`,
  }));
}

/** Accounts compared in one call. */
const COMPARED_ACCOUNTS = 20_000;

/**
 * Compares the balances of the ledger's next accounts after this one with the auditor's, which do not include transfers
 * that are not followed yet. Returns the accounts that differ, and the last compared account, null for the end.
 */
export async function compareBalances(
  db: Database,
  after: bigint,
): Promise<{ readonly findings: readonly Finding[]; readonly last: bigint | null }> {
  const { rows } = await sql<{ last: bigint | null; account: bigint | null; ledger: bigint; own: bigint }>`
    with compared as materialized (
      select id, balance from ledger_account where id > ${after} order by id limit ${sql.lit(COMPARED_ACCOUNTS)}
    ), unfollowed as materialized (
      select account, sum(change) as change from (
        select debit_account as account, -amount as change from ledger_transfer
        where id > (select last_id from audit.position)
        union all
        select credit_account, amount from ledger_transfer where id > (select last_id from audit.position)
      ) m group by account
    ), different as (
      select c.id as account, c.balance as ledger, coalesce(b.balance, 0) + coalesce(u.change, 0) as own
      from compared c left join audit.balance b on b.account = c.id left join unfollowed u on u.account = c.id
    )
    select (select max(id) from compared) as last, d.account, d.ledger, d.own
    from (select) one left join (
      select * from different where ledger <> own order by account limit ${sql.lit(MOST_FINDINGS)}
    ) d on true`.execute(db);
  const findings = rows.flatMap(({ account, ledger, own }) =>
    account === null
      ? []
      : [{ subject: `account ${account}`, kind: null, expected: `${own} in ${nameOf(account)}`, found: `${ledger}` }],
  );
  return { findings, last: rows[0]?.last ?? null };
}
