import { describe, expect, test } from 'vitest';
import type { Connector } from 'wagmi';
import { makePolite } from './polite-provider.ts';
import { type NetworkProvider, providerOf } from './switch-network.ts';

/** Returns the provider of a connector whose wallet is this object, once the connector is polite. */
async function politeProviderOf(wallet: object): Promise<NetworkProvider> {
  const connector = { getProvider: async () => wallet } as unknown as Connector;
  makePolite(connector);
  makePolite(connector);
  return providerOf(connector);
}

class PrivateWallet {
  #denied = { message: 'User denied transaction signature.' };
  readonly isExample = true;
  async request(): Promise<never> {
    throw this.#denied;
  }
  on(): string {
    return this.#denied.message;
  }
}

describe('the provider of a polite connector', () => {
  // Some wallets freeze their object, so that no page replaces its functions.
  test.each([['as it is', new PrivateWallet()] as const, ['frozen', Object.freeze(new PrivateWallet())] as const])(
    'adds to a No of a wallet %s the code that the library knows, and changes nothing else',
    async (_title, wallet) => {
      const provider = await politeProviderOf(wallet);
      await expect(provider.request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({ code: 4001 });
      expect('isExample' in provider).toBe(true);
      expect(Reflect.get(provider, 'isExample')).toBe(true);
      expect(Reflect.get(provider, 'on')()).toBe('User denied transaction signature.');
    },
  );

  test('passes a wallet whose functions are own, frozen properties', async () => {
    const request = async () => {
      throw { code: 5000 };
    };
    const provider = await politeProviderOf(Object.freeze({ request }));
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4001 });
  });

  test('is the same object at each call', async () => {
    const wallet = new PrivateWallet();
    const connector = { getProvider: async () => wallet } as unknown as Connector;
    makePolite(connector);
    expect(await connector.getProvider()).toBe(await connector.getProvider());
  });
});
