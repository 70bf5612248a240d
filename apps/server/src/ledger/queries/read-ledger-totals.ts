import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Of one currency in base units: what the vault must hold (minus custody), and what all balances come to, which must be 0. */
export type LedgerTotals = { readonly inCustody: bigint; readonly sum: bigint };

/** The totals that the ledger is checked by. rules.md section 9. */
export async function readLedgerTotals(db: Database): Promise<Record<Currency, LedgerTotals>> {
  const { rows } = await sql<{ currency: number; in_custody: bigint | null; sum: bigint }>`
    select ledger_account_currency(id) as currency, sum(balance) as sum,
      -sum(balance) filter (where ledger_account_kind(id) = 0) as in_custody
    from ledger_account group by 1`.execute(db);
  const of = (code: number): LedgerTotals => {
    const row = rows.find(({ currency }) => currency === code);
    return { inCustody: row?.in_custody ?? 0n, sum: row?.sum ?? 0n };
  };
  return { JU: of(CURRENCIES.JU), FMC: of(CURRENCIES.FMC) };
}
