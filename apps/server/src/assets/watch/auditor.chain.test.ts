import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type LyingRpc, startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { payVoucher } from '@city-mint/tests/setup/pay-voucher';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { sql } from 'kysely';
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, type Hex, isHex, numberToHex, padHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { createLogger } from '#platform/log/create-logger.ts';
import { createPaymentWatch } from './watch-payments.ts';

const UNIT = 10n ** 18n;
const USER = 21;
const THIEF = 22;

let chain: TestChain;
let lying: LyingRpc;
let snapshot: Hex;
let database: TestDatabase;
let owner: Database;
let watching: Database;
let indexer: TestIndexer;
let lines: string[];

beforeAll(async () => {
  chain = await startTestChain();
  lying = await startLyingRpc(chain.url);
});
afterAll(async () => {
  await lying.stop();
  await chain.stop();
});
beforeEach(async () => {
  snapshot = await chain.testClient.snapshot();
  lying.tell(undefined);
  lines = [];
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  watching = createDatabase(asRole(database.url, 'city_mint_auditor'));
  indexer = startTestIndexer({ databaseUrl: database.url, chain });
  await chain.depositNative(USER, 10n * UNIT);
  await chain.finalize();
  await indexer.catchUp();
});
afterEach(async () => {
  await Promise.all([owner.destroy(), watching.destroy(), indexer.stop()]);
  await database.drop();
  await allMined();
  await chain.testClient.revert({ id: snapshot });
});

/** An auditor with its own login and three nodes, one of which may lie. */
function startAuditor() {
  const { vault, fmc } = chain.addresses;
  return createPaymentWatch({
    db: watching,
    nodes: createRpcNodes({ urls: [lying.url, chain.url, chain.url], timeoutMs: 2_000 }),
    deployment: { chainId: TEST_CHAIN_ID, vault, fmc },
    guard: privateKeyToAccount(devAccount(DEV_ROLES.guard).privateKey),
    chainId: TEST_CHAIN_ID,
    confirmations: 64,
    startBlock: 0n,
    log: createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } }),
  });
}

/**
 * Waits until no transaction is pending: the chain answers before it mines a transaction. Also called before a snapshot
 * is restored, because pending transactions would be mined in the next test.
 */
async function allMined(): Promise<void> {
  expect(await waitUntil(async () => (await chain.testClient.getTxpoolStatus()).pending === 0)).toBe(true);
}

async function isPaused(): Promise<boolean> {
  await allMined();
  const { vault: address } = chain.addresses;
  return chain.publicClient.readContract({ address, abi: vaultAbi, functionName: 'withdrawalsPaused' });
}

/** A known withdrawal of 4 JU, with a voucher for it. */
async function signedVoucher(): Promise<Hex> {
  const { id: userId } = await owner.selectFrom('app_user').select('id').executeTakeFirstOrThrow();
  const account = devAccount(USER).address;
  await buildWithdrawal(owner, { userId, account, amount: 4n * UNIT, state: 'signed' });
  const { voucher_id: id } = await owner.selectFrom('withdrawal').select('voucher_id').executeTakeFirstOrThrow();
  if (!isHex(id)) throw new Error('no voucher id');
  return id;
}

describe('the auditor', () => {
  test('attack: a change that the thief of the admin’s key announces is an alarm, once', async () => {
    const auditor = startAuditor();
    expect(await auditor.watch()).toBe('watching');
    const thief = devAccount(THIEF).address;
    const data = encodeFunctionData({ abi: vaultAbi, functionName: 'setSigner', args: [thief] });
    const vault = { address: chain.addresses.vault, abi: vaultAbi } as const;
    const admin = chain.wallet(DEV_ROLES.operator);
    await chain.waitFor(await admin.writeContract({ ...vault, functionName: 'announceChange', args: [data] }));
    for (let times = 0; times < 2; times += 1) expect(await auditor.watch()).toBe('watching');
    await chain.finalize();
    expect(await auditor.watch()).toBe('watching');
    const alarms = lines.filter((line) => line.includes('veto it unless it is yours'));
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toContain(`setSigner(${thief})`);
  });

  test('attack: the thief of both voucher keys gets one payment; the vault is paused by the next block', async () => {
    const auditor = startAuditor();
    expect(await auditor.watch()).toBe('watching');
    await payVoucher(chain, { index: THIEF, amount: 2n * UNIT });
    expect(await auditor.watch()).toBe('pausing');
    expect(await isPaused()).toBe(true);
    await expect(payVoucher(chain, { index: THIEF, amount: 2n * UNIT })).rejects.toThrow('WithdrawalsArePaused');
    expect(await auditor.watch()).toBe('pausing');
    await chain.finalize();
    expect(await auditor.watch()).toBe('paused');
    expect(await auditor.watch()).toBe('watching');
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60)).toMatchObject([
      { msg: expect.stringContaining('the vault paid what the ledger does not know'), amount: `${2n * UNIT}` },
      { msg: 'withdrawals are paused on chain' },
    ]);
  });

  test('broken twin: without an auditor the thief continues', async () => {
    for (const amount of [2n, 3n, 4n]) await payVoucher(chain, { index: THIEF, amount: amount * UNIT });
    expect(await isPaused()).toBe(false);
  });

  test('behavior: a known payment pauses nothing, whether signed, paid, or booked by operators', async () => {
    const auditor = startAuditor();
    await payVoucher(chain, { index: USER, amount: 4n * UNIT, id: await signedVoucher() });
    expect(await auditor.watch()).toBe('watching');
    await chain.finalize();
    await indexer.catchUp();
    expect(await auditor.watch()).toBe('watching');
    const booked = await payVoucher(chain, { index: USER, amount: UNIT });
    await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
        block_at, booked_against)
      values (9, ${booked.id}, ${booked.account}, ${booked.to}, 0, ${UNIT.toString()}::numeric, '0x', 1, now(),
        'account')`.execute(owner);
    expect(await auditor.watch()).toBe('watching');
    expect(await isPaused()).toBe(false);
  });

  test.each([
    ['another amount', { amount: 5n * UNIT }],
    ['another recipient', { amount: 4n * UNIT, to: devAccount(THIEF).address }],
  ])('attack: a known voucher id with %s pauses the vault', async (_name, parts) => {
    const id = await signedVoucher();
    await payVoucher(chain, { index: USER, id, ...parts });
    expect(await startAuditor().watch()).toBe('pausing');
    expect(await isPaused()).toBe(true);
  });

  test('behavior: started after the theft, it continues from the indexer’s last block', async () => {
    await payVoucher(chain, { index: THIEF, amount: 2n * UNIT });
    await chain.finalize();
    while ((await indexer.catchUp()) !== 'halted');
    expect(await startAuditor().watch()).toBe('pausing');
    expect(await isPaused()).toBe(true);
  });

  test('behavior: a pause that a reorganisation removes or a node swallows is resent until final', async () => {
    const auditor = startAuditor();
    await auditor.watch();
    await payVoucher(chain, { index: THIEF, amount: 2n * UNIT });
    // The first node accepts the transaction and does not forward it.
    lying.tell(async ({ method }) =>
      method === 'eth_sendRawTransaction' ? { result: `0x${'5'.repeat(64)}` } : undefined,
    );
    expect(await auditor.watch()).toBe('pausing');
    expect(await isPaused()).toBe(true);
    await chain.reorg({ depth: 1 });
    expect(await isPaused()).toBe(false);
    expect(await auditor.watch()).toBe('pausing');
    expect(await isPaused()).toBe(true);
    await chain.finalize();
    expect(await auditor.watch()).toBe('paused');
  });

  test('attack: one lying node that invents a payment cannot cause a pause', async () => {
    const auditor = startAuditor();
    const { vault } = chain.addresses;
    await chain.mine(1);
    const { number, hash } = await chain.publicClient.getBlock();
    const args = { seq: 99n, id: padHex('0x7', { size: 32 }), account: devAccount(THIEF).address } as const;
    const forged = {
      ...{ address: vault, topics: encodeEventTopics({ abi: vaultAbi, eventName: 'Withdrawn', args }) },
      data: encodeAbiParameters(
        [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
        [chain.nativeToken, devAccount(THIEF).address, UNIT],
      ),
      ...{ blockNumber: numberToHex(number), blockHash: hash, transactionHash: hash, transactionIndex: '0x0' },
      ...{ logIndex: '0x0', removed: false },
    };
    lying.tell(async ({ method }) => (method === 'eth_getLogs' ? { result: [forged] } : undefined));
    expect(await auditor.watch()).toBe('watching');
    expect(await isPaused()).toBe(false);
  });

  test('attack: a thief of the auditor’s login moves nothing, and spoils one signature', async () => {
    await expect(sql`select * from session`.execute(watching)).rejects.toThrow('permission denied');
    const spoiled = sql`select cosign_voucher(1, 1, '0x')`;
    await expect(spoiled.execute(watching)).rejects.toThrow('no voucher 1 to sign');
    await expect(sql`update withdrawal set state = 'completed'`.execute(watching)).rejects.toThrow('permission denied');
    const funding = sql`select ledger_write_transfer(kind_funding(), account_custody(0), account_treasury(), 1, 1)`;
    await expect(funding.execute(watching)).rejects.toThrow('permission denied');
  });
});
