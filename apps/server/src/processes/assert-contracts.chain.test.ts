import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { assertContracts } from './assert-contracts.ts';

describe('assertContracts', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain();
  });
  afterAll(() => chain.anvil.stop());

  function check(other: { chainId?: number; vault?: `0x${string}`; anchors?: `0x${string}` } = {}): Promise<void> {
    const [node] = createRpcNodes({ urls: [chain.url] });
    if (node === undefined) throw new Error('no node');
    return assertContracts(node, {
      CHAIN_ID: other.chainId ?? 202_599,
      VAULT_ADDRESS: other.vault ?? chain.addresses.vault,
      FMC_ADDRESS: chain.addresses.fmc,
      ANCHORS_ADDRESS: other.anchors ?? chain.addresses.anchors,
    });
  }

  it('accepts our own contracts', async () => {
    await expect(check()).resolves.toBeUndefined();
  });

  it('names every setting that belongs to another chain or another contract', async () => {
    const wrong = {
      chainId: 210_000,
      vault: chain.addresses.fmc,
      anchors: '0x00000000000000000000000000000000000000aa',
    } as const;
    await expect(check(wrong)).rejects.toThrow(
      new RegExp(
        '^CHAIN_ID is 210000, the node is of chain 202599\\n' +
          'VAULT_ADDRESS holds another contract .*\\nANCHORS_ADDRESS holds no contract$',
      ),
    );
  });
});
