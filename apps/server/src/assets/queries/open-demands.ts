import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { type Address, getAddress } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { storedCurrency } from '../stored-currency.ts';

/** A demand that the vault has not paid in full; amounts in base units. */
export type OpenDemand = {
  readonly userId: bigint;
  readonly account: Address;
  readonly currency: Currency;
  /** The part that the vault has not paid. */
  readonly due: TokenAmount;
  /** The account's withdrawals (`totalsOf`) with which it has all of it. */
  readonly until: TokenAmount;
  /** The block of the demand, or of its last reduction. */
  readonly blockNumber: bigint;
  readonly available: TokenAmount;
  /** The amounts of the account's open vouchers and demanded withdrawals, and of the latter alone. */
  readonly frozen: TokenAmount;
  readonly demanded: TokenAmount;
  /** The amounts of its requests without a voucher, which a payment of the demand returns first. */
  readonly returnable: TokenAmount;
};

/** Returns the open demands, oldest first. */
export async function listOpenDemands(db: Database): Promise<OpenDemand[]> {
  const { rows } = await sql<{
    user_id: bigint;
    account: string;
    currency: number;
    due: bigint;
    until: bigint;
    block_number: bigint;
    available: bigint;
    frozen: bigint;
    demanded: bigint;
    returnable: bigint;
  }>`select * from open_demand order by demanded_at, user_id, currency`.execute(db);
  return rows.map((row) => ({
    userId: row.user_id,
    account: getAddress(row.account),
    currency: storedCurrency(row.currency),
    due: tokenAmount(row.due),
    until: tokenAmount(row.until),
    blockNumber: row.block_number,
    available: tokenAmount(row.available),
    frozen: tokenAmount(row.frozen),
    demanded: tokenAmount(row.demanded),
    returnable: tokenAmount(row.returnable),
  }));
}

/** Returns the age in seconds of the oldest open demand; 0 without one. */
export async function readOldestDemandSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(demanded_at)), 0)::float8 as seconds
    from open_demand`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** A SELECT of the accounts and currencies that were demanded up to a block, as rows (account, currency). */
export const storedDemands = (upToBlock: bigint) => sql`
  select account, currency from demand where first_block <= ${upToBlock}`;
