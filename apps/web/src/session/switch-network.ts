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
 * Asks a wallet to switch to a network; if that fails for a reason other than the user's rejection, asks it to add the
 * network and to switch again. Throws the wallet's error; if adding fails too, the error of the switch, so that an
 * unknown network is reported with its code 4902.
 */
export async function switchNetwork(provider: NetworkProvider, network: Network): Promise<void> {
  const chainId = `0x${network.id.toString(16)}`;
  const askToSwitch = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  try {
    await askToSwitch();
    return;
  } catch (error) {
    if (isFinal(error)) throw error;
    await addNetwork(provider, network, chainId).catch((addError: unknown) => {
      throw isFinal(addError) ? addError : error;
    });
  }
  // Many wallets switch to a network when they add it.
  if (Number(await provider.request({ method: 'eth_chainId' })) !== network.id) await askToSwitch();
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
