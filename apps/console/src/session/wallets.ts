import { createStore, type EIP6963ProviderDetail } from 'mipd';
import { useSyncExternalStore } from 'react';
import { createWalletClient, custom, getAddress, numberToHex, type TypedDataDefinition, type WalletClient } from 'viem';

/** A wallet of this browser that announced itself (EIP-6963). */
export type Wallet = EIP6963ProviderDetail;

const announced = createStore();

/** Returns the wallets of this browser, including those that announce themselves later. */
export function useWallets(): readonly Wallet[] {
  return useSyncExternalStore(announced.subscribe, announced.getProviders);
}

/** Returns the wallet that announced itself by this name, or undefined. */
export function findWallet(name: string): Wallet | undefined {
  return announced.getProviders().find(({ info }) => info.rdns === name);
}

/** Requests a wallet's account; returns its address (EIP-55). Throws the wallet's error. */
export async function connectWallet(wallet: Wallet): Promise<string> {
  const accounts = await wallet.provider.request({ method: 'eth_requestAccounts' });
  const [first] = accounts;
  if (first === undefined) throw new Error('the wallet showed no account');
  return getAddress(first);
}

/** Has a wallet sign the text of a sign-in; returns the signature. Throws the wallet's error. */
export function signText(wallet: Wallet, { address, text }: { readonly address: string; readonly text: string }) {
  return clientOf(wallet).signMessage({ account: getAddress(address), message: text });
}

/** The wallet's account differs from the one that signed in. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/**
 * Returns the account that signs an operator's actions: it asks the wallet to sign on the chain of the data. It throws
 * `OtherAccountError` if the wallet has another account.
 */
export function walletAccount(wallet: Wallet, address: string) {
  const account = getAddress(address);
  return {
    address: account,
    async signTypedData(data: object): Promise<`0x${string}`> {
      if ((await connectWallet(wallet)) !== account) throw new OtherAccountError('the wallet shows another account');
      const signed = data as TypedDataDefinition;
      await switchTo(wallet, Number(signed.domain?.chainId));
      return clientOf(wallet).signTypedData({ account, ...signed });
    },
  };
}

/** Wallets sign typed data only for their current chain. */
async function switchTo(wallet: Wallet, chainId: number): Promise<void> {
  const current = await wallet.provider.request({ method: 'eth_chainId' });
  if (Number(current) === chainId) return;
  await wallet.provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: numberToHex(chainId) }],
  });
}

function clientOf(wallet: Wallet): WalletClient {
  return createWalletClient({ transport: custom(wallet.provider) });
}
