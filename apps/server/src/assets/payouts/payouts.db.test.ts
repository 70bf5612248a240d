import { randomUUID } from 'node:crypto';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { payoutLeft } from '@city-mint/domain/assets/decide-payout';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '@city-mint/tests/builders/post-transfer';
import { buildComparison } from '@city-mint/tests/builders/vault-events';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi } from '@city-mint/tests/setup/start-test-api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '#ledger/accounts/queries.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { signDueWithdrawal } from '../withdrawals/commands/sign-due-withdrawal.ts';
import { readUse } from '../withdrawals/store/withdrawal-requests.ts';
import { payOperator, registerPayoutRecipient } from './commands.ts';

const UNIT = 10n ** 18n;
const [ALICE, BOB, WALLET, STRANGER] = [41, 42, 43, 44].map((index) => devAccount(index).address);
const VAULT = getAddress('0x5fbdb2315678afecb367f032d93f642f64180aa3');

let database: TestDatabase;
let owner: Database;
let operator: Database;
let worker: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  operator = createDatabase({ ...asRole(database.url, 'city_mint_operator'), maxConnections: 1 });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  await fundTreasury(100n * UNIT, 1n);
  await registerPayoutRecipient(operator, WALLET ?? '');
  await sql`insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at, head_number,
      head_at, finalized_number, finalized_at, confirmations_needed)
    values ('vault', 31337, '0x', 1, '0x', now(), 1, now(), 1, now(), 1)`.execute(owner);
});
afterAll(async () => {
  await Promise.all([owner, operator, worker].map((each) => each.destroy()));
  await database.drop();
});

const fundTreasury = (amount: bigint, sourceId: bigint) =>
  postTransfer(owner, {
    kind: 'funding',
    from: { kind: 'custody', currency: 'JU', owner: 0n },
    to: { kind: 'treasury', currency: 'JU', owner: 0n },
    amount: tokenAmount(amount),
    sourceId,
  });

const payout = (amount: bigint, other: Partial<Parameters<typeof payOperator>[1]> = {}) =>
  payOperator(operator, {
    source: 'treasury',
    amount: tokenAmount(amount),
    recipient: WALLET ?? '',
    purpose: 'rent of the servers',
    documentHash: `0x${'d'.repeat(64)}`,
    proposedBy: ALICE ?? '',
    approvedBy: BOB ?? '',
    signedId: randomUUID(),
    ...other,
  });

const treasury = () => readBalance(owner, { kind: 'treasury', currency: 'JU', owner: 0n });

describe('payouts to the operator', () => {
  test.each([
    ['one person', { approvedBy: ALICE ?? '' }, /by_two/],
    ['who receives it', { approvedBy: WALLET ?? '' }, /by_two/],
    ['an unregistered wallet', { recipient: STRANGER ?? '' }, /no payout to/],
    ['an account of others', { source: 'launch-costs' as const }, /no payout of/],
    ['no document', { documentHash: '0x' }, /document_hash/],
  ])('attack: the operators’ login pays nothing for %s', async (_name, other, message) => {
    await expect(payout(UNIT, other)).rejects.toThrow(message);
    expect(await treasury()).toBe(100n * UNIT);
  });

  test("attack: at most a quarter of an account's balance leaves it in a day", async () => {
    await expect(payout(25n * UNIT + 1n)).rejects.toThrow('no payout of');
    await payout(20n * UNIT);
    await expect(payout(5n * UNIT + 1n)).rejects.toThrow('no payout of');
    expect(await treasury()).toBe(80n * UNIT);
  });

  test('a newly registered wallet waits as long as a new withdrawal address', async () => {
    await sql`update withdrawal_hold set hours = 48`.execute(owner);
    await expect(payout(UNIT)).rejects.toThrow('no payout to');
    await sql`update withdrawal_hold set hours = 0`.execute(owner);
  });

  test('default: it is signed only for the wallet, counts for no user, and its purpose is public', async () => {
    await buildComparison(owner);
    const signed = await signDueWithdrawal({
      db: worker,
      deployment: { chainId: 31_337, vault: VAULT, fmc: VAULT },
      signer: privateKeyToAccount(devAccount(3).privateKey),
    });
    expect(signed).toBe('signed');
    const [row] = await owner.selectFrom('withdrawal').selectAll().execute();
    expect(row).toMatchObject({ account: WALLET, recipient: WALLET, amount: 20n * UNIT, state: 'signed' });
    const use = await readUse(owner, { userId: row?.user_id ?? 0n, currency: 'JU' });
    expect(use).toMatchObject({ userRequested: 0n, userWithdrawn: 0n });
    const api = await startTestApi({ databaseUrl: database.url });
    const proof = await api.client().call('GET /api/app/proof/operator', {});
    await api.stop();
    expect(proof).toMatchObject({
      data: {
        fromSuccesses: { earned: '0', paidOut: '20', balance: '80' },
        fromFailures: { earned: '0', paidOut: '0', balance: '0' },
        payouts: [
          { source: 'treasury', amount: '20', purpose: 'rent of the servers', proposedBy: ALICE, state: 'signed' },
        ],
      },
    });
  });

  test('attack: a payout whose row differs from the published one is not signed', async () => {
    await payout(UNIT);
    await owner
      .updateTable('withdrawal')
      .set({ amount: 2n * UNIT })
      .where('state', '=', 'approved')
      .execute();
    await sql`select ledger_write_transfer(kind_operator_payout(), account_treasury(),
      account_withdrawing(user_id, 0), ${UNIT.toString()}::numeric, 99) from withdrawal limit 1`.execute(owner);
    const outcome = await signDueWithdrawal({
      db: worker,
      deployment: { chainId: 31_337, vault: VAULT, fmc: VAULT },
      signer: privateKeyToAccount(devAccount(3).privateKey),
    });
    expect(outcome).toBe('forged');
  });

  test('no role can change a published payout', async () => {
    await expect(owner.updateTable('operator_payout').set({ purpose: 'other' }).execute()).rejects.toThrow(
      'never changed',
    );
  });
});

test('property: the database accepts a payout exactly up to the amount that payoutLeft returns', async () => {
  let fundings = 1n;
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 24n });
  await fc.assert(
    fc.asyncProperty(amounts, fc.bigInt({ min: 1n, max: 100n }), async (funded, percent) => {
      fundings += 1n;
      await fundTreasury(funded, fundings);
      const { rows } = await sql<{ paid: string }>`
        select sum(amount)::text as paid from operator_payout where source = 'treasury'`.execute(owner);
      const paidInDay = tokenAmount(BigInt(rows[0]?.paid ?? 0));
      const left = payoutLeft({ balance: await treasury(), paidInDay });
      await expect(payout(left + 1n)).rejects.toThrow('no payout of');
      const part = (left * percent + 99n) / 100n;
      if (part > 0n) await payout(part);
    }),
    { numRuns: 20 },
  );
});
