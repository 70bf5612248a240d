import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type Lie, type LyingRpc, type RpcCall, startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { startTestApi, TEST_DOMAIN, TEST_URI } from '@city-mint/tests/setup/start-test-api';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { sql } from 'kysely';
import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, padHex, toFunctionSelector } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createAgreedNode } from '#platform/chain/agreed-node.ts';
import { createMajorityNode } from '#platform/chain/majority-node.ts';
import { createNodeWatch } from '#platform/chain/node-watch.ts';
import { listNodes } from '#platform/chain/nodes.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { createLogger } from '#platform/log/create-logger.ts';
import { watchReserves } from './jobs.ts';
import { returnExpiredWithdrawals } from './withdrawals/commands/return-expired-withdrawals.ts';

const UNIT = 10n ** 18n;
const DAY = 86_400n;
const THIEF = devAccount(20).address;
const USER = 21;
const FORGED_TX: Hex = `0x${'f'.repeat(64)}`;

let chain: TestChain;
/** The main node lies; each of the others is honest. */
let lying: LyingRpc;
let honest: LyingRpc;
let database: TestDatabase;
let owner: Database;
let indexer: TestIndexer;

beforeAll(async () => {
  chain = await startTestChain();
  lying = await startLyingRpc(chain.url);
  honest = await startLyingRpc(chain.url);
});
afterAll(async () => {
  await Promise.all([lying.stop(), honest.stop()]);
  await chain.stop();
});
beforeEach(async () => {
  lying.tell(undefined);
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  indexer = readOver([lying.url, chain.url, honest.url]);
  // Callbacks run in reverse order, so the test's own indexers have stopped before the database is dropped.
  onTestFinished(async () => {
    await Promise.all([owner.destroy(), indexer.stop()]);
    await database.drop();
  });
  await chain.depositNative(USER, 100n * UNIT);
  await chain.finalize();
  await indexer.catchUp();
});

function readOver(urls: readonly string[]): TestIndexer {
  return startTestIndexer({ databaseUrl: database.url, chain, urls, timeoutMs: 2_000 });
}

/** The broken twin: reads only from the lying node, which is then the majority. */
function readOverLiar(): TestIndexer {
  const believing = readOver([lying.url]);
  onTestFinished(() => believing.stop());
  return believing;
}

const isCallOf = (call: RpcCall, signature: string) =>
  call.method === 'eth_call' && JSON.stringify(call.params[0]).includes(toFunctionSelector(signature));

async function available(address: string): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from app_user u join ledger_account a on a.id = account_available(u.id, currency_ju())
    where u.address = ${address}`.execute(owner);
  return rows[0]?.balance ?? 0n;
}

async function withdrawalsPaused(): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select case when paused then reason end as reason from system_switch where name = 'withdrawals'`.execute(owner);
  return rows[0]?.reason ?? null;
}

/** A signed withdrawal of the user, whose voucher is valid for 20 more minutes. */
async function signedWithdrawal(): Promise<string> {
  const { address } = devAccount(USER);
  const user = await owner.selectFrom('app_user').select('id').where('address', '=', address).executeTakeFirstOrThrow();
  return buildWithdrawal(owner, { userId: user.id, account: address, amount: 100n * UNIT, state: 'signed' });
}

async function returnExpired(by: TestIndexer): Promise<number> {
  const { vault, fmc } = chain.addresses;
  const node = createMajorityNode(by.nodes, { onFinding: by.watch.found });
  const deployment = { chainId: TEST_CHAIN_ID, vault, fmc };
  await watchReserves({ db: owner, node, deployment, log: createLogger({ name: 'test', level: 'silent' }) });
  return returnExpiredWithdrawals({ db: by.db, node, deployment });
}

async function expectLiarLeftOut(): Promise<void> {
  const [liar, ...others] = indexer.watch.list();
  expect(liar).toMatchObject({ state: 'disagrees' });
  expect(others.map(({ state }) => state)).toEqual(['agrees', 'agrees']);
  await indexer.poll();
  const recorded = await listNodes(owner);
  expect(recorded.filter(({ state }) => state === 'disagrees').map(({ name }) => name)).toEqual([liar?.name]);
}

/** A deposit of 9,000 JU that does not exist, with log, receipt, vault count and balance. */
async function forgedDeposit(): Promise<Lie> {
  const { vault } = chain.addresses;
  const { number, hash } = await chain.publicClient.getBlock({ blockTag: 'finalized' });
  const sequence = await chain.publicClient.readContract({ address: vault, abi: vaultAbi, functionName: 'seq' });
  const forged = sequence + 1n;
  const log = {
    address: vault,
    topics: encodeEventTopics({
      abi: vaultAbi,
      eventName: 'Deposited',
      args: { seq: forged, account: THIEF, token: chain.nativeToken },
    }),
    data: encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [9_000n * UNIT, padHex('0x0')]),
    blockNumber: numberToHex(number),
    blockHash: hash,
    transactionHash: FORGED_TX,
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  };
  const receipt = {
    ...{ status: '0x1', blockHash: hash, blockNumber: log.blockNumber, transactionHash: FORGED_TX, logs: [log] },
    ...{ transactionIndex: '0x0', gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1', from: THIEF },
  };
  return async (call, ask) => {
    if (call.method === 'eth_getLogs') return { result: [...((await ask(call)) as object[]), log] };
    if (call.method === 'eth_getTransactionReceipt' && call.params[0] === FORGED_TX) return { result: receipt };
    return isCallOf(call, 'seq()') ? { result: numberToHex(forged, { size: 32 }) } : undefined;
  };
}

/** Every block is a day later than its real time, under its own hash. */
const falseTime: Lie = async (call, ask) => {
  if (call.method !== 'eth_getBlockByNumber') return undefined;
  const block = (await ask(call)) as { timestamp: Hex };
  return { result: { ...block, timestamp: numberToHex(BigInt(block.timestamp) + DAY) } };
};

describe('one node of three lies', () => {
  test('attack: a forged deposit with log, receipt and count is not credited; without other nodes it is', async () => {
    await chain.mine(1);
    await chain.finalize();
    lying.tell(await forgedDeposit());
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await available(THIEF)).toBe(0n);
    await expectLiarLeftOut();
    // Real deposits are credited in the meantime.
    await chain.depositNative(22, UNIT);
    await chain.finalize();
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await available(devAccount(22).address)).toBe(UNIT);
    expect(await withdrawalsPaused()).toBeNull();

    lying.tell(undefined);
    await chain.mine(1);
    await chain.finalize();
    lying.tell(await forgedDeposit());
    await readOverLiar().catchUp();
    expect(await available(THIEF)).toBe(9_000n * UNIT);
  });

  test('attack: a false time returns no voucher that can still be paid; without other nodes it does', async () => {
    const before = await available(devAccount(USER).address);
    await signedWithdrawal();
    await chain.mine(1);
    await chain.finalize();
    lying.tell(falseTime);
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await returnExpired(indexer)).toBe(0);
    expect(await available(devAccount(USER).address)).toBe(before - 100n * UNIT);
    await expectLiarLeftOut();

    await chain.mine(1);
    await chain.finalize();
    const believing = readOverLiar();
    await believing.catchUp();
    expect(await returnExpired(believing)).toBe(1);
    expect(await available(devAccount(USER).address)).toBe(before);
  });

  test('attack: a voucher falsely reported as used is returned; without other nodes it stops withdrawals', async () => {
    const before = await available(devAccount(USER).address);
    await signedWithdrawal();
    await sql`update withdrawal_voucher set deadline = now() - interval '1 day'`.execute(owner);
    lying.tell(async (call) =>
      isCallOf(call, 'used(bytes32)') ? { result: numberToHex(1, { size: 32 }) } : undefined,
    );
    await expect(returnExpired(readOverLiar())).rejects.toThrow('unexplained-event');
    expect(await withdrawalsPaused()).toContain('unexplained-event');
    await sql`update system_switch set paused = false, reason = null where name = 'withdrawals'`.execute(owner);
    expect(await returnExpired(indexer)).toBe(1);
    expect(await withdrawalsPaused()).toBeNull();
    await expectLiarLeftOut();
    expect(await available(devAccount(USER).address)).toBe(before);
  });

  test('attack: a vault reported as empty stops no withdrawals; without other nodes it does', async () => {
    const { vault, fmc } = chain.addresses;
    const log = createLogger({ name: 'test', level: 'silent' });
    const worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
    onTestFinished(() => worker.destroy());
    const compare = (by: TestIndexer) =>
      watchReserves({
        ...{ db: worker, log, deployment: { chainId: TEST_CHAIN_ID, vault, fmc } },
        node: createMajorityNode(by.nodes, { onFinding: by.watch.found }),
      });
    lying.tell(async (call) =>
      isCallOf(call, 'accounted(address)') ? { result: numberToHex(0, { size: 32 }) } : undefined,
    );
    expect(await compare(indexer)).toBe(true);
    await expectLiarLeftOut();
    expect(await compare(readOverLiar())).toBe(false);
    expect(await withdrawalsPaused()).toContain('the vault holds 0');
  });

  test('behavior: a lagging or silent node is excluded and shown as such; reading continues', async () => {
    const stuck = await chain.publicClient.getBlockNumber();
    await chain.depositNative(23, UNIT);
    await chain.finalize();
    lying.tell(async (call, ask) => {
      if (call.method === 'eth_getLogs') return { result: [] };
      const isTag = call.method === 'eth_getBlockByNumber' && !String(call.params[0]).startsWith('0x');
      return isTag ? { result: await ask({ ...call, params: [numberToHex(stuck), false] }) } : undefined;
    });
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await available(devAccount(23).address)).toBe(UNIT);
    expect(indexer.watch.list()[0]).toMatchObject({ state: 'behind', what: `at block ${stuck}` });
    await chain.depositNative(23, UNIT);
    await chain.finalize();
    lying.tell(async () => ({ hang: true }));
    const again = readOver([lying.url, chain.url, honest.url]);
    onTestFinished(() => again.stop());
    expect(await again.catchUp()).toBe('caught-up');
    expect(await available(devAccount(23).address)).toBe(2n * UNIT);
    expect(again.watch.list()[0]).toMatchObject({ state: 'silent' });
  });

  test('behavior: a node whose blocks become final between its answers does not count as lagging', async () => {
    lying.tell(async (call) => {
      if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'finalized') {
        await chain.depositNative(25, UNIT);
        await chain.finalize();
      }
      return undefined;
    });
    const alone = readOverLiar();
    await alone.assertSameChain();
    expect(await alone.catchUp()).toBe('caught-up');
    expect(alone.watch.list()).toMatchObject([{ state: 'agrees' }]);
  });

  test('behavior: reads nothing without a majority, when one node lies and one is down', async () => {
    const dead = 'http://127.0.0.1:9';
    await chain.depositNative(24, UNIT);
    await chain.finalize();
    lying.tell(await forgedDeposit());
    const split = readOver([lying.url, chain.url, dead]);
    onTestFinished(() => split.stop());
    const results = [await split.poll(), await split.poll(), await split.poll()];
    expect(results).toEqual(['integrity-error', 'integrity-error', 'halted']);
    expect(await withdrawalsPaused()).toContain('nodes-disagree');
    expect(await available(THIEF)).toBe(0n);
    expect(await available(devAccount(24).address)).toBe(0n);
  });

  test('behavior: the first disagreement is logged as fatal, with the host and never its URL', async () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', level: 'warn', destination: { write: (line) => void lines.push(line) } });
    const watch = createNodeWatch({ names: ['rpc.example'], log });
    watch.found({ name: 'rpc.example', state: 'disagrees', what: 'on eth_getLogs' });
    watch.found({ name: 'rpc.example', state: 'disagrees', what: 'on eth_getLogs' });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 60, node: 'rpc.example' }]);
    expect(indexer.nodes.map(({ name }) => name).join()).not.toContain('http');
  });
});

describe('a garbage signature that a lying node reports as valid', () => {
  const victim = privateKeyToAccount(devAccount(DEV_ROLES.operator).privateKey).address;
  const garbage: Hex = `0x${'ab'.repeat(70)}`;
  /** Every address is a contract wallet, and every signature is valid. */
  const anyoneSigned: Lie = async ({ method }) => {
    if (method === 'eth_getCode') return { result: '0x6001' };
    return method === 'eth_call' ? { result: padHex('0x1626ba7e', { dir: 'right', size: 32 }) } : undefined;
  };

  async function signInAsVictim(urls: readonly string[], part: 'app/user' | 'ops'): Promise<unknown> {
    const nodes = createRpcNodes({ urls, timeoutMs: 2_000 });
    const api = await startTestApi({
      databaseUrl: database.url,
      chain: createAgreedNode({ nodes, chainId: TEST_CHAIN_ID, confirmations: 64, at: 'final' }),
      env: { OPERATOR_ADDRESSES: victim },
    });
    const asked = { eth_address: victim, domain: TEST_DOMAIN, uri: TEST_URI };
    const text = await api.client().call(`POST /api/${part}/signMessage`, asked);
    if (!text.ok) throw new Error(text.error);
    const answer = await api.client().call(`POST /api/${part}/login`, { sign_hex: garbage, nonce: text.data.nonce });
    await api.stop();
    return answer.ok ? 'signed in' : answer.error;
  }

  test('attack: it opens no session; without other nodes it opens one for any wallet but for no operator', async () => {
    lying.tell(anyoneSigned);
    expect(await signInAsVictim([lying.url, chain.url, honest.url], 'app/user')).toBe('signature-invalid');
    expect(await signInAsVictim([lying.url], 'app/user')).toBe('signed in');
    expect(await signInAsVictim([lying.url], 'ops')).toBe('signature-invalid');
  });

  test('behavior: without a majority the answer is to try again, and the text stays valid', async () => {
    lying.tell(anyoneSigned);
    expect(await signInAsVictim([lying.url, chain.url, 'http://127.0.0.1:9'], 'app/user')).toBe('try-again');
  });
});
