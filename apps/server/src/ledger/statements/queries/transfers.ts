import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import {
  STATEMENT_ACCOUNTS,
  type StatementAccount,
  type StatementKind,
} from '@city-mint/domain/ledger/statement-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { STATEMENT_ACCOUNT_CODES, type StatementPeriod, statementKindOf } from './period.ts';
import { statementPostings } from './postings.ts';

/** The change of one account by one transfer, in base units; one of `in` and `out` is 0. */
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

type PostingRow = {
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
 * Returns the changes by the next `limit` transfers of a period after the transfer `afterId`, in posting order, each
 * with the balance after it. `next` is the `afterId` of the next page, or null.
 */
export async function listStatementTransfers(
  tx: Database,
  { period, afterId, limit }: { readonly period: StatementPeriod; readonly afterId: bigint; readonly limit: number },
): Promise<{ transfers: StatementTransfer[]; next: bigint | null }> {
  const rows = await executePrepared(
    tx,
    sql<PostingRow>`
    with ${statementPostings(period)}, page as (
      select id from moved
      where id > ${afterId} and booked >= ${new Date(period.from)} and booked < ${new Date(period.to)}
      order by id limit ${limit + 1}::int
    ), running as (
      select p.*, coalesce(p.after, sum(p.change) over (partition by p.account order by p.id, p.kind)) as left_over
      from posting p
    )
    select r.id, r.booked, r.currency, r.account, r.kind, r.reference, r.change, r.left_over as after
    from running r where r.id in (select id from page)
    order by r.id, r.account, r.kind`,
  );
  const ids = [...new Set(rows.map(({ id }) => id))].slice(0, limit);
  const last = ids.at(-1);
  const hasMore = last !== undefined && rows.some(({ id }) => id > last);
  const shown = hasMore ? rows.filter(({ id }) => id <= last) : rows;
  return { transfers: shown.map(toStatementTransfer), next: hasMore ? last : null };
}

function toStatementTransfer(posting: PostingRow): StatementTransfer {
  const account = STATEMENT_ACCOUNTS.find((name) => STATEMENT_ACCOUNT_CODES[name] === posting.account);
  if (account === undefined) throw new Error(`a statement has no account ${posting.account}`);
  return {
    transferId: posting.id,
    at: posting.booked,
    currency: posting.currency === CURRENCIES.JU ? 'JU' : 'FMC',
    account,
    kind: statementKindOf(posting.kind),
    reference: posting.reference,
    in: posting.change > 0n ? posting.change : 0n,
    out: posting.change < 0n ? -posting.change : 0n,
    after: posting.after,
  };
}

/** Returns when the transaction of a transfer began; undefined when the transfer does not exist. */
export async function readTransferTime(db: Database, transferId: bigint): Promise<Date | undefined> {
  const transfer = await db
    .selectFrom('ledger_transfer')
    .select('created_at')
    .where('id', '=', transferId)
    .executeTakeFirst();
  return transfer?.created_at;
}
