import { create } from 'zustand';
import { browserStorage } from '#platform/browser-storage.ts';
import type { Currency } from './assets-search.ts';

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
  /** The user has been notified that it is done. */
  readonly acknowledged: boolean;
};

const STORAGE_KEY = 'fmc.sent';
/** More than one user has under way; the oldest are dropped. */
const MAX_ENTRIES = 50;

/** Returns the persisted transactions; entries that are not exactly one are dropped. */
export function parseSentTransactions(text: string | null): readonly SentTransaction[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isSentTransaction) : [];
  } catch {
    return [];
  }
}

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

export const useSentTransactions = create<{ readonly sent: readonly SentTransaction[] }>(() => ({
  sent: parseSentTransactions(browserStorage.getItem(STORAGE_KEY)),
}));

/** Remembers a transaction from the moment the wallet returns its hash. */
export function rememberSent(transaction: SentTransaction): void {
  replaceAll([...useSentTransactions.getState().sent, transaction].slice(-MAX_ENTRIES));
}

/** Removes the transaction with this hash. */
export function forgetSent(hash: string): void {
  replaceAll(useSentTransactions.getState().sent.filter((entry) => entry.hash !== hash));
}

/** Records that the user was notified; returns true the first time only, so that there is one notification. */
export function acknowledgeSent(hash: string): boolean {
  const { sent } = useSentTransactions.getState();
  if (!sent.some((entry) => entry.hash === hash && !entry.acknowledged)) return false;
  replaceAll(sent.map((entry) => (entry.hash === hash ? { ...entry, acknowledged: true } : entry)));
  return true;
}

/** Removes the transactions that the user was notified of. */
export function forgetAcknowledged(): void {
  const { sent } = useSentTransactions.getState();
  if (sent.some((entry) => entry.acknowledged)) replaceAll(sent.filter((entry) => !entry.acknowledged));
}

function replaceAll(sent: readonly SentTransaction[]): void {
  if (sent.length === 0) browserStorage.removeItem(STORAGE_KEY);
  else browserStorage.setItem(STORAGE_KEY, JSON.stringify(sent));
  useSentTransactions.setState({ sent });
}
