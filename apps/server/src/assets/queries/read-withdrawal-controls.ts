import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { Database } from '#platform/database/database.ts';
import type { WithdrawalLimits } from '../decide-withdrawal.ts';
import { readHoldHours, readLimits } from '../store/withdrawal-requests.ts';

export type WithdrawalControls = {
  /** Of one currency, in base units. */
  readonly limits: WithdrawalLimits;
  readonly holdHours: number;
};

/** What may leave of a currency, and for how long a new address waits. */
export async function readWithdrawalControls(db: Database, currency: Currency): Promise<WithdrawalControls> {
  return { limits: await readLimits(db, currency), holdHours: await readHoldHours(db) };
}
