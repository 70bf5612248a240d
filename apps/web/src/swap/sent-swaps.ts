import { browserStorage, type TextStorage } from '@city-mint/client/browser-storage.ts';
import type { Currency } from '#assets/assets-search.ts';
import { createPersistedEntries, type PersistedEntries } from '#platform/persisted-entries.ts';

/** A swap that the user's wallet sent from this device, remembered until the log has it. */
export type SentSwap = {
  readonly hash: `0x${string}`;
  /** The account that sent it. */
  readonly address: string;
  readonly sell: Currency;
  /** As quoted; decimal strings in whole units. */
  readonly sold: string;
  readonly received: string;
  /** The slippage limit that the user chose. */
  readonly limitBps: number;
  /** UTC milliseconds. */
  readonly sentAt: number;
};

/** Lifetime of a swap: the router rejects it after this time. */
export const SWAP_LIFETIME_MS = 20 * 60_000;

const AMOUNT = /^\d+(\.\d+)?$/;

function isSentSwap(value: unknown): value is SentSwap {
  if (typeof value !== 'object' || value === null) return false;
  const read = (name: keyof SentSwap): unknown => Reflect.get(value, name);
  return (
    /^0x[0-9a-f]{64}$/.test(String(read('hash'))) &&
    /^0x[0-9a-fA-F]{40}$/.test(String(read('address'))) &&
    (read('sell') === 'JU' || read('sell') === 'FMC') &&
    AMOUNT.test(String(read('sold'))) &&
    AMOUNT.test(String(read('received'))) &&
    Number.isSafeInteger(read('limitBps')) &&
    Number.isSafeInteger(read('sentAt'))
  );
}

/** Returns the persisted swaps of a storage, the newest first. */
export function openSentSwaps(storage: TextStorage): PersistedEntries<SentSwap> {
  return createPersistedEntries<SentSwap>({
    prefix: 'fmc.swap.',
    storage,
    idOf: ({ hash }) => hash,
    isEntry: isSentSwap,
    compare: (one, other) => other.sentAt - one.sentAt,
  });
}

export const sentSwaps = openSentSwaps(browserStorage);
