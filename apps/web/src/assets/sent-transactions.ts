import { create } from 'zustand';
import { browserStorage, type TextStorage } from '#platform/browser-storage.ts';
import type { Currency } from './assets-search.ts';

/** A transaction that the visitor's wallet sent, remembered until the server tells the same. */
export type SentTransaction = {
  readonly hash: `0x${string}`;
  /** The account that sent it. */
  readonly address: string;
  readonly currency: Currency;
  readonly amount: string;
  /** UTC milliseconds. */
  readonly sentAt: number;
  /** The withdrawal it pays; null = a recharge. */
  readonly withdrawalId: string | null;
  /** The visitor has been told that it is done. */
  readonly told: boolean;
};

const KEY = 'fmc.sent';
/** More than anyone has under way; older ones make room. */
const MOST = 50;

/** Reads what was kept; entries that are not exactly one are left out. */
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
    typeof read('told') === 'boolean' &&
    (withdrawalId === null || (typeof withdrawalId === 'string' && /^\d{1,19}$/.test(withdrawalId)))
  );
}

const storage: TextStorage = browserStorage;

export const useSentTransactions = create<{ readonly sent: readonly SentTransaction[] }>(() => ({
  sent: parseSentTransactions(storage.getItem(KEY)),
}));

/** Remembers a transaction from the moment the wallet gives its hash. */
export function rememberSent(transaction: SentTransaction): void {
  replace([...useSentTransactions.getState().sent, transaction].slice(-MOST));
}

export function forgetSent(hash: string): void {
  replace(useSentTransactions.getState().sent.filter((entry) => entry.hash !== hash));
}

/** Notes that the visitor was told; true the first time, so that it is told once. */
export function acknowledgeSent(hash: string): boolean {
  const { sent } = useSentTransactions.getState();
  if (!sent.some((entry) => entry.hash === hash && !entry.told)) return false;
  replace(sent.map((entry) => (entry.hash === hash ? { ...entry, told: true } : entry)));
  return true;
}

/** Forgets what the visitor was told of. */
export function forgetAcknowledged(): void {
  const { sent } = useSentTransactions.getState();
  if (sent.some((entry) => entry.told)) replace(sent.filter((entry) => !entry.told));
}

function replace(sent: readonly SentTransaction[]): void {
  if (sent.length === 0) storage.removeItem(KEY);
  else storage.setItem(KEY, JSON.stringify(sent));
  useSentTransactions.setState({ sent });
}
