import { devAccount } from '@city-mint/devnet/dev-accounts';
import { amountReceived, leastReceived } from '@city-mint/domain/swap/quote';
import { type SwapLogTest, startSwapLog } from '@city-mint/tests/setup/start-swap-log';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const UNIT = 10n ** 18n;
const GWEI = 10n ** 9n;
const [VICTIM, ATTACKER] = [5, 6];
const POOL = { sold: 1_000n * UNIT, received: 10_000n * UNIT };
const SOLD = 50n * UNIT;
const QUOTED = amountReceived(SOLD, POOL) ?? 0n;

describe('a sandwich: a purchase before and a sale after the victim’s purchase, in one block', () => {
  let world: SwapLogTest;
  let snapshot: Hex;
  beforeAll(async () => {
    world = await startSwapLog();
    await world.allow(ATTACKER);
    snapshot = await world.chain.testClient.snapshot();
  });
  beforeEach(async () => {
    await world.chain.testClient.revert({ id: snapshot });
    snapshot = await world.chain.testClient.snapshot();
  });
  afterAll(() => world.stop());

  const balanceOf = (index: number) => world.chain.publicClient.getBalance({ address: devAccount(index).address });

  /** Mines the three transactions in one block, in the order of their gas prices; returns the outcomes. */
  async function sandwich(least: bigint) {
    const { chain } = world;
    const bought = amountReceived(100n * UNIT, POOL) ?? 0n;
    const before = await Promise.all([VICTIM, ATTACKER].map(balanceOf));
    await chain.testClient.setAutomine(false);
    const hashes = [
      await world.sendBuy(ATTACKER, 100n * UNIT, { gasPrice: 30n * GWEI }),
      await world.sendBuy(VICTIM, SOLD, { least, gasPrice: 20n * GWEI }),
      await world.sendSell(ATTACKER, bought, { gasPrice: 10n * GWEI }),
    ];
    await chain.mine(1);
    await chain.testClient.setAutomine(true);
    const receipts = await Promise.all(hashes.map((hash) => chain.publicClient.getTransactionReceipt({ hash })));
    const gas = (from: number) =>
      receipts
        .filter((receipt) => receipt.from === devAccount(from).address.toLowerCase())
        .reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n);
    const after = await Promise.all([VICTIM, ATTACKER].map(balanceOf));
    const [victim = 0n, attacker = 0n] = [VICTIM, ATTACKER].map(
      (index, position) => (after[position] ?? 0n) - (before[position] ?? 0n) + gas(index),
    );
    return { hashes, receipts, earned: { victim, attacker } };
  }

  test('attack: the minimum of a limit of 0.5 % stops it; the victim keeps its JU', async () => {
    const { hashes, receipts, earned } = await sandwich(leastReceived(QUOTED, 50));
    expect(new Set(receipts.map(({ blockHash }) => blockHash)).size).toBe(1);
    expect(receipts.map(({ transactionIndex }) => transactionIndex)).toEqual([0, 1, 2]);
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'reverted', 'success']);
    expect(earned.victim).toBe(0n);
    // 0.3 % of 100 JU, and of the bought amount.
    expect(earned.attacker).toBeLessThan(-UNIT / 2n);

    const token = await world.signIn(VICTIM);
    const [, txHash = '0x'] = hashes;
    const report = { txHash, slippageLimitBps: 50 };
    expect(await world.api.client(token).call('POST /api/app/user/swapSent', report)).toMatchObject({ data: report });
    await world.chain.finalize();
    await world.newJob()();
    const { items } = await world.read(token);
    expect(items).toMatchObject([{ status: 'failed', txHash, sold: { amount: '50' }, slippageLimitBps: 50 }]);
  });

  test('broken twin: with a minimum of one unit the victim gets a sixth less, and the attacker earns JU', async () => {
    const { receipts, earned } = await sandwich(1n);
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(earned.victim).toBe(-SOLD);
    expect(earned.attacker).toBeGreaterThan(5n * UNIT);
  });
});
