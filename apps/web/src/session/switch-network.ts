import type { Connector } from 'wagmi';
import { classifyWalletError } from './wallet-failure.ts';

/** The part of an EIP-1193 provider that switching needs. */
export type NetworkProvider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
};

export type Network = {
  readonly id: number;
  readonly name: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly rpcUrl: string;
  readonly explorerUrl: string | null;
};

/**
 * Asks a wallet to switch to a network, then for its chain: some wallets answer that they have switched and stay. If it
 * stays, or fails for a reason other than the user's rejection, asks it to add the network, and to switch again. Throws
 * the wallet's error; if adding fails too, the error of the switch, so that an unknown network is reported with its
 * code 4902; a `StaysOnChainError` for a wallet that reports no error.
 */
export async function switchNetwork(provider: NetworkProvider, network: Network): Promise<void> {
  const chainId = `0x${network.id.toString(16)}`;
  const askToSwitch = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  const first = await askToSwitch().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (first === null && (await arrivesOn(provider, network.id))) return;
  const error = first === null ? staysOnChain() : first.error;
  if (isFinal(error)) throw error;
  await addNetwork(provider, network, chainId).catch((addError: unknown) => {
    throw isFinal(addError) ? addError : error;
  });
  // Many wallets switch to a network when they add it.
  if (await arrivesOn(provider, network.id)) return;
  await askToSwitch();
  if (!(await arrivesOn(provider, network.id))) throw staysOnChain();
}

/** Wallets on phones report their new chain a moment after they have answered. */
const ARRIVAL_MS = [0, 300, 700];

/** Returns whether the wallet is on the chain, or gets there within a second; true if it does not say. */
async function arrivesOn(provider: NetworkProvider, id: number): Promise<boolean> {
  for (const delayMs of ARRIVAL_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const chainId = await provider.request({ method: 'eth_chainId' }).catch(() => null);
    if (chainId === null || chainId === undefined || Number(chainId) === id) return true;
  }
  return false;
}

function staysOnChain(): Error {
  return Object.assign(new Error('the wallet stays on its chain'), { name: 'StaysOnChainError' });
}

async function addNetwork(provider: NetworkProvider, network: Network, chainId: string): Promise<void> {
  await provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId,
        chainName: network.name,
        nativeCurrency: network.nativeCurrency,
        rpcUrls: [network.rpcUrl],
        ...(network.explorerUrl === null ? {} : { blockExplorerUrls: [network.explorerUrl] }),
      },
    ],
  });
}

/** Returns whether to stop asking: the user rejected it, by code or message, or the wallet has a pending request. */
function isFinal(error: unknown): boolean {
  const failure = classifyWalletError(error);
  return failure === 'cancelled' || failure === 'pending';
}

/** Returns the EIP-1193 provider behind a connector; throws a `ProviderNotFoundError` if the wallet is gone. */
export async function providerOf(connector: Connector): Promise<NetworkProvider> {
  const provider: unknown = await connector.getProvider();
  if (!isProvider(provider)) throw Object.assign(new Error('no provider'), { name: 'ProviderNotFoundError' });
  return provider;
}

function isProvider(value: unknown): value is NetworkProvider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function';
}
