import { browserStorage, type TextStorage } from '@city-mint/client/browser-storage.ts';
import { createPersistedEntries, type PersistedEntries } from '#platform/persisted-entries.ts';
import type { Currency } from '../assets-search.ts';

/** A transaction that the user's wallet sent, remembered until the server reports it. */
export type SentTransaction = {
  readonly hash: `0x${string}`;
  /** The account that sent it. */
  readonly address: string;
  readonly currency: Currency;
  readonly amount: string;
  /** UTC milliseconds. */
  readonly sentAt: number;
  /** The withdrawal that it pays; null for a recharge. */
  readonly withdrawalId: string | null;
  /** The user has seen that it is done. */
  readonly acknowledged: boolean;
};

/** More than one user has pending; the oldest are dropped. */
const MAX_ENTRIES = 50;

function isSentTransaction(value: unknown): value is SentTransaction {
  if (typeof value !== 'object' || value === null) return false;
  const read = (name: keyof SentTransaction): unknown => Reflect.get(value, name);
  const withdrawalId = read('withdrawalId');
  return (
    /^0x[0-9a-f]{64}$/.test(String(read('hash'))) &&
    /^0x[0-9a-fA-F]{40}$/.test(String(read('address'))) &&
    (read('currency') === 'JU' || read('currency') === 'FMC') &&
    typeof read('amount') === 'string' &&
    /^\d+(\.\d+)?$/.test(String(read('amount'))) &&
    Number.isSafeInteger(read('sentAt')) &&
    typeof read('acknowledged') === 'boolean' &&
    (withdrawalId === null || (typeof withdrawalId === 'string' && /^\d{1,19}$/.test(withdrawalId)))
  );
}

/** Returns the persisted transactions of a storage, the oldest first, without acknowledged ones. */
export function openSentTransactions(storage: TextStorage): PersistedEntries<SentTransaction> {
  const entries = createPersistedEntries<SentTransaction>({
    prefix: 'fmc.sent.',
    storage,
    idOf: ({ hash }) => hash,
    isEntry: isSentTransaction,
    compare: (one, other) => one.sentAt - other.sentAt,
  });
  // Acknowledged ones stay visible only until the user leaves the screen; closing or reloading the page leaves it too.
  for (const { hash, acknowledged } of entries.useStore.getState().entries) if (acknowledged) entries.remove(hash);
  return entries;
}

export const sentTransactions = openSentTransactions(browserStorage);

/** Remembers a transaction as soon as the wallet returns its hash. */
export function rememberSent(transaction: SentTransaction): void {
  sentTransactions.put(transaction);
  const { entries } = sentTransactions.useStore.getState();
  for (const { hash } of entries.slice(0, -MAX_ENTRIES)) sentTransactions.remove(hash);
}

/** Removes the transaction with this hash. */
export function forgetSent(hash: string): void {
  sentTransactions.remove(hash);
}

/** Records that the user was notified. Returns true only the first time, so that there is one notification. */
export function acknowledgeSent(hash: string): boolean {
  const entry = sentTransactions.read().find((candidate) => candidate.hash === hash);
  if (entry === undefined || entry.acknowledged) return false;
  sentTransactions.put({ ...entry, acknowledged: true });
  return true;
}

/** Removes the transactions of which the user was notified. */
export function forgetAcknowledged(): void {
  for (const { hash, acknowledged } of sentTransactions.read()) if (acknowledged) sentTransactions.remove(hash);
}
