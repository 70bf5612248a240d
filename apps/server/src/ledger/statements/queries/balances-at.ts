import { ACCOUNT_KINDS } from '@city-mint/domain/ledger/account-kinds';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { spanOf } from '#platform/database/time-spans.ts';
import { readUserBalances } from '../../accounts/queries.ts';
import type { StatementPeriods } from './period.ts';
import { statementPostings } from './postings.ts';

/** A user's whole balance at a time, in base units: available, held by rounds, and frozen for withdrawals. */
export type BalanceAt = Readonly<Record<Currency, bigint>> & { readonly at: number };

type Change = { currency: number; isInRounds: boolean; span: number; amount: bigint };

/**
 * Returns a user's balance at each bound, as it opens or closes a statement there. The balances of the user's own
 * accounts are computed back from the current ones, so the transaction must be repeatable read. The amount held by
 * rounds is the sum of the earlier transfers.
 */
export async function readBalancesAt(tx: Database, order: StatementPeriods): Promise<BalanceAt[]> {
  const { bounds, userId } = order;
  const rows = await executePrepared(
    tx,
    sql<Change>`
    with ${statementPostings(order)}
    select p.currency, p.account = ${ACCOUNT_KINDS.escrow} as "isInRounds", ${spanOf(sql`p.booked`, bounds)} as span,
      sum(p.change) as amount
    from posting p group by 1, 2, 3`,
  );
  const balances = (await readUserBalances(tx, [userId])).get(userId);
  const totalAt = (currency: Currency, bound: number) => {
    const own = rows.filter((row) => row.currency === CURRENCIES[currency]);
    const now = balances === undefined ? 0n : balances[currency].available + balances[currency].withdrawing;
    const later = own.filter(({ isInRounds, span }) => !isInRounds && span >= bound);
    const inRounds = own.filter(({ isInRounds, span }) => isInRounds && span < bound);
    return now - sum(later) + sum(inRounds);
  };
  return bounds.map((at, bound) => ({ at, JU: totalAt('JU', bound), FMC: totalAt('FMC', bound) }));
}

function sum(changes: readonly Pick<Change, 'amount'>[]): bigint {
  return changes.reduce((total, { amount }) => total + amount, 0n);
}
