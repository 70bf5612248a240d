import { type SwapLogTest, startSwapLog } from '@city-mint/tests/setup/start-swap-log';
import { sql } from 'kysely';
import { toFunctionSelector } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const UNIT = 10n ** 18n;
const USER = 5;

describe('the swap log', () => {
  let world: SwapLogTest;
  let token: string;

  beforeAll(async () => {
    world = await startSwapLog();
    token = await world.signIn(USER);
  });
  afterAll(() => world.stop());

  const buy = async (amount: bigint, least: bigint) =>
    world.chain.waitFor(await world.sendBuy(USER, amount, { least }));
  const latest = async () => (await world.read(token, { limit: 1 })).items[0];

  test('default: lists my swaps with all details, newest first, in progress and then completed', async () => {
    const bought = await buy(10n * UNIT, 90n * UNIT);
    await world.allow(USER);
    await world.chain.waitFor(await world.sendSell(USER, 20n * UNIT, { least: UNIT }));
    await buy(UNIT, 0n);
    const jobs = [world.newJob(), world.newJob()];
    for (const job of jobs) await job();
    const early = await world.read(token);
    expect(early.items.map(({ status, confirmations }) => [status, confirmations])).toEqual([
      ['in-progress', 0],
      ['in-progress', 1],
      ['in-progress', 3],
    ]);
    await world.chain.finalize();
    await Promise.all(jobs.map((job) => job()));
    for (const job of jobs) await job();

    const first = await world.read(token, { limit: 2 });
    expect(first.items.map(({ sold }) => sold)).toEqual([
      { currency: 'JU', amount: '1' },
      { currency: 'FMC', amount: '20' },
    ]);
    // A minimum of 0 does not reveal the chosen limit.
    expect(first.items[0]).toMatchObject({ minimumReceived: '0', maximumSold: null, slippageLimitBps: null });
    expect(first.items[1]).toMatchObject({ minimumReceived: '1', fee: { currency: 'FMC', amount: '0.06' } });
    const rest = await world.read(token, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(rest.nextCursor).toBe(null);
    const [oldest] = rest.items;
    const { pool } = oldest ?? {};
    // 10 JU less 0.3 % into a pool of 1,000 JU and 10,000 FMC.
    expect(oldest).toMatchObject({
      sold: { currency: 'JU', amount: '10' },
      received: { currency: 'FMC', amount: '98.715803439706129885' },
      ...{ minimumReceived: '90', slippageLimitBps: null, price: '0.101300902708124373' },
      fee: { currency: 'JU', amount: '0.03' },
      ...{ txHash: bought.transactionHash, blockHeight: `${bought.blockNumber}`, status: 'completed' },
      ...{ confirmations: 4, confirmationsNeeded: 4 },
    });
    expect(bought.logs.map(({ address }) => address)).toContain(pool?.toLowerCase());
    const { timestamp } = await world.chain.publicClient.getBlock({ blockNumber: bought.blockNumber });
    expect(oldest?.at).toBe(Number(timestamp) * 1_000);
    expect(Number(oldest?.gasFee)).toBeGreaterThan(0);
    expect(early.items.map(({ swapId }) => swapId)).toEqual(
      [...first.items, ...rest.items].map(({ swapId }) => swapId),
    );
    const byId = { swapId: oldest?.swapId ?? '' };
    const byHash = { txHash: bought.transactionHash };
    for (const wanted of [byId, byHash]) expect(await world.read(token, wanted)).toMatchObject(rest);
    const other = await world.signIn(USER + 1);
    for (const wanted of [byId, byHash, {}]) expect((await world.read(other, wanted)).items).toEqual([]);
  });

  test('default: exact amounts received, both ways, with the maximum to be sold', async () => {
    await world.chain.waitFor(await world.sendBuyExact(USER, 30n * UNIT, 5n * UNIT));
    await world.chain.waitFor(await world.sendSellExact(USER, 2n * UNIT, 40n * UNIT));
    await world.chain.finalize();
    await world.newJob()();
    const { items } = await world.read(token, { limit: 2 });
    expect(items).toMatchObject([
      { received: { currency: 'JU', amount: '2' }, minimumReceived: null, maximumSold: '40', status: 'completed' },
      { received: { currency: 'FMC', amount: '30' }, minimumReceived: null, maximumSold: '5', status: 'completed' },
    ]);
    for (const { sold, maximumSold } of items) {
      expect(Number(sold.amount)).toBeGreaterThan(1);
      expect(Number(sold.amount)).toBeLessThan(Number(maximumSold));
    }
  });

  test('behavior: a node that omits logs leaves no gap: reading stops there until it returns all', async () => {
    const before = (await latest())?.swapId;
    await buy(2n * UNIT, UNIT);
    await world.chain.finalize();
    const job = world.newJob();
    world.rpc.tell(async ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined));
    await job();
    await job();
    expect((await latest())?.swapId).toBe(before);
    world.rpc.tell(undefined);
    await job();
    expect(await latest()).toMatchObject({ sold: { amount: '2' }, status: 'completed' });
  });

  test('behavior: a node that omits logs and has no states is trusted, so the check is what finds it', async () => {
    await buy(3n * UNIT, UNIT);
    await world.chain.finalize();
    const job = world.newJob();
    world.rpc.tell(async ({ method, params }) => {
      if (method === 'eth_getLogs') return { result: [] };
      return method === 'eth_call' && JSON.stringify(params[0]).includes(toFunctionSelector('getReserves()'))
        ? { text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no state"}}' }
        : undefined;
    });
    await job();
    world.rpc.tell(undefined);
    await job();
    expect((await latest())?.sold.amount).toBe('2');
  });

  test('attack: a trade of a fifth of the pool moves the spot immediately, the hour’s mean over seconds', async () => {
    const read = async () => {
      const answer = await world.api.client().call('POST /api/app/price', { range: 'day' });
      if (!answer.ok) throw new Error(answer.error);
      return { spot: Number(answer.data.spot), hour: Number(answer.data.windows.hour.price) };
    };
    await world.chain.testClient.increaseTime({ seconds: 3_700 });
    await world.chain.mine(1);
    await world.chain.finalize();
    const job = world.newJob();
    await job();
    const before = await read();
    expect(before.hour).toBe(before.spot);
    await buy(200n * UNIT, 1n);
    await world.chain.finalize();
    await job();
    const after = await read();
    expect(after.spot).toBeGreaterThan(before.spot * 1.4);
    // At most twenty seconds of an hour.
    expect(after.hour).toBeLessThan(before.hour * (1 + (0.5 * 20) / 3_600));
    expect(after.hour).toBeGreaterThanOrEqual(before.hour);
  });

  test('behavior: a swap that a reorganisation removes before it is final leaves no trace', async () => {
    const traces = async () => {
      const { rows } = await sql<object>`select (select count(*)::int from swap) as swaps,
        (select count(*)::int from pool_price) as prices, (select count(*)::int from ledger_transfer) as transfers
      `.execute(world.admin);
      return rows;
    };
    const before = await traces();
    const { transactionHash } = await buy(5n * UNIT, 1n);
    const job = world.newJob();
    await job();
    expect((await world.read(token, { txHash: transactionHash })).items).toMatchObject([{ status: 'in-progress' }]);
    await world.chain.reorg({ depth: 1 });
    await job();
    expect((await world.read(token, { txHash: transactionHash })).items).toEqual([]);
    await world.chain.finalize();
    await job();
    expect(await traces()).toEqual(before);
  });

  test('behavior: a swap that reappears in another block is one swap, with the same id', async () => {
    const raw = await signedBuy();
    const hash = await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await world.chain.waitFor(hash);
    await world.chain.mine(1);
    const job = world.newJob();
    await job();
    const [seen] = (await world.read(token, { txHash: hash })).items;
    await world.chain.reorg({ depth: 2 });
    await world.chain.mine(1);
    await world.chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await world.chain.waitFor(hash);
    for (const isFinal of [false, true]) {
      if (isFinal) await world.chain.finalize();
      await job();
      const { items } = await world.read(token, { txHash: hash });
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({ swapId: seen?.swapId, status: isFinal ? 'completed' : 'in-progress' });
      expect(Number(items[0]?.blockHeight)).toBeGreaterThan(Number(seen?.blockHeight));
    }
  });

  /** A transaction that can be resent unchanged. */
  async function signedBuy() {
    const wallet = world.chain.wallet(USER);
    const bought = await buy(UNIT, 1n);
    const { input, to, nonce } = await world.chain.publicClient.getTransaction({ hash: bought.transactionHash });
    return wallet.signTransaction({
      ...{ type: 'legacy', to, data: input, nonce: nonce + 1, gas: 300_000n, gasPrice: 10n ** 10n },
      value: UNIT + 1n,
    });
  }

  test('attack: a final swap cannot be changed or deleted, not even by the database’s owner', async () => {
    const change = sql`update swap set received = received + 1 where is_final`.execute(world.admin);
    await expect(change).rejects.toThrow('swap is never changed once final');
    await expect(sql`delete from swap where is_final`.execute(world.admin)).rejects.toThrow('once final');
  });
});
