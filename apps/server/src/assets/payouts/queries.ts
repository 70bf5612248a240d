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

/** What an account of the operator's earnings holds, and what may still leave it today; base units. */
export type PayoutAccount = { readonly balance: TokenAmount; readonly left: TokenAmount };

/** Returns the state of one of the accounts that payouts come from. */
export async function readPayoutAccount(db: Database, source: PayoutSource): Promise<PayoutAccount> {
  const balance = await readBalance(db, { kind: source, currency: 'JU', owner: 0n });
  return { balance, left: payoutLeft({ balance, paidInDay: await readPaidInDay(db, source) }) };
}

/** Returns the registered wallets of the operator's, each with the time from which it may be paid. */
export async function listPayoutRecipients(db: Database): Promise<PayoutRecipient[]> {
  return listRecipients(db);
}

/** Returns a registered wallet (EIP-55), or undefined. */
export async function findPayoutRecipient(db: Database, address: string): Promise<PayoutRecipient | undefined> {
  return (await listRecipients(db)).find((recipient) => recipient.address === address);
}

/** The newest payouts, and what was paid from each account in all (base units). */
export type Payouts = { readonly newest: PayoutRow[]; readonly paid: Record<PayoutSource, TokenAmount> };

/** Returns what was paid to the operator, and for what. */
export async function readPayouts(db: Database): Promise<Payouts> {
  return { newest: await listPayoutRows(db), paid: await readPaidTotals(db) };
}

/** Returns a page of what the operator was paid, newest first, with the voucher of each. */
export async function listPayouts(db: Database, page: PayoutsPage): Promise<MadePayoutRow[]> {
  return listMadeRows(db, page);
}
