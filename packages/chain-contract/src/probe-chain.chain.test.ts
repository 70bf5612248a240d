import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Anvil, startAnvil } from '@city-mint/devnet/anvil';
import { createPublicClient, http } from 'viem';
import { afterEach, describe, expect, test } from 'vitest';
import { assertChainFits, ChainTooOldError, probeChain } from './probe-chain.ts';

const COMMAND = fileURLToPath(new URL('../../../contracts/script/probe.ts', import.meta.url));

const anvils: Anvil[] = [];

afterEach(async () => {
  await Promise.all(anvils.splice(0).map((anvil) => anvil.stop()));
});

async function start(hardfork: string): Promise<string> {
  const anvil = await startAnvil({ extraArgs: ['--hardfork', hardfork] });
  anvils.push(anvil);
  return anvil.url;
}

describe('probeChain', () => {
  test.each([
    ['istanbul', { create2: true, baseFee: false, push0: false, mcopy: false, tstore: false }, false],
    ['london', { create2: true, baseFee: true, push0: false, mcopy: false, tstore: false }, true],
    ['shanghai', { create2: true, baseFee: true, push0: true, mcopy: false, tstore: false }, true],
    ['cancun', { create2: true, baseFee: true, push0: true, mcopy: true, tstore: true }, true],
  ])('%s', async (hardfork, opcodes, feeMarket) => {
    const probe = await probeChain(createPublicClient({ transport: http(await start(hardfork)) }));
    expect(probe).toMatchObject({ chainId: 202599, opcodes, feeMarket, tags: { safe: true, finalized: true } });
    expect(probe.create2Deployer).toBe(true);
    expect(probe.multicall3).toBe(false);
    if (hardfork === 'cancun') expect(() => assertChainFits(probe, 'cancun')).not.toThrow();
    else expect(() => assertChainFits(probe, 'cancun')).toThrow(ChainTooOldError);
  });

  test('behavior: throws for a node that does not respond', async () => {
    const client = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) });
    await expect(probeChain(client)).rejects.toThrow('HTTP request failed');
  });
});

describe('probe command', () => {
  test.each([
    ['istanbul', 1, 'lacks baseFee, push0, mcopy, tstore'],
    ['london', 1, 'lacks push0, mcopy, tstore'],
    ['cancun', 0, ''],
  ])('%s ends with %i', async (hardfork, status, why) => {
    const run = spawnSync(process.execPath, [COMMAND, await start(hardfork)], { encoding: 'utf8' });
    expect(run).toMatchObject({ status, stderr: expect.stringContaining(why) });
    expect(JSON.parse(run.stdout)).toMatchObject({ chainId: 202599 });
  });
});
