import { exitAbi } from '@city-mint/chain-contract/generated/exit-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sealEverything } from '@city-mint/tests/builders/audited-chain';
import { runVerifier, sendPrinted } from '@city-mint/tests/builders/exit-calls';
import { anchorTree, exitStatementOf } from '@city-mint/tests/builders/exit-tree';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { openSessionOf, openSessions } from '@city-mint/tests/builders/sessions';
import { buildComparison, buildDemand } from '@city-mint/tests/builders/vault-events';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { payVoucher } from '@city-mint/tests/setup/pay-voucher';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { cosignRoots, startTestScribe, type TestScribe } from '@city-mint/tests/setup/start-test-scribe';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Hex, parseGwei, zeroHash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freezeDemands } from '#assets/demands/freeze-demands.ts';
import { createDemandPayments } from '#assets/demands/pay-demands.ts';
import { signDueWithdrawals, watchReserves } from '#assets/jobs.ts';
import { readAssets } from '#assets/queries/balances.ts';
import { listOpenDemands } from '#assets/queries/open-demands.ts';
import { cosignVouchers } from '#assets/withdrawals/commands/cosign-vouchers.ts';
import { requestWithdrawal } from '#assets/withdrawals/commands/request-withdrawal.ts';
import { readExitAddress } from '#assets/withdrawals/queries/exit-contract.ts';
import { createMajorityNode } from '#platform/chain/majority-node.ts';
import { createRpcNodes, type RpcNode } from '#platform/chain/rpc-node.ts';
import { openCalls } from '#platform/chain/send-calls.ts';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { vaultReading } from '#processes/start-scribe.ts';
import { createDemandAnswers } from './commands/answer-demands.ts';
import { createProofJob } from './jobs.ts';

const USER = DEV_ROLES.testWallet;
const ACCOUNT = devAccount(USER).address;
const OTHER = devAccount(40).address;
const NO_LEAVES = { salt: zeroHash, deposited: 0n, withdrawn: 0n, locked: 0n, parts: [] } as const;
const log = pino({ level: 'silent' });
const keyOf = (role: 'voucherSigner' | 'auditor') => privateKeyToAccount(devAccount(DEV_ROLES[role]).privateKey);

let chain: TestChain;
let snapshot: Hex;
let database: TestDatabase;
let owner: Database;
let api: Database;
let worker: Database;
let auditor: Database;
let indexer: TestIndexer;
let scribe: TestScribe;
let node: RpcNode;
/** The auditor's, which has to name each block. */
let majority: RpcNode;
let exit: Hex;
let pay: ReturnType<typeof createDemandPayments>;
let answer: ReturnType<typeof createDemandAnswers>;
let joinRound: ReturnType<typeof createJoins>;

const deployment = () => ({ chainId: TEST_CHAIN_ID, vault: chain.addresses.vault, fmc: chain.addresses.fmc });
const anchoring = () => {
  const { vault, anchors, fmc } = chain.addresses;
  return { vault, anchors, tokens: { JU: chain.nativeToken, FMC: fmc } };
};

beforeAll(async () => {
  chain = await startTestChain();
  const [first] = createRpcNodes({ urls: [chain.url] });
  if (first === undefined) throw new Error('no node');
  node = first;
  majority = createMajorityNode(createRpcNodes({ urls: [chain.url, chain.url, chain.url] }));
  exit = await readExitAddress({ node: chain.publicClient, deployment: deployment() });
});
afterAll(() => chain.stop());
beforeEach(async () => {
  snapshot = await chain.testClient.snapshot();
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4, statementTimeoutMs: 60_000 });
  owner = databaseOver(pool);
  joinRound = createJoins({ pool, db: owner });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api') });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor') });
  indexer = startTestIndexer({ databaseUrl: database.url, chain });
  scribe = startTestScribe({ databaseUrl: database.url, chain });
  pay = createDemandPayments({ db: worker, node, deployment: deployment() });
  answer = createDemandAnswers({ db: worker, node, deployment: anchoring() });
  await chain.depositNative(USER, 10n * JU);
  // The cap is everything that the vault holds.
  await chain.depositNative(41, 90n * JU);
  await follow();
});
afterEach(async () => {
  await Promise.all([indexer.stop(), scribe.stop(), ...[owner, api, worker, auditor].map((db) => db.destroy())]);
  await database.drop();
  await chain.testClient.revert({ id: snapshot });
});

const follow = async () => {
  await chain.finalize();
  await indexer.catchUp();
};
const watch = () => watchReserves({ db: worker, deployment: deployment(), node: chain.publicClient, log });
/** A worker's run over the open demands; returns how many it froze, paid and answered. */
const run = async () => {
  await watch();
  const demands = await listOpenDemands(worker);
  const frozen = await freezeDemands({ db: worker, node, deployment: deployment() }, demands);
  await sign();
  const calls = { node, nodes: [node], chainId: TEST_CHAIN_ID, account: keyOf('voucherSigner'), log };
  const send = await openCalls({ ...calls, maxGasPrice: parseGwei('100') });
  return {
    frozen: frozen.length,
    paid: await pay(send),
    answered: await answer(send, demands),
  };
};
/** Worker and auditor sign due vouchers; returns the reasons of the auditor against some. */
const sign = async (changes: { ttlSeconds?: bigint; compare?: () => Promise<unknown> } = {}) => {
  const signing = { db: worker, deployment: deployment(), signer: keyOf('voucherSigner'), log };
  await signDueWithdrawals({ ...signing, compare: watch, ...changes });
  const doubtOf = async () => undefined;
  const cosigning = { db: auditor, node: majority, deployment: deployment(), auditor: keyOf('auditor') };
  return (await cosignVouchers({ ...cosigning, doubtOf })).doubted.map(({ reason }) => reason);
};
const demand = async () =>
  chain.wallet(USER).writeContract({
    ...{ address: exit, abi: exitAbi, functionName: 'demand' },
    args: [chain.nativeToken, 0n, NO_LEAVES],
  });
const due = () =>
  chain.publicClient.readContract({
    ...{ address: exit, abi: exitAbi, functionName: 'dueTo' },
    args: [ACCOUNT, chain.nativeToken],
  });
const collectable = () =>
  chain.publicClient.readContract({
    ...{ address: chain.addresses.vault, abi: vaultAbi, functionName: 'collectable' },
    args: [ACCOUNT, chain.nativeToken],
  });
/** The collectable amounts that the page shows. */
const shownCollectable = async () => {
  const readers = { db: api, node: chain.publicClient, addresses: chain.addresses };
  const held = { frozen: tokenAmount(0n), vesting: tokenAmount(0n) };
  const user = { userId: await userId(), account: ACCOUNT, held };
  const { assets } = await readAssets({ ...readers, share: (_key, read) => read(api) }, user);
  return assets.map((asset) => asset.collectable);
};
const userId = async () =>
  (await owner.selectFrom('app_user').select('id').where('address', '=', ACCOUNT).executeTakeFirstOrThrow()).id;
const withdrawals = () =>
  owner.selectFrom('withdrawal').select(['amount', 'state', 'is_demanded', 'recipient']).orderBy('id').execute();
const limitTo = (most: bigint) =>
  owner.updateTable('withdrawal_limit').set({ per_withdrawal: most, approval_above: most }).execute();

async function joinWith(amount: bigint): Promise<void> {
  const round = await openRound(owner, buildPlan({ rounds: 1, firstQuota: tokenAmount(18n * JU) }));
  const id = await userId();
  await openSessions(owner, [id]);
  const requestId = crypto.randomUUID();
  const answer = await joinRound({ ...round, userId: id, amount: tokenAmount(amount), requestId, consented: true });
  expect(answer).toHaveProperty('order');
}

async function ask(amount: bigint): Promise<void> {
  const id = await userId();
  const token = await openSessionOf(owner, id);
  const identity = { userId: id, token, account: ACCOUNT, to: ACCOUNT, requestId: crypto.randomUUID() };
  const asked = { ...identity, currency: 'JU', amount: tokenAmount(amount) } as const;
  expect(await requestWithdrawal(api, { request: asked, forbiddenAddresses: [] })).toHaveProperty('withdrawalId');
}

/** A day later: trees of the newest block, anchored and final. */
async function anchorTrees(): Promise<void> {
  await follow();
  await sealEverything(owner);
  await sql`update liabilities_tree set made_at = made_at - interval '1 day'`.execute(owner);
  const vault = vaultReading(chain.publicClient, deployment());
  await createProofJob({ db: scribe.db, vault, log, minimumAgeMs: 0 })();
  await cosignRoots(auditor, chain);
  // The scribe's node knows a new block after a second, and the scribe waits after a refusal.
  await waitUntil(async () => {
    await owner
      .updateTable('anchor')
      .set({ due_at: new Date(0) })
      .execute();
    await scribe.run();
    await chain.finalize();
    const open = await owner.selectFrom('anchor').select('id').where('state', '<>', 'final').execute();
    return open.length === 0;
  });
}

describe('demands on the chain', () => {
  test('default: all that an account has is paid without its wallet, above every limit, and collected', async () => {
    await limitTo(1n);
    await demand();
    expect(await listOpenDemands(worker)).toEqual([]);
    await follow();
    expect(await run()).toEqual({ frozen: 1, paid: 1, answered: 0 });
    await chain.mine(1);
    expect([await due(), await collectable()]).toEqual([0n, 10n * JU]);
    expect(await shownCollectable()).toEqual(['10', '0']);
    // Sent once, and nothing more is frozen until the payment is final.
    expect(await run()).toEqual({ frozen: 0, paid: 0, answered: 0 });
    await follow();
    expect(await withdrawals()).toEqual([
      { amount: 10n * JU, state: 'completed', is_demanded: true, recipient: ACCOUNT },
    ]);
    expect(await listOpenDemands(worker)).toEqual([]);
    expect(await watch()).toBe(true);
    const before = await chain.publicClient.getBalance({ address: OTHER });
    const collect = { address: chain.addresses.vault, abi: vaultAbi, functionName: 'collect' } as const;
    await chain.wallet(USER).writeContract({ ...collect, args: [chain.nativeToken, OTHER] });
    await chain.mine(1);
    expect((await chain.publicClient.getBalance({ address: OTHER })) - before).toBe(10n * JU);
    await expect(chain.wallet(USER).writeContract({ ...collect, args: [chain.nativeToken, OTHER] })).rejects.toThrow(
      'ZeroAmount',
    );
  });

  test('attack: a demand for money that a round holds is answered by a root, and nothing is paid', async () => {
    await anchorTrees();
    await joinWith(10n * JU);
    await demand();
    await follow();
    // The anchored root is older than the demand, and would confirm it.
    expect(await run()).toEqual({ frozen: 0, paid: 0, answered: 0 });
    await anchorTrees();
    expect(await run()).toEqual({ frozen: 0, paid: 0, answered: 1 });
    await chain.mine(1);
    expect(await due()).toBe(0n);
    await follow();
    expect(await listOpenDemands(worker)).toEqual([]);
    expect([await withdrawals(), await collectable()]).toEqual([[], 0n]);
  });

  test('behavior: the available part of a demand is paid, and the rest is answered', async () => {
    await joinWith(4n * JU);
    await demand();
    await follow();
    expect(await run()).toEqual({ frozen: 1, paid: 1, answered: 0 });
    await anchorTrees();
    expect(await run()).toEqual({ frozen: 0, paid: 0, answered: 1 });
    await chain.mine(1);
    expect([await due(), await collectable()]).toEqual([0n, 6n * JU]);
  });

  test('attack: a demand by a false root of both keys is answered, without any deposit', async () => {
    const file = await exitStatementOf(chain, 40, [await anchorTree(chain, 'JU', { owed: [[40, 3n * JU]] })]);
    const { lines } = await runVerifier(['exit', 'file', '--node', chain.url], { file });
    await sendPrinted(chain, lines, 40);
    await follow();
    // A quarter of it is locked.
    const demanded = { account: OTHER, due: (9n * JU) / 4n, available: 0n };
    expect(await listOpenDemands(worker)).toMatchObject([demanded]);
    await anchorTrees();
    expect(await run()).toEqual({ frozen: 0, paid: 0, answered: 1 });
    await follow();
    expect(await listOpenDemands(worker)).toEqual([]);
  });

  test('attack: an account does not hold back its own payment by a voucher that it does not send', async () => {
    await ask(10n * JU);
    await sign({ ttlSeconds: 45n });
    await demand();
    await follow();
    expect(await run()).toEqual({ frozen: 0, paid: 1, answered: 0 });
    await chain.mine(1);
    expect([await due(), await collectable()]).toEqual([0n, 10n * JU]);
    await follow();
    expect(await withdrawals()).toMatchObject([{ state: 'completed', is_demanded: false }]);
  });

  test('attack: a stored demand that the contract does not know passes no limit', async () => {
    await limitTo(JU);
    await buildDemand(owner, { account: ACCOUNT, until: 10n * JU });
    // A worker that compares the event with the vault's pauses withdrawals, and freezes nothing.
    expect(await watch()).toBe(false);
    expect(await run()).toEqual({ frozen: 0, paid: 0, answered: 0 });
    const paused = owner.selectFrom('system_switch').select('paused').where('name', '=', 'withdrawals');
    expect(await paused.executeTakeFirstOrThrow()).toEqual({ paused: true });
    // With the worker's login and the signer's key, too: the auditor asks the contract.
    await owner.updateTable('system_switch').set({ paused: false }).execute();
    await buildComparison(owner);
    const demands = await listOpenDemands(worker);
    expect(await freezeDemands({ db: worker, node, deployment: deployment() }, demands)).toHaveLength(1);
    await buildComparison(owner);
    expect(await sign({ compare: async () => undefined })).toEqual(['approval-missing']);
    const vouchers = await owner.selectFrom('withdrawal_voucher').select('cosignature').execute();
    expect(vouchers).toEqual([{ cosignature: null }]);
  });

  test('attack: a withdrawal of someone else between freezing and payment does not stop it', async () => {
    await chain.depositNative(USER, 90n * JU);
    await demand();
    await follow();
    await watch();
    const demands = await listOpenDemands(worker);
    expect(await freezeDemands({ db: worker, node, deployment: deployment() }, demands)).toHaveLength(1);
    expect(await withdrawals()).toMatchObject([{ amount: 95n * JU }]);
    await payVoucher(chain, { index: 41, amount: 94n * JU });
    await sign();
    const calls = { node, nodes: [node], chainId: TEST_CHAIN_ID, account: keyOf('voucherSigner'), log };
    expect(await pay(await openCalls({ ...calls, maxGasPrice: parseGwei('100') }))).toBe(1);
    await chain.mine(1);
    expect([await due(), await collectable()]).toEqual([5n * JU, 95n * JU]);
  });

  test('behavior: a demand that no one pays or answers begins the exit after two weeks, by anyone', async () => {
    await demand();
    const begin = async () =>
      chain.wallet(40).writeContract({
        ...{ address: exit, abi: exitAbi, functionName: 'beginFor' },
        args: [ACCOUNT, chain.nativeToken],
      });
    await expect(begin()).rejects.toThrow('TooEarly');
    // Blocks of other tests may be ahead of the clock, by less than a day.
    await chain.testClient.increaseTime({ seconds: 15 * 86_400 });
    await chain.mine(1);
    await begin();
    await chain.mine(1);
    const exited = { address: chain.addresses.vault, abi: vaultAbi, functionName: 'exited' } as const;
    expect(await chain.publicClient.readContract(exited)).toBe(true);
  });
});
