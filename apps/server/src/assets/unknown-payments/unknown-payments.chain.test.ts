import { devAccount } from '@city-mint/devnet/dev-accounts';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { payVoucher } from '@city-mint/tests/setup/pay-voucher';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { sql } from 'kysely';
import { type Hex, isHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readLedgerTotals } from '#ledger/accounts/queries.ts';
import { listCursors, resumeReading } from '#platform/chain/cursors.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { reconcile } from '../queries/reserves.ts';
import { coverUnknownPayments, decideUnknownPayments } from './commands.ts';
import { examineUnknownPayments } from './examine-payments.ts';
import { createPaymentFinder } from './find-payments.ts';
import { listUnknownPayments } from './queries.ts';

const UNIT = 10n ** 18n;
const USER = 21;
const THIEF = 22;

let chain: TestChain;
let snapshot: Hex;
let database: TestDatabase;
let owner: Database;
let operator: Database;
let worker: Database;
let indexer: TestIndexer;

beforeAll(async () => {
  chain = await startTestChain({ treasury: 3n * UNIT });
});
afterAll(() => chain.stop());
beforeEach(async () => {
  snapshot = await chain.testClient.snapshot();
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  operator = createDatabase(asRole(database.url, 'city_mint_operator'));
  worker = createDatabase(asRole(database.url, 'city_mint_worker'));
  indexer = startTestIndexer({ databaseUrl: database.url, chain });
  await chain.depositNative(USER, 10n * UNIT);
  await chain.finalize();
  await indexer.catchUp();
});
afterEach(async () => {
  await Promise.all([owner.destroy(), operator.destroy(), worker.destroy(), indexer.stop()]);
  await database.drop();
  await chain.testClient.revert({ id: snapshot });
});

const deployment = () => ({ chainId: TEST_CHAIN_ID, vault: chain.addresses.vault, fmc: chain.addresses.fmc });

/** Polls until the indexer halts; then the job examines the payment. */
async function readUntilHalted() {
  await chain.finalize();
  let result = await indexer.catchUp();
  while (result === 'integrity-error') result = await indexer.poll();
  expect(result).toBe('halted');
  expect(await listUnknownPayments(operator)).toMatchObject([{ examinedAt: null, proven: false }]);
  await examineUnknownPayments({ db: worker, node: chain.publicClient, deployment: deployment() });
  const [payment] = await listUnknownPayments(operator);
  if (payment === undefined) throw new Error('no payment was found');
  return payment;
}

async function balances() {
  const { rows } = await sql<{ user: bigint; withdrawing: bigint; treasury: bigint }>`
    select (select balance from ledger_account where id = account_available(u.id, currency_ju())) as user,
      (select balance from ledger_account where id = account_withdrawing(u.id, currency_ju())) as withdrawing,
      (select balance from ledger_account where id = account_treasury()) as treasury
    from app_user u where address = ${devAccount(USER).address}`.execute(owner);
  return rows[0];
}

async function expectAgreement() {
  const compared = await reconcile(owner, { node: chain.publicClient, deployment: deployment() });
  expect(compared?.currencies.map(({ agrees }) => agrees)).toEqual([true, true]);
  expect((await readLedgerTotals(owner)).JU.sum).toBe(0n);
}

describe('a payment that the ledger does not know', () => {
  test('default: booked to the account that its proven voucher paid, and the indexer continues', async () => {
    await payVoucher(chain, { index: USER, amount: 4n * UNIT });
    const payment = await readUntilHalted();
    expect(payment).toMatchObject({ account: devAccount(USER).address, amount: 4n * UNIT, proven: true });
    expect(payment.examinedAt).not.toBeNull();
    expect(await decideUnknownPayments(operator, { sequences: [payment.sequence], against: 'account' })).toBe(true);
    expect(await decideUnknownPayments(operator, { sequences: [payment.sequence], against: 'treasury' })).toBe(false);
    await chain.depositNative(USER, UNIT);
    await chain.finalize();
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await balances()).toEqual({ user: 7n * UNIT, withdrawing: 0n, treasury: 3n * UNIT });
    expect(await listUnknownPayments(operator)).toEqual([]);
    await expectAgreement();
  });

  /** Halts at the first of three payments with deposits between them, and finds the others in spans of two blocks. */
  async function findThree() {
    const paid: string[] = [];
    for (const amount of [4n, 5n, 7n]) {
      paid.push((await payVoucher(chain, { index: USER, amount: amount * UNIT })).id);
      await chain.depositNative(USER, 6n * UNIT);
    }
    await readUntilHalted();
    const { db, nodes, source } = indexer;
    const find = createPaymentFinder({ db, nodes, source, chainId: TEST_CHAIN_ID, confirmations: 64, maxSpan: 2n });
    return { paid, find };
  }

  test('default: while the indexer is halted all further ones are found, booked in one batch, and read', async () => {
    const { paid, find } = await findThree();
    const { id: userId } = await owner.selectFrom('app_user').select('id').executeTakeFirstOrThrow();
    // One of them is a withdrawal of the copy, so it needs no decision.
    const known = { userId, account: devAccount(USER).address, amount: 5n * UNIT, state: 'approved' } as const;
    const withdrawalId = await buildWithdrawal(owner, known);
    await sql`update withdrawal set voucher_id = ${paid[1] ?? ''} where id = ${withdrawalId}`.execute(owner);
    expect(await find()).toBe(1);
    expect(await find()).toBe(0);
    expect(await examineUnknownPayments({ db: worker, node: chain.publicClient, deployment: deployment() })).toBe(1);
    const found = await listUnknownPayments(operator);
    expect(found.map(({ voucherId, proven }) => [voucherId, proven])).toEqual([
      [paid[0], true],
      [paid[2], true],
    ]);
    const sequences = found.map(({ sequence }) => sequence);
    expect(await decideUnknownPayments(operator, { sequences, against: 'account' })).toBe(true);
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await find()).toBe(0);
    expect(await balances()).toEqual({ user: 12n * UNIT, withdrawing: 0n, treasury: 3n * UNIT });
    expect(await listUnknownPayments(operator)).toEqual([]);
    await expectAgreement();
  });

  test('broken twin: without finding them the indexer halts once for each', async () => {
    await findThree();
    const halts: bigint[] = [];
    for (let result = 'halted'; result === 'halted' && halts.length < 5; ) {
      const payment = (await listUnknownPayments(operator)).find(({ bookedAgainst }) => bookedAgainst === null);
      halts.push(payment?.sequence ?? 0n);
      await decideUnknownPayments(operator, { sequences: halts.slice(-1), against: 'account' });
      do result = await indexer.poll();
      while (result === 'integrity-error' || result === 'more');
    }
    expect(new Set(halts).size).toBe(3);
    expect(halts).toHaveLength(3);
  });

  test('broken twin: resumed without booking, the indexer halts at the same payment each time', async () => {
    await payVoucher(chain, { index: USER, amount: 4n * UNIT });
    await readUntilHalted();
    for (const _attempt of [1, 2, 3]) {
      const [cursor] = await listCursors(operator);
      const because = cursor?.halt_reason ?? '';
      expect(await resumeReading(operator, { source: 'vault', because, blockHash: null })).toBe(true);
      const results = [await indexer.poll(), await indexer.poll(), await indexer.poll()];
      expect(results.at(-1)).toBe('halted');
      const [after] = await listCursors(operator);
      expect(after?.block_number).toBe(cursor?.block_number);
    }
  });

  test('behavior: a thief’s payment is booked against the treasury; a shortfall waits until it has more', async () => {
    await payVoucher(chain, { index: THIEF, amount: 5n * UNIT });
    const payment = await readUntilHalted();
    await decideUnknownPayments(operator, { sequences: [payment.sequence], against: 'treasury' });
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await balances()).toEqual({ user: 10n * UNIT, withdrawing: 0n, treasury: 0n });
    expect(await listUnknownPayments(operator)).toMatchObject([{ covered: 3n * UNIT, bookedAgainst: 'treasury' }]);
    await expectAgreement();
    expect(await coverUnknownPayments(indexer.db)).toBe(1);
    await sql`select ledger_write_transfer(kind_funding(), account_custody(currency_ju()), account_treasury(),
      ${(6n * UNIT).toString()}::numeric, 1000001)`.execute(owner);
    expect(await coverUnknownPayments(indexer.db)).toBe(0);
    expect(await balances()).toMatchObject({ treasury: 4n * UNIT });
    expect(await listUnknownPayments(operator)).toEqual([]);
  });

  test('behavior: an account that has spent the amount is not overdrawn: the treasury pays', async () => {
    await payVoucher(chain, { index: USER, amount: 2n * UNIT });
    const payment = await readUntilHalted();
    await decideUnknownPayments(operator, { sequences: [payment.sequence], against: 'account' });
    const { id } = await owner.selectFrom('app_user').select('id').executeTakeFirstOrThrow();
    const spent = { userId: id, account: devAccount(USER).address, amount: 9n * UNIT };
    await buildWithdrawal(owner, { ...spent, state: 'requested' });
    expect(await indexer.catchUp()).toBe('caught-up');
    expect(await balances()).toEqual({ user: UNIT, withdrawing: 9n * UNIT, treasury: UNIT });
    await expectAgreement();
  });

  test.each(['approved', 'requested'] as const)(
    'behavior: in a copy in which it was only %s, the frozen amount of that withdrawal completes it',
    async (state) => {
      const { id: userId } = await owner.selectFrom('app_user').select('id').executeTakeFirstOrThrow();
      const account = devAccount(USER).address;
      const withdrawalId = await buildWithdrawal(owner, { userId, account, amount: 6n * UNIT, state });
      const { voucher_id: id } = await owner.selectFrom('withdrawal').select('voucher_id').executeTakeFirstOrThrow();
      if (!isHex(id)) throw new Error('no voucher id');
      await payVoucher(chain, { index: USER, amount: 6n * UNIT, id });
      if (state === 'requested') {
        const payment = await readUntilHalted();
        await decideUnknownPayments(operator, { sequences: [payment.sequence], against: 'account' });
      }
      await chain.finalize();
      expect(await indexer.catchUp()).toBe('caught-up');
      const row = await owner.selectFrom('withdrawal').select(['id', 'state']).executeTakeFirstOrThrow();
      expect(row).toEqual({ id: BigInt(withdrawalId), state: 'completed' });
      expect(await balances()).toEqual({ user: 4n * UNIT, withdrawing: 0n, treasury: 3n * UNIT });
      await expectAgreement();
    },
  );
});
