import { devAccount } from '@city-mint/devnet/dev-accounts';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTimers } from '../jobs/timers.ts';
import { createRpcNodes } from './rpc-node.ts';
import { watchGas } from './watch-gas.ts';

const log = pino({ level: 'silent' });
const { address } = devAccount(30);
let chain: TestChain;

beforeAll(async () => {
  chain = await startTestChain();
  await chain.testClient.setBalance({ address, value: parseEther('0.25') });
});

afterAll(() => chain.anvil.stop());

/** Returns the metrics after the first reading, and whether it failed. */
async function readOnce(url: string) {
  const registry = new Registry();
  const [node] = createRpcNodes({ urls: [url], timeoutMs: 2_000 });
  if (node === undefined) throw new Error('no node');
  const runs: boolean[] = [];
  const timers = createTimers({ log, observer: { ran: (_job, { failed }) => void runs.push(failed) } });
  watchGas({ timers, registry, node, accounts: { SCRIBE_KEY: address, VOUCHER_SIGNER_KEY: undefined } });
  await expect.poll(() => runs.length).toBe(1);
  await timers.stop();
  return { metrics: await registry.metrics(), failed: runs[0] };
}

test('default: the JU of each account with a key', async () => {
  const { metrics, failed } = await readOnce(chain.url);
  expect(metrics).toMatch(/^city_mint_gas_balance_ju{key="SCRIBE_KEY"} 0.25$/m);
  expect([metrics.includes('VOUCHER_SIGNER_KEY'), failed]).toEqual([false, false]);
});

test('behavior: a node that is down shows no balance', async () => {
  const { metrics, failed } = await readOnce('http://127.0.0.1:1');
  expect(metrics).not.toMatch(/^city_mint_gas_balance_ju/m);
  expect(failed).toBe(true);
});
