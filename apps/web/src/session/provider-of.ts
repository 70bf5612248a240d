import type { Connector } from 'wagmi';
import type { NetworkProvider } from './switch-network.ts';

/** The EIP-1193 provider behind a connector; throws when the wallet is gone. */
export async function providerOf(connector: Connector): Promise<NetworkProvider> {
  const provider: unknown = await connector.getProvider();
  if (!isProvider(provider)) throw Object.assign(new Error('no provider'), { name: 'ProviderNotFoundError' });
  return provider;
}

function isProvider(value: unknown): value is NetworkProvider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function';
}
