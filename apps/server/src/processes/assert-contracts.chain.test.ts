import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMajorityNode } from '#platform/chain/majority-node.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { assertContracts } from './assert-contracts.ts';

describe('assertContracts', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain();
  });
  afterAll(() => chain.anvil.stop());

  function check(other: { chainId?: number; vault?: `0x${string}`; anchors?: `0x${string}` } = {}): Promise<void> {
    // Two, as a majority that does not answer about the newest block.
    const nodes = createRpcNodes({ urls: [chain.url, chain.url] });
    return assertContracts(
      { node: createMajorityNode(nodes), nodes },
      {
        FINALITY_CONFIRMATIONS: 64,
        CHAIN_ID: other.chainId ?? 202_599,
        VAULT_ADDRESS: other.vault ?? chain.addresses.vault,
        FMC_ADDRESS: chain.addresses.fmc,
        ANCHORS_ADDRESS: other.anchors ?? chain.addresses.anchors,
      },
    );
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

  it('rejects a vault whose immutables an attacker chose: the code is the same, the exit is not', async () => {
    const { vault, fmc } = chain.addresses;
    const exit = await chain.publicClient.readContract({ address: vault, abi: vaultAbi, functionName: 'EXIT' });
    const code = (await chain.publicClient.getCode({ address: vault })) ?? '0x';
    const others = await chain.deployOthers();
    const otherExit = await chain.publicClient.readContract({
      ...{ address: others.vault, abi: vaultAbi },
      functionName: 'EXIT',
    });
    for (const [address, problem] of [
      [fmc, /^VAULT_ADDRESS pays another exit /],
      [otherExit, /^VAULT_ADDRESS has the exit of another vault /],
    ] as const) {
      const changed =
        `0x${code.slice(2).replaceAll(exit.slice(2).toLowerCase(), address.slice(2).toLowerCase())}` as const;
      expect(changed).not.toBe(code);
      await chain.testClient.setCode({ address: vault, bytecode: changed });
      await expect(check()).rejects.toThrow(problem);
    }
    await chain.testClient.setCode({ address: vault, bytecode: code });
    await expect(check()).resolves.toBeUndefined();
  });

  it('rejects anchors that are not the vault’s', async () => {
    const others = await chain.deployOthers();
    await expect(check({ anchors: others.anchors })).rejects.toThrow(/^ANCHORS_ADDRESS is not the vault's/);
  });
});
