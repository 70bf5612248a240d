import { describe, expect, test } from 'vitest';
import { type Network, type NetworkProvider, switchNetwork } from './switch-network.ts';
import { classifyWalletError } from './wallet-failure.ts';

const network: Network = {
  id: 202599,
  name: 'testJuChain',
  nativeCurrency: { name: 'JU', symbol: 'JU', decimals: 18 },
  rpcUrl: 'http://127.0.0.1:8545',
  explorerUrl: null,
};

type Answers = Record<string, (calls: number) => unknown>;

function walletWith(answers: Answers): NetworkProvider & { readonly log: unknown[] } {
  const log: { method: string; params?: unknown }[] = [];
  return {
    log,
    async request(call) {
      log.push(call);
      return answers[call.method]?.(log.filter(({ method }) => method === call.method).length);
    },
  };
}

const fail = (code: number) => () => {
  throw Object.assign(new Error('wallet'), { code });
};
const methodsOf = (wallet: { readonly log: unknown[] }) => wallet.log.map((call) => Object(call).method);

describe('switchNetwork', () => {
  test('default: switches to a known network', async () => {
    const wallet = walletWith({ wallet_switchEthereumChain: () => null });
    await switchNetwork(wallet, network);
    expect(wallet.log).toEqual([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x31767' }] },
      { method: 'eth_chainId' },
    ]);
  });

  test('behavior: a wallet that reports its new chain late is asked again for it, not to add it', async () => {
    const wallet = walletWith({
      wallet_switchEthereumChain: () => null,
      eth_chainId: (calls) => (calls < 3 ? '0x1' : '0x31767'),
    });
    await switchNetwork(wallet, network);
    expect(methodsOf(wallet)).not.toContain('wallet_addEthereumChain');
  });

  describe('a wallet that answers that it has switched, and stays', () => {
    test('behavior: gets the network added', async () => {
      let added = false;
      const wallet = walletWith({
        wallet_switchEthereumChain: () => null,
        wallet_addEthereumChain: () => {
          added = true;
          return null;
        },
        eth_chainId: () => (added ? '0x31767' : '0x1'),
      });
      await switchNetwork(wallet, network);
      expect(methodsOf(wallet).filter((method) => method !== 'eth_chainId')).toEqual([
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
      ]);
    });

    test.each([
      ['stays after that too', () => null],
      ['cannot add it', fail(-32601)],
    ])('behavior: and %s, is reported as staying', async (_how, add) => {
      const wallet = walletWith({
        wallet_switchEthereumChain: () => null,
        wallet_addEthereumChain: add,
        eth_chainId: () => '0x1',
      });
      const error = await switchNetwork(wallet, network).catch((caught: unknown) => caught);
      expect(classifyWalletError(error)).toBe('stays-on-chain');
    });

    test('behavior: nothing more is asked after the user’s refusal to add it', async () => {
      const wallet = walletWith({
        wallet_switchEthereumChain: () => null,
        wallet_addEthereumChain: () => {
          throw 'User rejected';
        },
        eth_chainId: () => '0x1',
      });
      const error = await switchNetwork(wallet, network).catch((caught: unknown) => caught);
      expect(classifyWalletError(error)).toBe('cancelled');
      expect(methodsOf(wallet).at(-1)).toBe('wallet_addEthereumChain');
    });
  });

  test.each([4902, -32603])(
    'behavior: failing with %i, it is added with name, currency and RPC, and switched to',
    async (code) => {
      const wallet = walletWith({
        wallet_switchEthereumChain: (calls) => (calls === 1 ? fail(code)() : null),
        wallet_addEthereumChain: () => null,
        eth_chainId: (calls) => (calls <= 3 ? '0x1' : '0x31767'),
      });
      await switchNetwork(wallet, network);
      expect(methodsOf(wallet).filter((method) => method !== 'eth_chainId')).toEqual([
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
        'wallet_switchEthereumChain',
      ]);
      expect(wallet.log[1]).toMatchObject({
        params: [{ chainId: '0x31767', chainName: 'testJuChain', rpcUrls: ['http://127.0.0.1:8545'] }],
      });
    },
  );

  test('behavior: a rejection without a code is not followed by another request', async () => {
    const rejection = Object.assign(new Error('User rejected methods.'), { code: -32000 });
    const wallet = walletWith({
      wallet_switchEthereumChain: () => {
        throw rejection;
      },
    });
    await expect(switchNetwork(wallet, network)).rejects.toBe(rejection);
    expect(methodsOf(wallet)).toEqual(['wallet_switchEthereumChain']);
  });

  test('behavior: does not ask again if the wallet switches when it adds a network', async () => {
    const wallet = walletWith({ wallet_switchEthereumChain: fail(4902), eth_chainId: () => '0x31767' });
    await switchNetwork(wallet, network);
    expect(methodsOf(wallet)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_chainId']);
  });

  test('behavior: adds nothing after the user’s refusal', async () => {
    const wallet = walletWith({ wallet_switchEthereumChain: fail(4001) });
    await expect(switchNetwork(wallet, network)).rejects.toMatchObject({ code: 4001 });
    expect(methodsOf(wallet)).toEqual(['wallet_switchEthereumChain']);
  });

  test.each([
    [4902, -32601, 'unsupported-network'],
    [-32603, -32601, 'call-failed'],
    [4902, 4001, 'cancelled'],
  ])('behavior: switch %i, add %i: %s', async (switchCode, addCode, failure) => {
    const wallet = walletWith({ wallet_switchEthereumChain: fail(switchCode), wallet_addEthereumChain: fail(addCode) });
    const error = await switchNetwork(wallet, network).catch((caught: unknown) => caught);
    expect(classifyWalletError(error)).toBe(failure);
  });
});
