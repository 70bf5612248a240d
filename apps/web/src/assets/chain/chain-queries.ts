import { formatAmount } from '@city-mint/domain/money/amount-text';
import { queryOptions } from '@tanstack/react-query';
import type { Address, Hash } from 'viem';
import { askNode, balanceCall, numberIn, readCall } from '#platform/node.ts';
import type { Currency } from '../assets-search.ts';
import type { FundsInput, WalletBalances } from './wallet-funds.ts';

/** About one block: displayed data are never much older, and no block is read twice. */
const BLOCK_MS = 3_000;

/** Query keys of reads from the chain itself. */
export const chainKeys = {
  allWalletFunds: ['wallet-funds'] as const,
  walletFunds: (account: Address, currency: Currency, vault: Address) =>
    ['wallet-funds', account, currency, vault] as const,
  balances: (account: Address, fmc: Address) => ['wallet-balances', account, fmc] as const,
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

/** The JU and FMC of a wallet in the newest block: one request per block, without the wallet library. */
export function walletBalancesQuery({ account, fmc }: Pick<FundsInput, 'account' | 'fmc'>) {
  return queryOptions({
    queryKey: chainKeys.balances(account, fmc),
    queryFn: async ({ signal }): Promise<WalletBalances> => {
      const height = { method: 'eth_blockNumber', params: [] };
      const calls = [height, balanceCall(account), readCall(fmc, 'balanceOf', [account])];
      const [block = '', ju = '', held = ''] = await askNode(calls, signal);
      return { block: String(numberIn(block)), JU: formatAmount(numberIn(ju)), FMC: formatAmount(numberIn(held)) };
    },
    refetchInterval: BLOCK_MS,
    meta: { silent: true },
  });
}

/** The status of a transaction's receipt, or null; refreshed until a block includes the transaction. */
export function receiptQuery(hash: Hash) {
  return queryOptions({
    queryKey: chainKeys.receipt(hash),
    queryFn: async () => (await import('./chain-reads.ts')).readReceiptStatus(hash),
    refetchInterval: ({ state }) => (state.data == null ? 2_000 : false),
    meta: { silent: true },
  });
}
