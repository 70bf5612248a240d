import { queryOptions } from '@tanstack/react-query';
import type { Address, Hash } from 'viem';
import type { Currency } from './assets-search.ts';
import type { FundsInput } from './wallet-funds.ts';

/** Query keys of what is read from the chain itself. */
export const chainKeys = {
  allWalletFunds: ['wallet-funds'] as const,
  walletFunds: (account: Address, currency: Currency, vault: Address) =>
    ['wallet-funds', account, currency, vault] as const,
  receipt: (hash: Hash) => ['receipt', hash] as const,
};

/** The wallet's balance, gas reserve and allowance, and the vault's rules for a recharge, read from the chain. */
export function walletFundsQuery(input: FundsInput) {
  const { account, currency, vault } = input;
  return queryOptions({
    queryKey: chainKeys.walletFunds(account, currency, vault),
    queryFn: async () => (await import('./chain-reads.ts')).readWalletFunds(input),
    refetchInterval: 8_000,
    meta: { silent: true },
  });
}

/** The status of a transaction's receipt, or null while it is in no block; refreshed until it is in one. */
export function receiptQuery(hash: Hash) {
  return queryOptions({
    queryKey: chainKeys.receipt(hash),
    queryFn: async () => (await import('./chain-reads.ts')).readReceiptStatus(hash),
    refetchInterval: ({ state }) => (state.data == null ? 2_000 : false),
    meta: { silent: true },
  });
}
