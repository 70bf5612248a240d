import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { readUserBalances } from './read-user-balances.ts';
import {
  STATEMENT_ACCOUNT_CODES,
  STATEMENT_ACCOUNTS,
  type StatementAccount,
  type StatementPeriod,
  statementKindOf,
} from './statement-period.ts';
import { statementPostings } from './statement-postings.ts';

/** All movements of one kind in one account, in base units. */
export type KindTotal = {
  readonly kind: StatementKind;
  readonly in: bigint;
  readonly out: bigint;
  readonly count: number;
};

/** One account over a period, in base units: opening + what came in - what went out = closing. */
export type AccountTotals = {
  readonly currency: Currency;
  readonly account: StatementAccount;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly kinds: readonly KindTotal[];
};

type Row = {
  currency: number;
  account: number;
  kind: number;
  before: bigint;
  later: bigint;
  came: bigint;
  went: bigint;
  count: number;
  gaps: number;
};

/**
 * A user's accounts over a period, from the ledger's transfers alone. The balances of now are gone back from, so the transaction has to see one
 * moment (repeatable read). Throws when the transfers found do not follow from one another up to those balances: something was not looked for.
 */
export async function readStatementTotals(tx: Database, period: StatementPeriod): Promise<AccountTotals[]> {
  const { from, to } = period;
  const { rows } = await sql<Row>`
    with ${statementPostings(period)}, link as (
      select p.after - p.change - lag(p.after) over (partition by p.currency, p.account order by p.id) as gap,
        case when row_number() over (partition by p.currency, p.account order by p.id desc) = 1 then p.after end as last, p.currency, p.account
      from posting p
      where p.after is not null and p.id >= (select min(id) from moved where created_at >= ${new Date(from)})
    ), gaps as (
      select count(*)::int as gaps from link l left join ledger_account a
        on a.id = ledger_account_id(${period.userId}, l.currency, l.account)
      where l.gap <> 0 or (l.last is not null and l.last is distinct from a.balance)
    )
    select p.currency, p.account, p.kind, coalesce(sum(p.change) filter (where p.booked < ${new Date(from)}), 0) as before,
      coalesce(sum(p.change) filter (where p.booked >= ${new Date(to)}), 0) as later,
      coalesce(sum(p.change) filter (where p.is_in and p.change > 0), 0) as came,
      coalesce(-sum(p.change) filter (where p.is_in and p.change < 0), 0) as went,
      count(*) filter (where p.is_in)::int as count, (select gaps from gaps) as gaps
    from (select *, booked >= ${new Date(from)} and booked < ${new Date(to)} as is_in from posting) p
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx);
  const [first] = rows;
  if (first !== undefined && first.gaps > 0) {
    throw new Error(
      `${first.gaps} transfers of user ${period.userId} do not follow from those before: a source was left out`,
    );
  }
  const balances = await readUserBalances(tx, [period.userId]);
  const now = balances.get(period.userId);
  return SHOWN.map(({ currency, account }) =>
    totalsOf(
      { currency, account },
      { rows, balance: account === 'in-rounds' ? null : (now?.[currency][account] ?? 0n) },
    ),
  );
}

/** FMC never waits in a round: what is still to be paid of it is the round's until then. */
const SHOWN = (['JU', 'FMC'] as const).flatMap((currency) =>
  STATEMENT_ACCOUNTS.filter((account) => currency === 'JU' || account !== 'in-rounds').map((account) => ({
    currency,
    account,
  })),
);

/** With a balance of now the opening is what it was before everything since; in rounds, what came in and has not gone out. */
function totalsOf(
  shown: Pick<AccountTotals, 'currency' | 'account'>,
  { rows, balance }: { readonly rows: readonly Row[]; readonly balance: bigint | null },
): AccountTotals {
  const own = rows.filter(
    (row) => row.currency === CURRENCIES[shown.currency] && row.account === STATEMENT_ACCOUNT_CODES[shown.account],
  );
  const sum = (of: (row: Row) => bigint) => own.reduce((total, row) => total + of(row), 0n);
  const moved = sum(({ came, went }) => came - went);
  const opening = balance === null ? sum(({ before }) => before) : balance - moved - sum(({ later }) => later);
  const kinds = own
    .filter(({ count }) => count > 0)
    .map(({ kind, came, went, count }) => ({ kind: statementKindOf(kind), in: came, out: went, count }));
  return { ...shown, opening, closing: opening + moved, kinds };
}
