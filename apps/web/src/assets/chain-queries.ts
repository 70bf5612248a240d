import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { queryOptions } from '@tanstack/react-query';
import { type Address, type Hash, TransactionReceiptNotFoundError } from 'viem';
import { estimateFeesPerGas, getBalance, getTransactionReceipt, readContract } from 'wagmi/actions';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import type { Currency } from './assets-search.ts';

const chainId = activeChain.id;

/** Query keys of what is read from the chain itself. */
export const chainKeys = {
  allWalletFunds: ['wallet-funds'] as const,
  walletFunds: (account: Address, currency: Currency, vault: Address) =>
    ['wallet-funds', account, currency, vault] as const,
  receipt: (hash: Hash) => ['receipt', hash] as const,
};

/** Gas of the most expensive call of the page, with a margin. */
export const GAS_LIMIT = 200_000n;

type FundsInput = {
  readonly account: Address;
  readonly currency: Currency;
  readonly vault: Address;
  readonly fmc: Address;
};

/** What a wallet holds for a recharge, in base units. */
export type WalletFunds = {
  readonly balance: bigint;
  /** JU reserved for gas. */
  readonly gasReserve: bigint;
  /** What the vault may transfer already; 0 for JU. */
  readonly allowance: bigint;
  readonly minimum: bigint;
  readonly paused: boolean;
};

/** The wallet's balance, gas reserve and allowance, and the vault's rules for a recharge, read from the chain. */
export function walletFundsQuery({ account, currency, vault, fmc }: FundsInput) {
  return queryOptions({
    queryKey: chainKeys.walletFunds(account, currency, vault),
    queryFn: async (): Promise<WalletFunds> => {
      const token = currency === 'JU' ? NATIVE_TOKEN : fmc;
      const inVault = { abi: vaultAbi, address: vault, chainId } as const;
      const [funds, price, rule, paused] = await Promise.all([
        currency === 'JU' ? nativeFunds(account) : tokenFunds({ account, vault, fmc }),
        gasPrice(),
        readContract(walletConfig, { ...inVault, functionName: 'ruleOf', args: [token] }),
        readContract(walletConfig, { ...inVault, functionName: 'depositsPaused' }),
      ]);
      const [, , minimum] = rule;
      return { ...funds, gasReserve: price * GAS_LIMIT, minimum, paused };
    },
    refetchInterval: 8_000,
    meta: { silent: true },
  });
}

/**
 * Returns the most that a unit of gas costs, in base units: the maximum fee of a chain with EIP-1559, the gas price of
 * another one with a margin. Throws when the node answers neither.
 */
export async function gasPrice(): Promise<bigint> {
  try {
    return (await estimateFeesPerGas(walletConfig, { chainId })).maxFeePerGas;
  } catch {
    return (await estimateFeesPerGas(walletConfig, { chainId, type: 'legacy' })).gasPrice;
  }
}

async function nativeFunds(account: Address): Promise<Pick<WalletFunds, 'balance' | 'allowance'>> {
  const { value } = await getBalance(walletConfig, { address: account, chainId });
  return { balance: value, allowance: 0n };
}

async function tokenFunds({ account, vault, fmc }: Omit<FundsInput, 'currency'>) {
  const token = { abi: fmcAbi, address: fmc, chainId } as const;
  const [balance, allowance] = await Promise.all([
    readContract(walletConfig, { ...token, functionName: 'balanceOf', args: [account] }),
    readContract(walletConfig, { ...token, functionName: 'allowance', args: [account, vault] }),
  ]);
  return { balance, allowance };
}

/** The status of a transaction's receipt, or null while it is in no block; refreshed until it is in one. */
export function receiptQuery(hash: Hash) {
  return queryOptions({
    queryKey: chainKeys.receipt(hash),
    queryFn: async () => {
      try {
        const { status } = await getTransactionReceipt(walletConfig, { hash, chainId });
        return status;
      } catch (error) {
        if (error instanceof TransactionReceiptNotFoundError) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data == null ? 2_000 : false),
    meta: { silent: true },
  });
}
