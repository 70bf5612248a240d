import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readBalance } from '#ledger/accounts/queries.ts';
import { countConfirmations, readChainHeight } from '#platform/chain/chain-height.ts';
import { readPendingEvents } from '#platform/chain/pending-events.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { reconcile } from '../queries/reserves.ts';
import { creditWaitingDeposits } from './commands.ts';
import { readPendingDeposits } from './queries.ts';

const UNIT = 10n ** 18n;
const USER = DEV_ROLES.testWallet;
const ADDRESS = devAccount(USER).address;

let chain: TestChain;
let database: TestDatabase;
let owner: Database;

beforeAll(async () => {
  chain = await startTestChain({ treasury: 500n * UNIT });
});
afterAll(() => chain.stop());
beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
});
afterEach(async () => {
  await owner.destroy();
  await database.drop();
});

async function available(currency: 'JU' | 'FMC', address: string = ADDRESS): Promise<bigint> {
  const user = await owner.selectFrom('app_user').select('id').where('address', '=', address).executeTakeFirst();
  return user === undefined ? 0n : readBalance(owner, { kind: 'available', currency, owner: user.id });
}

async function custody(currency: 'JU' | 'FMC'): Promise<bigint> {
  const id = currency === 'JU' ? 0n : 16n;
  const row = await owner.selectFrom('ledger_account').select('balance').where('id', '=', id).executeTakeFirstOrThrow();
  return row.balance;
}

describe('recharge', () => {
  test('default: native, approved and permitted deposits are credited once, as soon as they are final', async () => {
    const indexer = startTestIndexer({ databaseUrl: database.url, chain });
    await chain.giveFmc(USER, 100n * UNIT);
    const first = await chain.depositNative(USER, 3n * UNIT + 1n);
    await indexer.catchUp();
    expect(await available('JU')).toBe(0n);
    const height = await readChainHeight(owner, 'vault');
    const [pending] = await readPendingEvents(owner, { kind: 'deposited', field: 'account', value: ADDRESS });
    if (height === undefined || pending === undefined) throw new Error('nothing is pending');
    expect(pending.blockNumber).toBe(first.blockNumber);
    expect(countConfirmations(pending.blockNumber, height)).toBe(0);
    expect(height.confirmationsNeeded).toBe(4);

    await chain.mine(3);
    await indexer.catchUp();
    expect(await available('JU')).toBe(0n);
    const later = await readChainHeight(owner, 'vault');
    expect(later && countConfirmations(pending.blockNumber, later)).toBe(3);

    await chain.mine(1);
    await indexer.catchUp();
    expect(await available('JU')).toBe(3n * UNIT + 1n);
    expect(await readPendingEvents(owner, { kind: 'deposited', field: 'account', value: ADDRESS })).toEqual([]);

    await chain.depositFmc(USER, 7n * UNIT);
    await chain.depositFmcWithPermit(USER, 11n * UNIT);
    await chain.finalize();
    await indexer.catchUp();
    await indexer.catchUp();
    expect(await available('FMC')).toBe(18n * UNIT);
    expect(await custody('FMC')).toBe(-(1_000_000n + 18n) * UNIT);
    expect(await custody('JU')).toBe(-(500n * UNIT + 3n * UNIT + 1n));
    const recharges = await owner.selectFrom('recharge').selectAll().orderBy('seq').execute();
    expect(recharges.map((row) => row.amount)).toEqual([3n * UNIT + 1n, 7n * UNIT, 11n * UNIT]);
    expect(recharges[0]?.gas_fee).toBe(first.gasUsed * first.effectiveGasPrice);
    await indexer.stop();
  });

  test('behavior: after a kill between the logs and the commit, a deposit is credited exactly once', async () => {
    await chain.depositNative(USER, 5n * UNIT);
    await chain.finalize();
    let kills = 3;
    const dying = startTestIndexer({
      databaseUrl: database.url,
      chain,
      wrap: (source) => ({
        ...source,
        apply: async (tx, notice) => {
          await source.apply(tx, notice);
          kills -= 1;
          throw new Error('killed');
        },
      }),
    });
    while (kills > 0) await expect(dying.catchUp()).rejects.toThrow('killed');
    await dying.stop();
    expect(await owner.selectFrom('recharge').selectAll().execute()).toEqual([]);
    const indexer = startTestIndexer({ databaseUrl: database.url, chain });
    await indexer.catchUp();
    const events = await owner.selectFrom('chain_event').select('seq').execute();
    const last = await chain.publicClient.readContract({
      address: chain.addresses.vault,
      abi: [{ type: 'function', name: 'seq', inputs: [], outputs: [{ type: 'uint64' }], stateMutability: 'view' }],
      functionName: 'seq',
    });
    expect(BigInt(events.length)).toBe(last);
    await indexer.stop();
  });

  test('behavior: two concurrent indexers credit each deposit once', async () => {
    const before = await chain.publicClient.getBalance({ address: chain.addresses.vault });
    for (let index = 10; index < 30; index += 1) await chain.depositNative(index, UNIT);
    await chain.finalize();
    const indexers = [1, 2, 3].map(() => startTestIndexer({ databaseUrl: database.url, chain, maxSpan: 4n }));
    await Promise.all(indexers.map((indexer) => indexer.catchUp()));
    expect(await custody('JU')).toBe(-(before + 20n * UNIT));
    for (let index = 10; index < 30; index += 1) expect(await available('JU', devAccount(index).address)).toBe(UNIT);
    await Promise.all(indexers.map((indexer) => indexer.stop()));
  });

  test('behavior: while recharging is paused deposits wait, accounted for; then each is credited once', async () => {
    await chain.finalize();
    const indexer = startTestIndexer({ databaseUrl: database.url, chain });
    await indexer.catchUp();
    const pause = (paused: boolean) =>
      owner.updateTable('system_switch').set({ paused }).where('name', '=', 'recharge').execute();
    await pause(true);
    const sent = devAccount(31).address;
    const before = await custody('JU');
    await chain.depositNative(31, 2n * UNIT);
    await chain.finalize();
    await indexer.catchUp();
    expect([await available('JU', sent), await custody('JU')]).toEqual([0n, before]);
    expect(await readPendingDeposits(owner, sent)).toMatchObject([{ currency: 'JU', amount: 2n * UNIT }]);
    const { vault, fmc } = chain.addresses;
    const agrees = async () => {
      const deployment = { chainId: TEST_CHAIN_ID, vault, fmc };
      const found = await reconcile(owner, { node: chain.publicClient, deployment });
      return found?.currencies.every((currency) => currency.agrees);
    };
    expect(await agrees()).toBe(true);
    expect(await creditWaitingDeposits(indexer.db)).toBe(0);
    await pause(false);
    const credited = await Promise.all([1, 2, 3].map(() => creditWaitingDeposits(indexer.db)));
    expect(credited.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect([await available('JU', sent), await custody('JU')]).toEqual([2n * UNIT, before - 2n * UNIT]);
    expect(await readPendingDeposits(owner, sent)).toEqual([]);
    expect(await agrees()).toBe(true);
    await indexer.stop();
  });
});
