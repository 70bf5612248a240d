import { randomUUID } from 'node:crypto';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { openSessionOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { payVoucher } from '@city-mint/tests/setup/pay-voucher';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Address, getAddress, type Hex, isHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRpcNodes, type RpcNode } from '#platform/chain/rpc-node.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { signDueWithdrawals, watchReserves } from '../jobs.ts';
import { assetsRoutes } from '../routes.ts';
import { cosignVouchers } from './commands/cosign-vouchers.ts';
import { returnExpiredWithdrawals } from './commands/return-expired-withdrawals.ts';

const UNIT = 10n ** 18n;
const USER = DEV_ROLES.testWallet;
const ACCOUNT = devAccount(USER).address;
const RECIPIENT = devAccount(40).address;
const log = pino({ level: 'silent' });

let chain: TestChain;
let snapshot: Hex;
let database: TestDatabase;
let api: Database;
let worker: Database;
let auditor: Database;
let owner: Database;
let indexer: TestIndexer;
let nodes: RpcNode[];
let node: RpcNode;

beforeAll(async () => {
  chain = await startTestChain();
  nodes = createRpcNodes({ urls: [chain.url] });
  const [first] = nodes;
  if (first === undefined) throw new Error('no node');
  node = first;
});
afterAll(() => chain.stop());
beforeEach(async () => {
  snapshot = await chain.testClient.snapshot();
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api') });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor') });
  indexer = startTestIndexer({ databaseUrl: database.url, chain });
  await chain.depositNative(USER, 10n * UNIT);
  await chain.finalize();
  await indexer.catchUp();
});
afterEach(async () => {
  await Promise.all([...[owner, api, worker, auditor].map((db) => db.destroy()), indexer.stop()]);
  await database.drop();
  await chain.testClient.revert({ id: snapshot });
});

function routes() {
  return assetsRoutes({
    db: api,
    moneyDb: api,
    chainId: TEST_CHAIN_ID,
    addresses: chain.addresses,
    node,
    confirmations: 64,
    heldByRounds: async () => ({ frozen: tokenAmount(0n), vesting: tokenAmount(0n) }),
    share: (_key, read) => read(api),
  });
}

async function context() {
  const { id } = await owner
    .selectFrom('app_user')
    .select('id')
    .where('address', '=', ACCOUNT)
    .executeTakeFirstOrThrow();
  const token = await openSessionOf(owner, id);
  const participant = { userId: id, token, address: ACCOUNT, sessionHash: token.hash, consentHash: null };
  return { requestId: 'test', lang: 'en' as const, ip: '127.0.0.1', region: null, origin: null, participant };
}

type Asked = { amount: TokenAmount; to?: Address; requestId?: string; currency?: 'JU' | 'FMC' };

async function withdraw({ amount, to = RECIPIENT, requestId = randomUUID(), currency = 'JU' }: Asked) {
  return routes()['POST /api/app/user/withdraw']({ currency, to, amount, requestId }, await context());
}

async function withdrawn(amount: bigint): Promise<string> {
  const answer = await withdraw({ amount: tokenAmount(amount) });
  if (!('data' in answer)) throw new Error(`refused: ${answer.refusal}`);
  return answer.data.withdrawalId;
}

async function status(id: string) {
  const answer = await routes()['POST /api/app/user/withdrawStatus']({ id }, await context());
  if (!('data' in answer)) throw new Error(`refused: ${answer.refusal}`);
  return answer.data;
}

async function assets() {
  const answer = await routes()['POST /api/app/user/asset']({}, await context());
  if (!('data' in answer)) throw new Error('refused');
  const ju = answer.data.assets.find(({ currency }) => currency === 'JU');
  if (ju === undefined) throw new Error('no JU');
  return ju;
}

/** Signs due vouchers as a worker and the auditor do; returns how many the worker signed. */
async function sign(ttlSeconds?: bigint) {
  const signed = await signAsWorker(ttlSeconds);
  await cosign();
  return signed;
}

async function cosign() {
  const account = privateKeyToAccount(devAccount(DEV_ROLES.auditor).privateKey);
  const { vault, fmc } = chain.addresses;
  const deployment = { chainId: TEST_CHAIN_ID, vault, fmc };
  // The auditor's books have tests of their own.
  const doubtOf = async () => undefined;
  const { signed } = await cosignVouchers({ db: auditor, node, deployment, auditor: account, doubtOf });
  return signed.length;
}

function signAsWorker(ttlSeconds?: bigint) {
  const signer = privateKeyToAccount(devAccount(DEV_ROLES.voucherSigner).privateKey);
  const deployment = { chainId: TEST_CHAIN_ID, vault: chain.addresses.vault, fmc: chain.addresses.fmc };
  return signDueWithdrawals({
    db: worker,
    deployment,
    signer,
    log,
    compare: watch,
    ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
  });
}

async function giveBack(asked: RpcNode = node) {
  await watch();
  const { vault, fmc } = chain.addresses;
  return returnExpiredWithdrawals({ db: indexer.db, node: asked, deployment: { chainId: TEST_CHAIN_ID, vault, fmc } });
}

function watch() {
  const { vault, fmc } = chain.addresses;
  return watchReserves({ db: worker, deployment: { chainId: TEST_CHAIN_ID, vault, fmc }, node, log });
}

type Voucher = NonNullable<Awaited<ReturnType<typeof status>>['voucher']>;

function send(voucher: Voucher | null, from: number = USER) {
  if (voucher === null) throw new Error('no voucher');
  const { id, signature, auditorSignature } = voucher;
  if (!isHex(id) || !isHex(signature) || !isHex(auditorSignature)) throw new Error('no hex');
  const message = {
    id,
    account: getAddress(voucher.account),
    to: getAddress(voucher.to),
    token: getAddress(voucher.token),
    amount: BigInt(voucher.amount),
    validAfter: BigInt(voucher.validAfter),
    deadline: BigInt(voucher.deadline),
  };
  return chain.wallet(from).writeContract({
    address: chain.addresses.vault,
    abi: vaultAbi,
    functionName: 'withdraw',
    args: [message, signature, auditorSignature],
  });
}

/** Mines a block this many seconds after the newest one, which is then final. */
async function passTime(seconds: number) {
  const { timestamp } = await chain.publicClient.getBlock();
  await chain.testClient.setNextBlockTimestamp({ timestamp: timestamp + BigInt(seconds) });
  await chain.mine(1);
}

async function isPaused() {
  const row = await owner.selectFrom('system_switch').selectAll().where('name', '=', 'withdrawals').executeTakeFirst();
  return row?.paused;
}

describe('withdrawal', () => {
  test('default: frozen, signed, sent by the account itself, confirmed, completed', async () => {
    const before = await chain.publicClient.getBalance({ address: RECIPIENT });
    const id = await withdrawn(4n * UNIT);
    expect(await assets()).toMatchObject({ available: '6', frozenInWithdrawals: '4', total: '10', valueInJu: '10' });
    expect((await status(id)).state).toBe('approved');
    expect(await signAsWorker()).toBe(1);
    expect(await status(id)).toMatchObject({ state: 'approved', voucher: null });
    expect(await cosign()).toBe(1);
    const signed = await status(id);
    expect(signed).toMatchObject({ state: 'signed', confirmations: null });
    await expect(send(signed.voucher, 30)).rejects.toThrow('NotVoucherAccount');

    const receipt = await chain.waitFor(await send(signed.voucher));
    await indexer.catchUp();
    expect(await status(id)).toMatchObject({
      state: 'submitted',
      confirmations: 0,
      txHash: receipt.transactionHash,
      voucher: null,
    });
    await chain.mine(2);
    await indexer.catchUp();
    expect(await status(id)).toMatchObject({ state: 'confirming', confirmations: 2, confirmationsNeeded: 4 });
    expect(await assets()).toMatchObject({ available: '6', frozenInWithdrawals: '4' });
    await chain.finalize();
    await indexer.catchUp();
    expect(await status(id)).toMatchObject({ state: 'completed', confirmations: 4 });
    expect(await assets()).toMatchObject({ available: '6', frozenInWithdrawals: '0', total: '6' });
    expect(await chain.publicClient.getBalance({ address: RECIPIENT })).toBe(before + 4n * UNIT);
    await expect(send(signed.voucher)).rejects.toThrow('VoucherUsed');
    expect(await watch()).toBe(true);
    const { rows } = await sql<{ is_as_booked: boolean }>`
      select w.booked_at = t.created_at as is_as_booked from withdrawal w
      join ledger_transfer t on t.kind = kind_withdrawal_done() and t.source_id = w.id where w.id = ${id}`.execute(
      owner,
    );
    expect(rows).toEqual([{ is_as_booked: true }]);
  });

  test('behavior: a payment removed by a reorganisation is shown as signed again and paid once', async () => {
    const id = await withdrawn(UNIT);
    await sign();
    const { voucher } = await status(id);
    await chain.waitFor(await send(voucher));
    await indexer.catchUp();
    expect((await status(id)).state).toBe('submitted');
    await chain.reorg({ depth: 1 });
    await chain.mine(1);
    await indexer.catchUp();
    expect(await status(id)).toMatchObject({ state: 'signed', voucher });
    await chain.waitFor(await send(voucher));
    await chain.finalize();
    await indexer.catchUp();
    expect((await status(id)).state).toBe('completed');
  });

  test('behavior: returned only when a final block is past every deadline', async () => {
    const id = await withdrawn(3n * UNIT);
    await sign(600n);
    await passTime(300);
    await chain.finalize();
    await indexer.catchUp();
    expect(await giveBack()).toBe(0);
    await passTime(400);
    await indexer.catchUp();
    // Past the deadline, but not final: the chain may still include a payment before it.
    expect(await giveBack()).toBe(0);
    await chain.finalize();
    await indexer.catchUp();
    expect(await giveBack()).toBe(1);
    expect(await giveBack()).toBe(0);
    expect(await status(id)).toMatchObject({ state: 'returned', returnedReason: 'expired' });
    expect(await assets()).toMatchObject({ available: '10', frozenInWithdrawals: '0' });
    await sign();
    expect((await status(id)).voucher).toBeNull();
    expect(await watch()).toBe(true);
  });

  test('behavior: an expired voucher is signed again on request under the same id, three times at most', async () => {
    const id = await withdrawn(3n * UNIT);
    await sign(600n);
    const first = await status(id);
    for (const round of [2, 3]) {
      await passTime(700);
      await indexer.catchUp();
      expect(await status(id)).toMatchObject({ state: 'signed', voucher: null });
      expect(await sign(600n)).toBe(1);
      const again = await status(id);
      expect(again.voucher?.id).toBe(first.voucher?.id);
      expect(again.voucher?.signature).not.toBe(first.voucher?.signature);
      const count = await owner.selectFrom('withdrawal_voucher').selectAll().execute();
      expect(count).toHaveLength(round);
    }
    const last = await status(id);
    await passTime(700);
    await chain.finalize();
    await indexer.catchUp();
    expect((await status(id)).voucher).toBeNull();
    expect(await sign(600n)).toBe(0);
    await expect(send(last.voucher)).rejects.toThrow('VoucherExpired');
    expect(await giveBack()).toBe(1);
  });

  test('behavior: when the second signature pays, the first becomes worthless', async () => {
    const id = await withdrawn(2n * UNIT);
    await sign();
    const first = await status(id);
    await owner
      .updateTable('withdrawal')
      .set({ due_at: new Date(0) })
      .execute();
    await owner
      .updateTable('withdrawal_voucher')
      .set({ deadline: new Date(0) })
      .execute();
    await sign();
    const second = await status(id);
    await chain.waitFor(await send(second.voucher));
    await expect(send(first.voucher)).rejects.toThrow('VoucherUsed');
  });

  test('behavior: a finally cancelled voucher returns the amount immediately', async () => {
    const id = await withdrawn(5n * UNIT);
    await sign();
    const { voucher } = await status(id);
    if (!isHex(voucher?.id)) throw new Error('no voucher');
    const hash = await chain.wallet(DEV_ROLES.operator).writeContract({
      address: chain.addresses.vault,
      abi: vaultAbi,
      functionName: 'cancelVoucher',
      args: [voucher.id],
    });
    await chain.waitFor(hash);
    await indexer.catchUp();
    expect(await assets()).toMatchObject({ frozenInWithdrawals: '5' });
    await chain.finalize();
    await indexer.catchUp();
    expect(await status(id)).toMatchObject({ state: 'returned', returnedReason: 'cancelled' });
    expect(await assets()).toMatchObject({ available: '10', frozenInWithdrawals: '0' });
    await expect(send(voucher)).rejects.toThrow('VoucherUsed');
  });

  test('behavior: nothing is signed while withdrawals are paused or the amount is not frozen', async () => {
    await withdrawn(UNIT);
    await owner.updateTable('system_switch').set({ paused: true }).where('name', '=', 'withdrawals').execute();
    expect(await sign()).toBe(0);
    expect(await withdraw({ amount: tokenAmount(UNIT) })).toMatchObject({ refusal: 'withdrawals-paused' });
    await owner.updateTable('system_switch').set({ paused: false }).where('name', '=', 'withdrawals').execute();
    // A row that bypasses the ledger.
    await owner
      .updateTable('withdrawal')
      .set({ amount: 9n * UNIT })
      .execute();
    expect(await sign()).toBe(0);
    expect(await isPaused()).toBe(true);
    expect(await owner.selectFrom('withdrawal_voucher').selectAll().execute()).toEqual([]);
  });

  test('behavior: a payment without a withdrawal halts the indexer and stops withdrawals', async () => {
    await payVoucher(chain, { index: USER, amount: UNIT });
    await chain.finalize();
    expect([await indexer.poll(), await indexer.poll(), await indexer.poll()]).toEqual([
      'integrity-error',
      'integrity-error',
      'halted',
    ]);
    expect(await isPaused()).toBe(true);
  });

  test('behavior: a difference of one unit between ledger and vault is detected and stops withdrawals', async () => {
    expect(await watch()).toBe(true);
    expect(await isPaused()).toBe(false);
    await owner
      .updateTable('ledger_account')
      .set((at) => ({ balance: at('balance', '-', 1n) }))
      .where('id', '=', 0n)
      .execute();
    expect(await watch()).toBe(false);
    expect(await isPaused()).toBe(true);
    await owner
      .updateTable('ledger_account')
      .set((at) => ({ balance: at('balance', '+', 1n) }))
      .where('id', '=', 0n)
      .execute();
    expect(await watch()).toBe(true);
    // Withdrawals stay paused until an operator resumes them.
    expect(await isPaused()).toBe(true);
  });

  test('behavior: records show recharges and withdrawals newest first, page by page', async () => {
    await chain.depositNative(USER, 2n * UNIT);
    await chain.finalize();
    await indexer.catchUp();
    const id = await withdrawn(UNIT);
    await chain.depositNative(USER, 3n * UNIT);
    await indexer.catchUp();
    const list = async (body: {
      cursor?: string | null;
      limit?: number;
      kind?: 'recharge' | 'withdrawal';
      eventId?: string;
    }) => {
      const answer = await routes()['POST /api/app/user/assetEventLog']({ limit: 20, ...body }, await context());
      if (!('data' in answer)) throw new Error(answer.refusal);
      return answer.data;
    };
    const all = await list({});
    expect(all.nextCursor).toBeNull();
    expect(all.items.map(({ kind, quantity, status: state }) => `${kind} ${quantity} ${state}`).sort()).toEqual([
      'recharge 10 completed',
      'recharge 2 completed',
      'recharge 3 in-progress',
      'withdrawal 1 in-progress',
    ]);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 1, cursor });
      paged.push(...page.items.map(({ eventId }) => eventId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all.items.map(({ eventId }) => eventId));
    expect((await list({ kind: 'withdrawal' })).items.map(({ withdrawalId }) => withdrawalId)).toEqual([id]);

    const pending = all.items.find(({ status: state, kind }) => state === 'in-progress' && kind === 'recharge');
    await chain.finalize();
    await indexer.catchUp();
    expect((await list({ eventId: pending?.eventId ?? '' })).items).toMatchObject([
      { quantity: '3', status: 'completed' },
    ]);
    await expect(list({ eventId: 'w-99' })).rejects.toThrow('not-found');
    await expect(list({ cursor: 'abc' })).rejects.toThrow('cursor-format');
  });

  test('behavior: an unreachable chain leaves the balances on chain unknown', async () => {
    const [dead] = createRpcNodes({ urls: ['http://127.0.0.1:9'], timeoutMs: 200 });
    if (dead === undefined) throw new Error('no node');
    node = dead;
    expect(await assets()).toMatchObject({ available: '10', onChain: null });
    node = nodes[0] ?? dead;
    expect((await assets()).onChain).not.toBeNull();
  });
});
