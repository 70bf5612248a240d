import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import type { Address, Hash } from 'viem';
import { estimateFeesPerGas, getBalance, getTransactionReceipt, readContract } from 'wagmi/actions';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { type FundsInput, RESERVED_GAS, type WalletFunds } from './wallet-funds.ts';

const chainId = activeChain.id;

/** Returns a wallet's funds for a recharge and the vault's rules for it. Throws if the node does not answer. */
export async function readWalletFunds({ account, currency, vault, fmc }: FundsInput): Promise<WalletFunds> {
  const token = currency === 'JU' ? NATIVE_TOKEN : fmc;
  const inVault = { abi: vaultAbi, address: vault, chainId } as const;
  const [funds, price, rule, paused] = await Promise.all([
    currency === 'JU' ? nativeFunds(account) : tokenFunds({ account, vault, fmc }),
    gasPrice(),
    readContract(walletConfig, { ...inVault, functionName: 'ruleOf', args: [token] }),
    readContract(walletConfig, { ...inVault, functionName: 'depositsPaused' }),
  ]);
  const [, , minimum] = rule;
  return { ...funds, gasReserve: price * RESERVED_GAS, minimum, paused };
}

/**
 * Returns an upper bound of the price of gas, in base units: the maximum fee of a chain with EIP-1559, else the gas
 * price with a margin. Throws if the node answers neither.
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

/** Returns the status of a transaction's receipt; null while no block includes it, or the node's index is behind. */
export async function readReceiptStatus(hash: Hash): Promise<'success' | 'reverted' | null> {
  try {
    return (await getTransactionReceipt(walletConfig, { hash, chainId })).status;
  } catch (error) {
    if (nodeErrorKind(error, { method: 'eth_getTransactionReceipt' }) === 'not-found-yet') return null;
    throw error;
  }
}
