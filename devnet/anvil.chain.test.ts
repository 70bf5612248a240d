// @module-tag soak-5
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient, createTestClient, http, type PublicClient } from 'viem';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AnvilOptions, startAnvil, startIntervalMining } from './anvil.ts';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';
import { pickPort } from './ports.ts';

async function start(options: AnvilOptions = {}) {
  const anvil = await startAnvil(options);
  onTestFinished(() => anvil.kill());
  const transport = http(anvil.url);
  return {
    anvil,
    client: createPublicClient({ transport, cacheTime: 0 }),
    control: createTestClient({ mode: 'anvil', transport }),
  };
}

/** Whether the state of block 1 cannot be read once there are 13 blocks. */
async function hasDroppedStates(client: PublicClient): Promise<boolean> {
  while ((await client.getBlockNumber()) < 13n) await sleep(50);
  const { address } = devAccount(DEV_ROLES.testWallet);
  return client.getBalance({ address, blockNumber: 1n }).then(
    () => false,
    () => true,
  );
}

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chain state '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state.json');
}

describe('startAnvil', () => {
  test('default: chain 202599, dev accounts with JU, finality after two epochs', async () => {
    const { client, control } = await start({ slotsInAnEpoch: 4 });
    expect(await client.getChainId()).toBe(202599);
    expect(await client.getBalance({ address: devAccount(DEV_ROLES.testWallet).address })).toBe(
      1_000_000n * 10n ** 18n,
    );
    await control.mine({ blocks: 20 });
    expect((await client.getBlock({ blockTag: 'finalized' })).number).toBe(12n);
  });

  test('behavior: a port in use is replaced, and reported', async () => {
    const first = await start();
    const second = await start({ port: first.anvil.port });
    expect(second.anvil.portWasTaken).toBe(true);
  });

  test('attack: a chain that is not its child is refused, however quickly it answers', async () => {
    const other = await start();
    const { port } = other.anvil;
    await expect(startAnvil({ port, keepsPort: true })).rejects.toThrow(
      `Port ${port} is in use by a program that is not the chain of this start; it is not used.`,
    );
    expect(await other.client.getChainId()).toBe(202599);
  });

  test('behavior: simultaneous starts that prefer the same port each get a separate chain', async () => {
    const { port } = await pickPort();
    const started = await Promise.all([start({ port }), start({ port }), start({ port })]);
    expect(new Set(started.map(({ anvil }) => anvil.port)).size).toBe(3);
    const [first, ...others] = started;
    await first?.control.mine({ blocks: 3 });
    expect(await first?.client.getBlockNumber()).toBe(3n);
    for (const { client } of others) expect(await client.getBlockNumber()).toBe(0n);
  });

  test('behavior: a chain that ends while it starts says why', async () => {
    await expect(startAnvil({ extraArgs: ['--no-such-option'] })).rejects.toThrow(/did not start.*no-such-option/s);
  });

  test('behavior: states of old blocks are dropped, not their blocks, nor the finalized state', async () => {
    const { client, control } = await start({ slotsInAnEpoch: 4, keptStates: 64 });
    const { address } = devAccount(DEV_ROLES.testWallet);
    await control.mine({ blocks: 200 });
    const { number } = await client.getBlock({ blockTag: 'finalized' });
    expect(await client.getBalance({ address, blockNumber: number })).toBeGreaterThan(0n);
    expect(await client.getBalance({ address, blockNumber: 200n - 60n })).toBeGreaterThan(0n);
    await expect(client.getBalance({ address, blockNumber: 100n })).rejects.toThrow();
    expect((await client.getBlock({ blockNumber: 100n })).number).toBe(100n);
  });

  test('behavior: states are dropped as well while a block is mined each second', async () => {
    const { anvil, client } = await start({ keptStates: 8 });
    await startIntervalMining(anvil, 0.1);
    expect(await hasDroppedStates(client)).toBe(true);
  });

  test('behavior: while the chain is busy, blocks are asked for one after another', async () => {
    let [asked, atOnce, mostAtOnce] = [0, 0, 0];
    const busy = createServer(async (request, reply) => {
      const { method, id } = JSON.parse(await text(request));
      if (method === 'evm_mine') {
        asked += 1;
        atOnce += 1;
        mostAtOnce = Math.max(mostAtOnce, atOnce);
        await sleep(200);
        atOnce -= 1;
      }
      reply.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result: null }));
    }).listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const ended = Promise.withResolvers<void>();
    onTestFinished(() => {
      ended.resolve();
      busy.close();
    });
    const { port } = busy.address() as AddressInfo;
    await startIntervalMining({ url: `http://127.0.0.1:${port}`, exited: ended.promise }, 0.02);
    while (asked < 4) await sleep(20);
    expect(mostAtOnce).toBe(1);
  });

  test('broken twin: while the chain mines by itself, states stay readable', async () => {
    const { client, control } = await start({ keptStates: 8 });
    await control.setAutomine(false);
    await control.setIntervalMining({ interval: 1 });
    await control.mine({ blocks: 13 });
    expect(await hasDroppedStates(client)).toBe(false);
  });

  test('behavior: SIGKILL loses nothing older than a second', async () => {
    const file = stateFile();
    const { anvil, client, control } = await start({ stateFile: file });
    await control.mine({ blocks: 5 });
    const { hash } = await client.getBlock({ blockNumber: 5n });
    await sleep(2_200);
    await anvil.kill();
    const again = await start({ stateFile: file });
    expect((await again.client.getBlock({ blockNumber: 5n })).hash).toBe(hash);
  });

  test('behavior: block 0 stays the same over restarts, and the state of the finalized block is known', async () => {
    const file = stateFile();
    const hashes = new Set<string>();
    for (let starts = 0; starts < 4; starts += 1) {
      const { anvil, client } = await start({ stateFile: file, slotsInAnEpoch: 4 });
      hashes.add((await client.getBlock({ blockNumber: 0n })).hash);
      const { number } = await client.getBlock({ blockTag: 'finalized' });
      const { address } = devAccount(DEV_ROLES.testWallet);
      expect(await client.getBalance({ address, blockNumber: number })).toBeGreaterThan(0n);
      // The starts differ in the timestamp of block 0, which has a resolution of one second.
      await sleep(1_050);
      await anvil.stop();
    }
    expect(hashes.size).toBe(1);
    // Each start added a block 0, which the next start removes.
    const genesisBlocks = readFileSync(file, 'utf8').match(/"number":\s*"0x0"/g) ?? [];
    expect(genesisBlocks.length).toBeGreaterThan(1);
  });

  test('behavior: a truncated state file is replaced by its copy', async () => {
    const file = stateFile();
    const { anvil, client, control } = await start({ stateFile: file });
    await control.mine({ blocks: 5 });
    const { hash } = await client.getBlock({ blockNumber: 5n });
    await sleep(4_000);
    await anvil.kill();
    truncateSync(file, 500);
    const again = await start({ stateFile: file });
    expect((await again.client.getBlock({ blockNumber: 5n })).hash).toBe(hash);
  });
});
