import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { NO_DEADLINE, type SwapLogTest, startSwapLog } from '@city-mint/tests/setup/start-swap-log';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_REPORTS_A_DAY } from './reports/commands.ts';

const UNIT = 10n ** 18n;
const [USER, OTHER] = [5, 6];
const TOO_MUCH = 10n ** 30n;

describe('swaps reported by wallets', () => {
  let world: SwapLogTest;
  let token: string;
  let other: string;
  beforeAll(async () => {
    world = await startSwapLog();
    [token, other] = await Promise.all([world.signIn(USER), world.signIn(OTHER)]);
  });
  afterAll(() => world.stop());

  const report = (sender: string, txHash: Hex, slippageLimitBps = 50) =>
    world.api.client(sender).call('POST /api/app/user/swapSent', { txHash, slippageLimitBps });
  const mined = async (sent: Promise<Hex>) => {
    const hash = await sent;
    await world.chain.publicClient.waitForTransactionReceipt({ hash });
    return hash;
  };
  /** Reads with all receipts due, without waiting for them. */
  const read = async (urls?: readonly string[]) => {
    await sql`update swap_report set next_check_at = now()
      where next_check_at is not null and account = ${devAccount(USER).address}`.execute(world.admin);
    await world.newJob(urls)();
  };
  const listed = async (sender: string, txHash: Hex) => (await world.read(sender, { txHash })).items;
  const garbage = (seed: number): Hex => `0x${seed.toString(16).padStart(64, 'a')}`;

  test('default: a swap has the chosen limit from its block on; the first report stays', async () => {
    const hash = await mined(world.sendBuy(USER, UNIT, { least: 1n }));
    expect(await report(token, hash, 120)).toEqual({ ok: true, data: { txHash: hash, slippageLimitBps: 120 } });
    expect(await report(token, hash, 500)).toEqual({ ok: true, data: { txHash: hash, slippageLimitBps: 120 } });
    await read();
    expect(await listed(token, hash)).toMatchObject([{ status: 'in-progress', slippageLimitBps: 120 }]);
    await world.chain.finalize();
    await read();
    expect(await listed(token, hash)).toMatchObject([{ status: 'completed', slippageLimitBps: 120 }]);
  });

  test('default: a swap reverted by the router is listed as failed, with its intended amounts and gas', async () => {
    await world.allow(USER);
    const bought = await mined(world.sendBuy(USER, 2n * UNIT, { least: TOO_MUCH }));
    const sold = await mined(world.sendSellExact(USER, 3n * UNIT, 4n));
    for (const hash of [bought, sold]) await report(token, hash);
    await read();
    const { items: early } = await world.read(token, { limit: 2 });
    expect(early.map(({ status, confirmations }) => [status, confirmations])).toEqual([
      ['failed', 0],
      ['failed', 1],
    ]);
    await world.chain.finalize();
    await read();
    const { items } = await world.read(token, { limit: 2 });
    expect(items.map(({ swapId }) => swapId)).toEqual(early.map(({ swapId }) => swapId));
    const nothing = { status: 'failed', price: null, fee: null, slippageLimitBps: 50, confirmations: 4 };
    expect(items).toMatchObject([
      {
        ...{ ...nothing, txHash: sold, sold: { currency: 'FMC', amount: '0.000000000000000004' } },
        ...{ received: { currency: 'JU', amount: '3' }, minimumReceived: null, maximumSold: '0.000000000000000004' },
      },
      {
        ...{ ...nothing, txHash: bought, sold: { currency: 'JU', amount: '2' } },
        ...{ received: { currency: 'FMC', amount: '1000000000000' }, minimumReceived: '1000000000000' },
      },
    ]);
    for (const { gasFee } of items) expect(Number(gasFee)).toBeGreaterThan(0);
    const open = await sql`select 1 from swap_report where next_check_at is not null`.execute(world.admin);
    expect(open.rows).toEqual([]);
  });

  test('attack: a reported hash of another wallet appears only in that wallet’s log, with its own limit', async () => {
    const [failed, swapped] = [
      await mined(world.sendBuy(USER, 3n * UNIT, { least: TOO_MUCH })),
      await mined(world.sendBuy(USER, 4n * UNIT)),
    ];
    await report(token, failed, 70);
    await read();
    for (const hash of [failed, swapped]) expect(await report(other, hash, 5_000)).toMatchObject({ ok: true });
    await read();
    expect(await listed(token, failed)).toMatchObject([{ status: 'failed', slippageLimitBps: 70 }]);
    await world.chain.finalize();
    await read();
    expect(await listed(token, swapped)).toMatchObject([{ status: 'completed', slippageLimitBps: null }]);
    expect((await world.read(other)).items).toEqual([]);
  });

  test('attack: hashes of no transaction, or of no swap, are listed nowhere and dropped', async () => {
    const { fmc, wrappedNative, router } = world.chain.addresses;
    const sender = world.chain.wallet(USER);
    const liquidity = await mined(
      sender.writeContract({
        ...{ address: router, abi: uniswapRouterAbi, functionName: 'addLiquidityETH', gas: 300_000n, value: UNIT },
        args: [fmc, UNIT, TOO_MUCH, TOO_MUCH, sender.account.address, NO_DEADLINE],
      }),
    );
    const elsewhere = await mined(
      sender.writeContract({
        ...{
          address: router,
          abi: uniswapRouterAbi,
          functionName: 'swapExactETHForTokens',
          gas: 300_000n,
          value: UNIT,
        },
        args: [TOO_MUCH, [wrappedNative, router, fmc], sender.account.address, NO_DEADLINE],
      }),
    );
    const hashes = [liquidity, elsewhere, garbage(1), garbage(2)];
    for (const hash of hashes) await report(token, hash);
    await world.chain.finalize();
    await read();
    for (const hash of hashes) expect(await listed(token, hash)).toEqual([]);
    await sql`update swap_report set checks = 31 where next_check_at is not null`.execute(world.admin);
    await read();
    const { rows } = await sql<{ tx_hash: string }>`select tx_hash from swap_report
      where tx_hash = any(${hashes}::text[])`.execute(world.admin);
    expect(rows.map(({ tx_hash }) => tx_hash).sort()).toEqual([liquidity, elsewhere].sort());
  });

  test('attack: a flood ends at the daily maximum, the refusal says until when, others are unaffected', async () => {
    const answers = [];
    for (let seed = 0; seed < MOST_REPORTS_A_DAY + 1; seed += 1)
      answers.push(await report(other, garbage(1_000 + seed)));
    const refused = answers.filter(({ ok }) => !ok);
    expect(refused[0]).toMatchObject({ error: 'too-many-requests', details: { limit: '100' } });
    // A hash that was reported before gets the same answer.
    expect(await report(other, garbage(1_000))).toMatchObject({ ok: true });
    expect(await report(token, garbage(3))).toMatchObject({ ok: true });
    const hash = await mined(world.sendBuy(USER, UNIT, { least: TOO_MUCH }));
    await report(token, hash);
    await world.newJob()();
    expect(await listed(token, hash)).toMatchObject([{ status: 'failed' }]);
  });

  test('attack: the receipt of a single one of three nodes is not trusted', async () => {
    const hash = await mined(world.sendBuy(USER, 6n * UNIT));
    await report(token, hash);
    world.rpc.tell(async (call, ask) => {
      if (call.method !== 'eth_getTransactionReceipt' || call.params[0] !== hash) return undefined;
      return { result: Object.assign({}, await ask(call), { status: '0x0' }) };
    });
    await world.chain.finalize();
    await read([world.chain.url, `${world.chain.url}/?second`, world.rpc.url]);
    expect(await listed(token, hash)).toMatchObject([{ status: 'completed' }]);
    world.rpc.tell(undefined);
  });

  test('behavior: a failed swap that a reorganisation removes is deleted', async () => {
    const hash = await mined(world.sendBuy(USER, 7n * UNIT, { least: TOO_MUCH }));
    await report(token, hash);
    await read();
    expect(await listed(token, hash)).toMatchObject([{ status: 'failed' }]);
    await world.chain.reorg({ depth: 1 });
    await read();
    expect(await listed(token, hash)).toEqual([]);
  });
});
