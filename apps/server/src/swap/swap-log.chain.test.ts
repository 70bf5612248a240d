import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type LyingRpc, startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { sql } from 'kysely';
import { toFunctionSelector } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { createLogger } from '#platform/log/create-logger.ts';
import { createSwapJob } from './jobs.ts';

const UNIT = 10n ** 18n;
const USER = 5;
const DEADLINE = 10n ** 12n;

describe('the swap log', () => {
  let chain: TestChain;
  let database: TestDatabase;
  let db: Database;
  let rpc: LyingRpc;
  let admin: Database;
  let api: TestApi;
  let token: string;
  const log = createLogger({ name: 'test', level: 'silent' });

  beforeAll(async () => {
    [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
    db = createDatabase({ ...asRole(database.url, 'city_mint_indexer'), maxConnections: 4 });
    admin = createDatabase({ url: database.url, maxConnections: 1 });
    rpc = await startLyingRpc(chain.url);
    api = await startTestApi({ databaseUrl: database.url });
    token = await api.signIn(privateKeyToAccount(devAccount(USER).privateKey));
  });
  afterAll(async () => {
    await api.stop();
    await rpc.stop();
    await Promise.all([db.destroy(), admin.destroy()]);
    await Promise.all([chain.stop(), database.drop()]);
  });

  const newJob = () =>
    createSwapJob({
      db,
      nodes: createRpcNodes({ urls: [rpc.url] }),
      addresses: chain.addresses,
      chainId: TEST_CHAIN_ID,
      startBlock: 0n,
      confirmations: 64,
      patience: { firstPauseMs: 0 },
      log,
    });
  const swapJu = async (amount: bigint, least: bigint) => {
    const { router, wrappedNative, fmc } = chain.addresses;
    const sender = chain.wallet(USER);
    const args = [least, [wrappedNative, fmc], sender.account.address, DEADLINE] as const;
    return chain.waitFor(
      await sender.writeContract({
        address: router,
        abi: uniswapRouterAbi,
        functionName: 'swapExactETHForTokens',
        args,
        value: amount,
      }),
    );
  };
  const items = async (cursor?: string) => {
    const answer = await api.client(token).call('POST /api/app/user/swapLog', { limit: 2, ...(cursor && { cursor }) });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  };

  test('default: final swaps of mine with all that belongs to them, each once, newest first', async () => {
    const { router, wrappedNative, fmc } = chain.addresses;
    const bought = await swapJu(10n * UNIT, 90n * UNIT);
    const sender = chain.wallet(USER);
    await chain.waitFor(
      await sender.writeContract({ address: fmc, abi: fmcAbi, functionName: 'approve', args: [router, 20n * UNIT] }),
    );
    const args = [20n * UNIT, UNIT, [fmc, wrappedNative], sender.account.address, DEADLINE] as const;
    await chain.waitFor(
      await sender.writeContract({
        address: router,
        abi: uniswapRouterAbi,
        functionName: 'swapExactTokensForETH',
        args,
      }),
    );
    await swapJu(UNIT, 0n);
    const jobs = [newJob(), newJob()];
    for (const job of jobs) await job();
    expect((await items()).items).toEqual([]);
    await chain.finalize();
    await Promise.all(jobs.map((job) => job()));
    for (const job of jobs) await job();

    const first = await items();
    expect(first.items.map(({ sold }) => sold)).toEqual([
      { currency: 'JU', amount: '1' },
      { currency: 'FMC', amount: '20' },
    ]);
    expect(first.items[0]).toMatchObject({ minimumReceived: '0', slippageLimitBps: 10_000 });
    expect(first.items[1]).toMatchObject({ minimumReceived: '1', fee: { currency: 'FMC', amount: '0.06' } });
    const rest = await items(first.nextCursor ?? '');
    expect(rest.nextCursor).toBe(null);
    const [oldest] = rest.items;
    // 10 JU less 0.3 % into a pool of 1,000 JU and 10,000 FMC.
    expect(oldest).toMatchObject({
      sold: { currency: 'JU', amount: '10' },
      received: { currency: 'FMC', amount: '98.715803439706129885' },
      minimumReceived: '90',
      slippageLimitBps: 882,
      fee: { currency: 'JU', amount: '0.03' },
      txHash: bought.transactionHash,
      blockHeight: `${bought.blockNumber}`,
      status: 'completed',
    });
    expect(Number(oldest?.gasFee)).toBeGreaterThan(0);
    const byId = { swapId: oldest?.swapId ?? '' };
    expect(await api.client(token).call('POST /api/app/user/swapLog', byId)).toMatchObject({
      data: { items: [{ txHash: bought.transactionHash }], nextCursor: null },
    });
    const other = await api.signIn(privateKeyToAccount(devAccount(USER + 1).privateKey));
    expect(await api.client(other).call('POST /api/app/user/swapLog', byId)).toMatchObject({ data: { items: [] } });
    expect(await api.client(other).call('POST /api/app/user/swapLog', {})).toMatchObject({ data: { items: [] } });
  });

  test('behavior: a node that leaves logs out makes no hole: nothing is read past it until it tells all', async () => {
    await swapJu(2n * UNIT, UNIT);
    await chain.finalize();
    const job = newJob();
    rpc.tell(async ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined));
    await job();
    await job();
    expect((await items()).items[0]?.sold.amount).toBe('1');
    rpc.tell(undefined);
    await job();
    expect((await items()).items[0]?.sold.amount).toBe('2');
  });

  test('behavior: a node that omits logs and has no states is trusted, so the check is what finds it', async () => {
    await swapJu(3n * UNIT, UNIT);
    await chain.finalize();
    const job = newJob();
    rpc.tell(async ({ method, params }) => {
      if (method === 'eth_getLogs') return { result: [] };
      return method === 'eth_call' && JSON.stringify(params[0]).includes(toFunctionSelector('getReserves()'))
        ? { text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no state"}}' }
        : undefined;
    });
    await job();
    rpc.tell(undefined);
    await job();
    expect((await items()).items[0]?.sold.amount).toBe('2');
  });

  test('attack: a trade of a fifth of the pool moves the spot at once, the hour’s mean by seconds', async () => {
    const read = async () => {
      const answer = await api.client().call('POST /api/app/price', { range: 'day' });
      if (!answer.ok) throw new Error(answer.error);
      return { spot: Number(answer.data.spot), hour: Number(answer.data.windows.hour.price) };
    };
    await chain.testClient.increaseTime({ seconds: 3_700 });
    await chain.mine(1);
    await chain.finalize();
    const job = newJob();
    await job();
    const before = await read();
    expect(before.hour).toBe(before.spot);
    await swapJu(200n * UNIT, 1n);
    await chain.finalize();
    await job();
    const after = await read();
    expect(after.spot).toBeGreaterThan(before.spot * 1.4);
    // Twenty seconds of an hour at most.
    expect(after.hour).toBeLessThan(before.hour * (1 + (0.5 * 20) / 3_600));
    expect(after.hour).toBeGreaterThanOrEqual(before.hour);
  });

  test('behavior: a swap that a reorganisation takes back before it is final leaves no trace', async () => {
    const traces = async () => {
      const { rows } = await sql<object>`select (select count(*)::int from swap) as swaps,
        (select count(*)::int from pool_price) as prices, (select count(*)::int from ledger_transfer) as transfers
      `.execute(admin);
      return rows;
    };
    const before = await traces();
    await swapJu(5n * UNIT, 1n);
    const job = newJob();
    await job();
    await chain.reorg({ depth: 1 });
    await chain.finalize();
    await job();
    expect(await traces()).toEqual(before);
  });
});
