import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { create } from 'zustand';
import type { VisitorStatus } from './visitor-stage.ts';

/** The connection to a wallet, as far as the page knows it. */
export type WalletConnection = {
  readonly status: VisitorStatus['status'];
  readonly address: `0x${string}` | undefined;
  readonly chainId: number | undefined;
  /** The wallet's own name; null while unknown or without a wallet. */
  readonly walletName: string | null;
};

const NO_CONNECTION: WalletConnection = {
  status: 'disconnected',
  address: undefined,
  chainId: undefined,
  walletName: null,
};

/**
 * The connection, for all code that runs before the wallet library is loaded; `startWallet` keeps it up to date. Until
 * then it is the connection of the last visit, which the library restores.
 */
export const useWalletStore = create<WalletConnection>(() =>
  readEarlierConnection(hasEarlierWallet() ? browserStorage.getItem('fmc.store') : null),
);

/** Returns the connection that the wallet library has persisted, marked as being restored, or none. */
export function readEarlierConnection(text: string | null): WalletConnection {
  try {
    const { state } = Object(JSON.parse(text ?? 'null'));
    const entries: unknown[] = Object(Object(state).connections).value ?? [];
    const current = entries.find((entry) => Array.isArray(entry) && entry[0] === Object(state).current);
    const { accounts, chainId, connector } = Object(Array.isArray(current) ? current[1] : null);
    const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
    if (!isAddress(address) || !Number.isSafeInteger(chainId)) return NO_CONNECTION;
    const { name } = Object(connector);
    return { status: 'reconnecting', address, chainId, walletName: typeof name === 'string' ? name : null };
  } catch {
    return NO_CONNECTION;
  }
}

function isAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);
}

/** Returns whether a wallet of an earlier visit can be reconnected, i.e. the user has not disconnected it. */
export function hasEarlierWallet(): boolean {
  const id = recentConnectorId();
  return id !== null && browserStorage.getItem(`fmc.${id}.disconnected`) === null;
}

/** Returns the library's id of the wallet that was connected last, or null. */
export function recentConnectorId(): string | null {
  return browserStorage.getItem('fmc.recentConnectorId')?.replaceAll('"', '') ?? null;
}
