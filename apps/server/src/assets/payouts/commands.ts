import type { Database } from '#platform/database/database.ts';
import { insertPayout, insertRecipient, type Payout, removeRecipient } from './store.ts';

/** Registers one of the operator's wallets (EIP-55) for payouts, with its waiting time; returns once it is stored. */
export async function registerPayoutRecipient(tx: Database, address: string): Promise<void> {
  await insertRecipient(tx, address);
}

/** Removes a wallet (EIP-55) from the payout recipients; returns once it is stored. */
export async function removePayoutRecipient(tx: Database, address: string): Promise<void> {
  await removeRecipient(tx, address);
}

/** Freezes a payout, which is then processed like a withdrawal. docs/money-rules.md#9-ledger */
export async function payOperator(tx: Database, payout: Payout): Promise<void> {
  await insertPayout(tx, payout);
}
