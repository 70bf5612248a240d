import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import {
  STATEMENT_ACCOUNTS,
  type StatementAccount,
  type StatementKind,
} from '@city-mint/domain/ledger/statement-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { spanOf } from '#platform/database/time-spans.ts';
import { readUserBalances } from '../../accounts/queries.ts';
import { STATEMENT_ACCOUNT_CODES, type StatementPeriods, statementKindOf } from './period.ts';
import { statementPostings } from './postings.ts';

/** The sum of all transfers of one kind in one account, in base units. */
export type KindTotal = {
  readonly kind: StatementKind;
  readonly in: bigint;
  readonly out: bigint;
  readonly count: number;
};

/** One account over a period, in base units: opening + all in - all out = closing. */
export type AccountTotals = {
  readonly currency: Currency;
  readonly account: StatementAccount;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly kinds: readonly KindTotal[];
};

type TotalsRow = {
  currency: number;
  account: number;
  kind: number;
  span: number;
  credited: bigint;
  debited: bigint;
  count: number;
  gaps: number;
};

/**
 * Returns a user's accounts over each of the consecutive periods between the bounds, computed only from the ledger's
 * transfers. Opening balances are computed back from the current ones, so the transaction must be repeatable read.
 * Throws when the chain of transfers has a gap before the current balances: a source was omitted.
 */
export async function readStatementTotals(tx: Database, order: StatementPeriods): Promise<AccountTotals[][]> {
  const { userId, bounds } = order;
  const rows = await executePrepared(
    tx,
    sql<TotalsRow>`
    with ${statementPostings(order)}, link as (
      select p.currency, p.account,
        p.after - p.change - lag(p.after) over (partition by p.currency, p.account order by p.id) as gap,
        case when row_number() over (partition by p.currency, p.account order by p.id desc) = 1 then p.after end as last
      from posting p
      where p.after is not null and p.id >= (select min(id) from moved where created_at >= ${new Date(bounds[0] ?? 0)})
    ), gaps as (
      select count(*)::int as gaps
      from link l
      where l.gap <> 0 or l.last is not null and l.last is distinct from (
        select balance from ledger_account where id = ledger_account_id(${userId}, l.currency, l.account))
    )
    select p.currency, p.account, p.kind, ${spanOf(sql`p.booked`, bounds)} as span,
      coalesce(sum(p.change) filter (where p.change > 0), 0) as credited,
      coalesce(-sum(p.change) filter (where p.change < 0), 0) as debited,
      count(*)::int as count, (select gaps from gaps) as gaps
    from posting p
    group by 1, 2, 3, 4 order by 1, 2, 3`,
  );
  const [first] = rows;
  if (first !== undefined && first.gaps > 0) {
    throw new Error(`${first.gaps} transfers of user ${userId} leave a gap: a source was omitted`);
  }
  const balances = (await readUserBalances(tx, [userId])).get(userId);
  return bounds
    .slice(1)
    .map((_end, span) =>
      SHOWN_ACCOUNTS.map(({ currency, account }) =>
        totalsOf(
          { currency, account },
          { rows, span, balance: account === 'in-rounds' ? null : (balances?.[currency][account] ?? 0n) },
        ),
      ),
    );
}

/** Rounds hold no FMC for a user: vesting FMC belongs to the round until it is paid. */
const SHOWN_ACCOUNTS = (['JU', 'FMC'] as const).flatMap((currency) =>
  STATEMENT_ACCOUNTS.filter((account) => currency === 'JU' || account !== 'in-rounds').map((account) => ({
    currency,
    account,
  })),
);

/** Without a current balance (`null`: in rounds) the opening balance is the sum of all earlier transfers. */
function totalsOf(
  shown: Pick<AccountTotals, 'currency' | 'account'>,
  {
    rows,
    span,
    balance,
  }: { readonly rows: readonly TotalsRow[]; readonly span: number; readonly balance: bigint | null },
): AccountTotals {
  const own = rows.filter(
    (row) => row.currency === CURRENCIES[shown.currency] && row.account === STATEMENT_ACCOUNT_CODES[shown.account],
  );
  const within = own.filter((row) => row.span === span);
  const change = changeOf(within);
  const opening =
    balance === null
      ? changeOf(own.filter((row) => row.span < span))
      : balance - change - changeOf(own.filter((row) => row.span > span));
  const kinds = within.map(({ kind, credited, debited, count }) => ({
    kind: statementKindOf(kind),
    in: credited,
    out: debited,
    count,
  }));
  return { ...shown, opening, closing: opening + change, kinds };
}

function changeOf(rows: readonly TotalsRow[]): bigint {
  return rows.reduce((total, { credited, debited }) => total + credited - debited, 0n);
}
