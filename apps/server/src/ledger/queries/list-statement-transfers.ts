import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import {
  STATEMENT_ACCOUNT_CODES,
  STATEMENT_ACCOUNTS,
  type StatementAccount,
  type StatementPeriod,
  statementKindOf,
} from './statement-period.ts';
import { statementPostings } from './statement-postings.ts';

/** What one transfer changed in one account, in base units; one of `in` and `out` is 0. */
export type StatementTransfer = {
  readonly transferId: bigint;
  readonly at: Date;
  readonly currency: Currency;
  readonly account: StatementAccount;
  readonly kind: StatementKind;
  readonly reference: string;
  readonly in: bigint;
  readonly out: bigint;
  readonly after: bigint;
};

type Row = {
  id: bigint;
  booked: Date;
  currency: number;
  account: number;
  kind: number;
  reference: string;
  change: bigint;
  after: bigint;
};

/**
 * What a user's next `limit` transfers of a period changed, those after the transfer `afterId`, in the order in which they were written; with
 * each the balance it left. `next` is the transfer after which there is more, or null.
 */
export async function listStatementTransfers(
  tx: Database,
  { period, afterId, limit }: { readonly period: StatementPeriod; readonly afterId: bigint; readonly limit: number },
): Promise<{ movements: StatementTransfer[]; next: bigint | null }> {
  const { rows } = await sql<Row>`
    with ${statementPostings(period)}, page as (
      select id from moved
      where id > ${afterId} and booked >= ${new Date(period.from)} and booked < ${new Date(period.to)}
      order by id limit ${limit + 1}::int
    ), running as (
      select p.*, case when p.after is null then sum(p.change) over (partition by p.account order by p.id, p.kind) else p.after end as left_over
      from posting p
    )
    select r.id, r.booked, r.currency, r.account, r.kind, r.reference, r.change, r.left_over as after
    from running r where r.id in (select id from page)
    order by r.id, r.account, r.kind`.execute(tx);
  const ids = [...new Set(rows.map(({ id }) => id))].slice(0, limit);
  const last = ids.at(-1);
  const hasMore = last !== undefined && rows.some(({ id }) => id > last);
  const shown = hasMore ? rows.filter(({ id }) => id <= last) : rows;
  return { movements: shown.map(toMovement), next: hasMore ? last : null };
}

function toMovement(row: Row): StatementTransfer {
  const account = STATEMENT_ACCOUNTS.find((name) => STATEMENT_ACCOUNT_CODES[name] === row.account);
  if (account === undefined) throw new Error(`a statement has no account ${row.account}`);
  return {
    transferId: row.id,
    at: row.booked,
    currency: row.currency === CURRENCIES.JU ? 'JU' : 'FMC',
    account,
    kind: statementKindOf(row.kind),
    reference: row.reference,
    in: row.change > 0n ? row.change : 0n,
    out: row.change < 0n ? -row.change : 0n,
    after: row.after,
  };
}
