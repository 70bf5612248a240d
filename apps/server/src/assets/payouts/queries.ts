import { type PayoutSource, payoutLeft } from '@city-mint/domain/assets/decide-payout';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { readBalance } from '#ledger/accounts/queries.ts';
import type { Database } from '#platform/database/database.ts';
import {
  listMadeRows,
  listPayoutRows,
  listRecipients,
  type MadePayoutRow,
  type PayoutRecipient,
  type PayoutRow,
  type PayoutsPage,
  readPaidInDay,
  readPaidTotals,
} from './store.ts';

/** The balance of an account of the operator's earnings, and the amount that may still leave it today; base units. */
export type PayoutAccount = { readonly balance: TokenAmount; readonly left: TokenAmount };

/** Returns the state of one of the accounts that pay the operator. */
export async function readPayoutAccount(db: Database, source: PayoutSource): Promise<PayoutAccount> {
  const balance = await readBalance(db, { kind: source, currency: 'JU', owner: 0n });
  return { balance, left: payoutLeft({ balance, paidInDay: await readPaidInDay(db, source) }) };
}

/** Returns the operator's registered wallets, each with the earliest time of a payout. */
export async function listPayoutRecipients(db: Database): Promise<PayoutRecipient[]> {
  return listRecipients(db);
}

/** Returns a registered wallet (EIP-55), or undefined. */
export async function findPayoutRecipient(db: Database, address: string): Promise<PayoutRecipient | undefined> {
  return (await listRecipients(db)).find((recipient) => recipient.address === address);
}

/** The newest payouts, and the total paid from each account (base units). */
export type Payouts = { readonly newest: PayoutRow[]; readonly paid: Record<PayoutSource, TokenAmount> };

/** Returns the payouts to the operator, with amounts and purposes. */
export async function readPayouts(db: Database): Promise<Payouts> {
  return { newest: await listPayoutRows(db), paid: await readPaidTotals(db) };
}

/** Returns a page of payouts to the operator, newest first, each with its voucher. */
export async function listPayouts(db: Database, page: PayoutsPage): Promise<MadePayoutRow[]> {
  return listMadeRows(db, page);
}
