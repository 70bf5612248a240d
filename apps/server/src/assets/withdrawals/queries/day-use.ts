import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Returns the amount that currently counts for the limit `per-day`, in base units: all users' withdrawals in the last
 * 24 hours, each user's less the same user's recharges. docs/money-rules.md#10-withdrawals
 */
export async function readDayUse(db: Database, currency: Currency): Promise<TokenAmount> {
  // No user has the id 0, so "others" are all users.
  const { rows } = await sql<{ used: bigint }>`
    select others_net as used from withdrawal_use(0, ${CURRENCIES[currency]}::int, clock_timestamp(), null)`.execute(
    db,
  );
  return tokenAmount(rows[0]?.used ?? 0n);
}
