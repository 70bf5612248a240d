import type { WithdrawalLimits } from '@city-mint/domain/assets/decide-withdrawal';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import { type PendingEvent, readPendingEvents } from '#platform/chain/pending-events.ts';
import type { Database } from '#platform/database/database.ts';
import { storedCurrency } from '../../stored-currency.ts';
import { readHoldHours, readLimits } from '../store/withdrawal-requests.ts';
import { countRejected, findAnyWithdrawal } from '../store/withdrawals.ts';

const paymentPayload = z.object({ voucherId: z.string() });

/** Returns the payments to an account in blocks that are not final, by voucher id. */
export async function readPendingPayments(db: Database, account: string): Promise<Map<string, PendingEvent>> {
  const events = await readPendingEvents(db, { kind: 'withdrawn', field: 'account', value: account });
  return new Map(events.map((event) => [paymentPayload.parse(event.payload).voucherId, event]));
}

/** A withdrawal of any user; `amount` in base units. */
export type WithdrawalDetails = {
  readonly account: string;
  readonly to: string;
  readonly state: string;
  readonly currency: string;
  readonly amount: TokenAmount;
  /** Its id on chain. */
  readonly voucherId: string;
  /** Since when no further voucher is signed for it. */
  readonly cancelAskedAt: Date | null;
  /** The number of the user's other withdrawals that operators rejected or cancelled in the last 30 days. */
  readonly rejectedBefore: number;
};

/** Returns a withdrawal of any user, as an operator sees it, or undefined. */
export async function findWithdrawalById(db: Database, id: bigint): Promise<WithdrawalDetails | undefined> {
  const row = await findAnyWithdrawal(db, id);
  if (row === undefined) return undefined;
  return {
    account: row.account,
    to: row.recipient,
    state: row.state,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
    voucherId: row.voucher_id,
    cancelAskedAt: row.cancel_asked_at,
    rejectedBefore: await countRejected(db, { userId: row.user_id, except: row.id }),
  };
}

export type WithdrawalControls = {
  /** Of one currency, in base units. */
  readonly limits: WithdrawalLimits;
  readonly holdHours: number;
};

/** Returns the limits of a currency, and the waiting time of a new address in hours. */
export async function readWithdrawalControls(db: Database, currency: Currency): Promise<WithdrawalControls> {
  return { limits: await readLimits(db, currency), holdHours: await readHoldHours(db) };
}

export type PendingWithdrawals = { readonly state: string; readonly count: number; readonly oldestSeconds: number };

/** Returns the number of withdrawals that are neither paid nor returned, by state, and the age of the oldest. */
export async function countPendingWithdrawals(db: Database): Promise<readonly PendingWithdrawals[]> {
  const { rows } = await sql<PendingWithdrawals>`
    select s.state, count(w.id)::int as count,
      coalesce(extract(epoch from clock_timestamp() - min(w.requested_at)), 0)::float8 as "oldestSeconds"
    from (values ('requested'), ('approved'), ('signed')) as s (state)
    left join (
      select id, state, requested_at from withdrawal where state = 'requested'
      union all select id, state, requested_at from withdrawal where state = 'approved' and due_at is not null
      union all select id, state, requested_at from withdrawal where state = 'signed'
    ) w on w.state = s.state group by s.state`.execute(db);
  return rows;
}
