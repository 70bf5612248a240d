import type { Database } from '#platform/database/database.ts';
import { insertPayout, insertRecipient, type Payout, removeRecipient } from './store.ts';

/** Registers a wallet (EIP-55) of the operator's for payouts, after its waiting time; returns once it is stored. */
export async function registerPayoutRecipient(tx: Database, address: string): Promise<void> {
  await insertRecipient(tx, address);
}

/** Removes a wallet (EIP-55) from those that may be paid; returns once it is stored. */
export async function removePayoutRecipient(tx: Database, address: string): Promise<void> {
  await removeRecipient(tx, address);
}

/** Freezes a payout, which then goes the way of a withdrawal. docs/money-rules.md#9-ledger */
export async function payOperator(tx: Database, payout: Payout): Promise<void> {
  await insertPayout(tx, payout);
}
