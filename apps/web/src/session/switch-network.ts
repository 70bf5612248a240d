import { walletErrorCodes } from './wallet-failure.ts';

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

const REJECTED = 4001;
const ALREADY_PENDING = -32002;

/**
 * Has a wallet change to a network: asks it to switch, and when that fails for another reason than the reader's refusal asks it to add the
 * network and switches again (spec section 4). Throws the wallet's error; where adding fails too, that of the switch, so that an unknown
 * network keeps its code 4902.
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
  // Many wallets change to a network as they add it.
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

function isFinal(error: unknown): boolean {
  const codes = walletErrorCodes(error);
  return codes.includes(REJECTED) || codes.includes(ALREADY_PENDING);
}
