import { describe, expect, test } from 'vitest';
import { CHAIN_IDS, chainById, DEFAULT_CHAIN_ID, isChainId } from './chains.ts';

const hosts = { rpcUrl: 'https://rpc.example', explorerUrl: 'https://explorer.example' };

describe('chainById', () => {
  test.each([
    [999997, 'testCloneJuChain', undefined],
    [202599, 'testJuChain', 'https://explorer.example'],
    [210000, 'JuChain', 'https://explorer.example'],
  ])('%i is %s', (id, name, explorer) => {
    const chain = chainById(id, hosts);
    expect(chain).toMatchObject({ id, name, nativeCurrency: { symbol: 'JU', decimals: 18 } });
    expect(chain.rpcUrls.default.http).toEqual(['https://rpc.example']);
    expect(chain.blockExplorers?.default.url).toBe(explorer);
  });

  test('behavior: without URLs it is reached at a development machine', () => {
    const chain = chainById(DEFAULT_CHAIN_ID);
    expect(chain.rpcUrls.default.http).toEqual(['http://127.0.0.1:8545']);
    expect(chain.blockExplorers).toBeUndefined();
  });

  test('behavior: throws for an unsupported chain', () => {
    expect(() => chainById(1)).toThrow('unsupported chain id 1');
    expect(isChainId(1)).toBe(false);
    expect(CHAIN_IDS.every(isChainId)).toBe(true);
  });
});
