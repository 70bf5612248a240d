import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Returns what counts for the limit `per-day` now, in base units: what all users withdrew in the last 24 hours, each
 * less what the same user recharged. docs/money-rules.md#10-withdrawals
 */
export async function readDayUse(db: Database, currency: Currency): Promise<TokenAmount> {
  // No user has the id 0, so that all of them are the others.
  const { rows } = await sql<{ used: bigint }>`
    select others_net as used from withdrawal_use(0, ${CURRENCIES[currency]}::int, clock_timestamp(), null)`.execute(
    db,
  );
  return tokenAmount(rows[0]?.used ?? 0n);
}
