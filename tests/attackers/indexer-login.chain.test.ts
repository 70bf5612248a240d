import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { signDueWithdrawals, watchReserves } from '@city-mint/server/assets/jobs';
import type { VaultEvent } from '@city-mint/server/assets/vault-event';
import { checkEvents } from '@city-mint/server/assets/watch/check-events';
import { cosignVouchers } from '@city-mint/server/assets/withdrawals/commands/cosign-vouchers';
import { requestWithdrawal } from '@city-mint/server/assets/withdrawals/commands/request-withdrawal';
import { createAuditJobs } from '@city-mint/server/audit/jobs';
import { believesWithdrawal } from '@city-mint/server/audit/queries/believes-withdrawal';
import type { NumberedLogs } from '@city-mint/server/platform/chain/log-source';
import { createRpcNodes, type RpcNode } from '@city-mint/server/platform/chain/rpc-node';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { sql } from 'kysely';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sealEverything } from '../builders/audited-chain.ts';
import { openSessionOf } from '../builders/sessions.ts';
import { KNOWN_OPERATORS } from '../builders/signed-decisions.ts';
import { buildVaultEvent } from '../builders/vault-events.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '../setup/start-test-chain.ts';
import { startTestIndexer } from '../setup/start-test-indexer.ts';

/*
 * At most, a thief with the login of the indexer stores events that the vault never emitted. Before a worker signs, it
 * compares sums, numbers and each stored event with the vault, so the invented amount stays in the ledger, and the
 * thief has stopped withdrawals until operators have repaired the ledger.
 */

const UNIT = 10n ** 18n;
const [VICTIM, THIEF] = [21, 22];

let chain: TestChain;
let node: RpcNode;
let owner: Database;
let indexer: Database;
let worker: Database;
let auditor: Database;
let api: Database;
let url: string;

beforeAll(async () => {
  chain = await startTestChain();
  [node] = createRpcNodes({ urls: [chain.url] }) as [RpcNode];
});
afterAll(() => chain.stop());
beforeEach(async () => {
  const snapshot = await chain.testClient.snapshot();
  const database = await createTestDatabase();
  ({ url } = database);
  owner = createDatabase({ url });
  indexer = createDatabase({ ...asRole(database.url, 'city_mint_indexer') });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api') });
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor') });
  const real = startTestIndexer({ databaseUrl: database.url, chain });
  await chain.depositNative(VICTIM, 900n * UNIT);
  await chain.depositNative(THIEF, UNIT);
  await chain.finalize();
  await real.catchUp();
  await real.stop();
  onTestFinished(async () => {
    await Promise.all([owner, indexer, worker, api, auditor].map((each) => each.destroy()));
    await database.drop();
    await chain.testClient.revert({ id: snapshot });
  });
});

const deployment = () => ({ chainId: TEST_CHAIN_ID, vault: chain.addresses.vault, fmc: chain.addresses.fmc });
const log = createLogger({ name: 'test', level: 'silent' });
const compare = () => watchReserves({ db: worker, deployment: deployment(), node, log });

/** Lets the thief request a withdrawal, and a worker sign due withdrawals; returns how many vouchers it signed. */
async function withdraw(amount: bigint): Promise<number> {
  const { address } = devAccount(THIEF);
  const user = await owner.selectFrom('app_user').select('id').where('address', '=', address).executeTakeFirstOrThrow();
  const token = await openSessionOf(owner, user.id);
  const identity = { userId: user.id, token, account: address, to: address, requestId: crypto.randomUUID() };
  const request = { ...identity, currency: 'JU', amount: tokenAmount(amount) } as const;
  await requestWithdrawal(api, { request, forbiddenAddresses: [] });
  const signer = privateKeyToAccount(devAccount(DEV_ROLES.voucherSigner).privateKey);
  return signDueWithdrawals({ db: worker, deployment: deployment(), signer, log, compare });
}

/** The thief's deposit that the vault never received. */
async function inventDeposit(): Promise<void> {
  const payload = { account: devAccount(THIEF).address, currency: 'JU', amount: `${899n * UNIT}` };
  const sequence = await buildVaultEvent(indexer, { kind: 'deposited', payload });
  await sql`select credit_deposits(array[${sequence}]::bigint[])`.execute(indexer);
}

const pauseReason = async () =>
  (await owner.selectFrom('system_switch').select('reason').where('name', '=', 'withdrawals').executeTakeFirst())
    ?.reason;

test('default: a withdrawal of the thief’s own money is signed', async () => {
  expect(await withdraw(UNIT)).toBe(1);
  expect(await pauseReason()).toBeNull();
});

test('attack: an invented deposit gets no voucher, and pauses withdrawals', async () => {
  expect(await compare()).toBe(true);
  await inventDeposit();
  expect(await withdraw(900n * UNIT)).toBe(0);
  expect(await pauseReason()).toContain('the ledger says');
});

test('attack: an invented payment of another withdrawal hides the sum, not the number of events', async () => {
  const victim = await owner
    .selectFrom('app_user')
    .selectAll()
    .where('address', '=', devAccount(VICTIM).address)
    .executeTakeFirstOrThrow();
  const identity = { userId: victim.id, account: devAccount(VICTIM).address, to: devAccount(VICTIM).address };
  const request = {
    ...identity,
    token: await openSessionOf(owner, victim.id),
    requestId: crypto.randomUUID(),
    currency: 'JU',
    amount: tokenAmount(899n * UNIT),
  } as const;
  await requestWithdrawal(api, { request, forbiddenAddresses: [] });
  const frozen = await owner.selectFrom('withdrawal').selectAll().executeTakeFirstOrThrow();
  await inventDeposit();
  const { voucher_id: voucherId, account, recipient: to } = frozen;
  const payload = { voucherId, account, to, currency: 'JU', amount: `${frozen.amount}` };
  const sequence = await buildVaultEvent(indexer, { kind: 'withdrawn', payload });
  await sql`select * from complete_withdrawals(array[${sequence}]::bigint[])`.execute(indexer);
  expect(await withdraw(900n * UNIT)).toBe(0);
  expect(await pauseReason()).toContain('the last stored event');
});

test('broken twin: with the right to write the comparison, the victim’s money is paid to the thief', async () => {
  await sql`grant insert, update on vault_comparison to city_mint_indexer`.execute(owner);
  await inventDeposit();
  await sql`insert into vault_comparison (block_number, block_at, agrees, last_withdrawal_id, compared_at)
    values (1, now(), true, 1000, now())`.execute(indexer);
  expect(await withdraw(900n * UNIT)).toBe(1);
});

/** Follows the journal as the auditor does, and lets it examine the vouchers; returns what it signs and what not. */
async function auditAndCosign() {
  const settings = { deployment: deployment(), chainId: TEST_CHAIN_ID, confirmations: 64, startBlock: 0n, log };
  const { signal } = new AbortController();
  await sealEverything(owner);
  const audit = createAuditJobs({
    ...settings,
    ...KNOWN_OPERATORS,
    db: auditor,
    nodes: createRpcNodes({ urls: [chain.url] }),
  });
  await audit.readChain(signal);
  await audit.follow(signal);
  const account = privateKeyToAccount(devAccount(DEV_ROLES.auditor).privateKey);
  const doubtOf = (id: bigint) => believesWithdrawal(auditor, id, KNOWN_OPERATORS);
  return cosignVouchers({ db: auditor, node, deployment: deployment(), auditor: account, doubtOf });
}

test('attack: with the worker’s login too, the thief gets one signature and not the auditor’s', async () => {
  await inventDeposit();
  await sql`insert into vault_comparison (block_number, block_at, agrees, last_withdrawal_id, compared_at)
    values (1, now(), true, 1000, now())`.execute(worker);
  expect(await withdraw(900n * UNIT)).toBe(1);
  const { signed, doubted } = await auditAndCosign();
  expect(signed).toEqual([]);
  expect(doubted.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^finding \d+ is open$/)]);
});

test('default: the thief’s own money gets both signatures', async () => {
  expect(await withdraw(UNIT)).toBe(1);
  expect(await auditAndCosign()).toMatchObject({ signed: [expect.any(BigInt)], doubted: [] });
});

test('attack: a voucher that can still be paid is not returned, whatever time the cursor has', async () => {
  expect(await withdraw(UNIT)).toBe(1);
  await sql`update chain_cursor set block_at = now() + interval '1 year'`.execute(indexer);
  const { rows } = await sql`select return_expired_withdrawal(id) as done from withdrawal`.execute(indexer);
  expect(rows).toEqual([{ done: false }]);
});

/** The thief's own indexer stores a deposit of the victim as one of the thief. */
const asThief = (source: NumberedLogs<VaultEvent>): NumberedLogs<VaultEvent> => ({
  ...source,
  describe: (event) => {
    const { payload, ...rest } = source.describe(event);
    return { ...rest, payload: { ...payload, account: devAccount(THIEF).address } };
  },
});

async function readAs(wrap: (source: NumberedLogs<VaultEvent>) => NumberedLogs<VaultEvent>): Promise<void> {
  await chain.depositNative(VICTIM, 50n * UNIT);
  await chain.finalize();
  const falseIndexer = startTestIndexer({ databaseUrl: url, chain, wrap });
  expect(await falseIndexer.catchUp()).toBe('caught-up');
  await falseIndexer.stop();
}

test('attack: another account’s deposit, stored as the thief’s, gets no voucher and pauses withdrawals', async () => {
  await readAs(asThief);
  expect(await withdraw(51n * UNIT)).toBe(0);
  expect(await pauseReason()).toBe('the stored event 4 is not the one that the vault emitted');
});

test('broken twin: without the comparison of events, the thief withdraws another account’s deposit', async () => {
  await readAs(asThief);
  await sql`insert into vault_comparison (block_number, block_at, agrees, checked_seq, last_withdrawal_id, compared_at)
    values (1, now(), true, 4, 0, now() - interval '1 hour')`.execute(owner);
  expect(await withdraw(51n * UNIT)).toBe(1);
});

test('attack: events that are stored but not applied pause withdrawals', async () => {
  await readAs((source) => ({ ...source, apply: async () => [] }));
  expect(await withdraw(UNIT)).toBe(0);
  expect(await pauseReason()).toContain('the ledger says');
  const reasons = await checkEvents({ db: worker, node, deployment: deployment() }, { after: 3n, upTo: 4n });
  expect(reasons).toEqual({ checked: 3n, difference: 'the stored event 4 was not applied' });
});
