import { randomUUID } from 'node:crypto';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import type { SigningObstacle } from '@city-mint/domain/assets/check-signing';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '@city-mint/tests/builders/post-transfer';
import { openSessionOf } from '@city-mint/tests/builders/sessions';
import { buildComparison, buildDemand } from '@city-mint/tests/builders/vault-events';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { ensureUser } from '#session/commands/users.ts';
import { freezeDemanded } from '../demands/store.ts';
import { requestWithdrawal } from './commands/request-withdrawal.ts';
import { approveWithdrawal } from './commands/review-withdrawal.ts';
import { signDueWithdrawal } from './commands/sign-due-withdrawal.ts';
import { readSigningObstacle } from './queries/signing-obstacle.ts';
import { isDemandOpen } from './store/demanded.ts';

const UNIT = 10n ** 18n;
const USER = devAccount(2).address;
const OTHER = devAccount(40).address;
const [ALICE, BOB] = [devAccount(41).address, devAccount(42).address];
const VAULT = getAddress('0x5fbdb2315678afecb367f032d93f642f64180aa3');

let database: TestDatabase;
let owner: Database;
let api: Database;
let worker: Database;
let operator: Database;
let userId: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api') });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  operator = createDatabase({ ...asRole(database.url, 'city_mint_operator') });
  userId = await inTransaction(owner, async (tx) => {
    const user = await ensureUser(tx, USER);
    await postTransfer(tx, {
      kind: 'deposit',
      from: { kind: 'custody', currency: 'JU', owner: 0n },
      to: { kind: 'available', currency: 'JU', owner: user.userId },
      amount: tokenAmount(10n * UNIT),
      sourceId: 1n,
    });
    return user.userId;
  });
  await sql`insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at, head_number,
      head_at, finalized_number, finalized_at, confirmations_needed)
    values ('vault', 31337, '0x', 1, '0x', now(), 1, now(), 1, now(), 1)`.execute(owner);
});
afterEach(async () => {
  await Promise.all([owner, api, worker, operator].map((each) => each.destroy()));
  await database.drop();
});

/** The first obstacle of each open withdrawal is the same in the database and in the domain. */
async function compareObstacles(): Promise<void> {
  const rows = await owner.selectFrom('withdrawal').selectAll().where('state', '<>', 'completed').execute();
  for (const row of rows) {
    const found = await sql<{ obstacle: SigningObstacle | null }>`
      select withdrawal_obstacle(w) as obstacle from withdrawal w where id = ${row.id}`.execute(owner);
    const expected = await readSigningObstacle(owner, {
      row,
      now: Date.now(),
      isDemandOpen: ({ id }) => isDemandOpen(owner, id),
    });
    expect(found.rows[0]?.obstacle ?? undefined).toBe(expected?.obstacle);
  }
}

const sign = async () => {
  await compareObstacles();
  await buildComparison(owner);
  return signDueWithdrawal({
    db: worker,
    deployment: { chainId: 31_337, vault: VAULT, fmc: VAULT },
    signer: privateKeyToAccount(devAccount(3).privateKey),
  });
};

async function ask(amount: bigint, to = USER): Promise<bigint> {
  const token = await openSessionOf(owner, userId);
  const asked = { userId, token, account: USER, currency: 'JU', to, requestId: randomUUID() } as const;
  const request = { ...asked, amount: tokenAmount(amount) };
  const answer = await requestWithdrawal(api, { request, forbiddenAddresses: [] });
  if ('refusal' in answer) throw new Error(`refused: ${answer.refusal}`);
  return answer.withdrawalId;
}

const stateOf = async (id: bigint) =>
  owner.selectFrom('withdrawal').select(['state', 'due_at']).where('id', '=', id).executeTakeFirstOrThrow();
const vouchers = async () => (await owner.selectFrom('withdrawal_voucher').selectAll().execute()).length;
const pauseReason = async () =>
  (await owner.selectFrom('system_switch').selectAll().where('name', '=', 'withdrawals').executeTakeFirstOrThrow())
    .reason;

describe('the signer decides each withdrawal once more', () => {
  test('default: signs a withdrawal as requested, to the user’s own address and to another', async () => {
    await ask(UNIT);
    await ask(UNIT, OTHER);
    expect([await sign(), await sign(), await sign()]).toEqual(['signed', 'signed', 'none']);
  });

  test.each([
    ['account-differs', { account: OTHER, recipient: OTHER }],
    ['recipient-unknown', { recipient: OTHER }],
  ])('attack: a forged row (%s) is not signed, and withdrawals are paused', async (reason, forged) => {
    const id = await ask(UNIT);
    await owner.updateTable('withdrawal').set(forged).where('id', '=', id).execute();
    expect(await sign()).toBe('forged');
    expect(await pauseReason()).toBe(`withdrawal ${id} was forged: ${reason}`);
    expect(await sign()).toBe('paused');
    expect(await vouchers()).toBe(0);
  });

  test('attack: a row above the threshold without the approval of two operators waits for it', async () => {
    const id = await ask(5n * UNIT);
    await owner
      .updateTable('withdrawal_limit')
      .set({ approval_above: 2n * UNIT })
      .where('currency', '=', 0)
      .execute();
    expect(await sign()).toBe('withheld');
    expect(await stateOf(id)).toEqual({ state: 'requested', due_at: null });
    const approvers = { proposedBy: ALICE, approvedBy: BOB };
    expect(await approveWithdrawal(operator, { id, approvers })).toBe(true);
    expect(await sign()).toBe('signed');
  });

  test.each([
    ['one person', { proposedBy: ALICE, approvedBy: ALICE }],
    ['the user', { proposedBy: USER, approvedBy: BOB }],
    ['the recipient', { proposedBy: ALICE, approvedBy: OTHER }],
  ])('refusal: %s cannot be the two approvers', async (_name, approvers) => {
    await owner.updateTable('withdrawal_limit').set({ approval_above: 0n }).where('currency', '=', 0).execute();
    const id = await ask(UNIT, OTHER);
    await expect(approveWithdrawal(operator, { id, approvers })).rejects.toThrow('withdrawal_approved_by_two');
  });

  test('attack: a row above a limit waits until the limit permits it', async () => {
    const id = await ask(UNIT);
    await owner
      .updateTable('withdrawal')
      .set({ amount: 3n * UNIT })
      .where('id', '=', id)
      .execute();
    await sql`select ledger_write_transfer(kind_withdrawal_request(), account_available(${userId}, 0),
      account_withdrawing(${userId}, 0), ${(2n * UNIT).toString()}::numeric, 77)`.execute(owner);
    const setMost = (most: bigint) =>
      owner.updateTable('withdrawal_limit').set({ per_withdrawal: most }).where('currency', '=', 0).execute();
    await setMost(2n * UNIT);
    expect(await sign()).toBe('withheld');
    expect((await stateOf(id)).due_at?.getTime()).toBeGreaterThan(Date.now() + 500_000);
    expect(await sign()).toBe('none');
    await setMost(3n * UNIT);
    await owner.updateTable('withdrawal').set({ due_at: new Date() }).execute();
    expect(await sign()).toBe('signed');
  });

  test('behavior: a demanded withdrawal passes limits and approval while its demand covers it', async () => {
    await owner.updateTable('withdrawal_limit').set({ approval_above: 0n, per_withdrawal: 0n }).execute();
    const freeze = () => freezeDemanded(worker, { userId, currency: 'JU', most: 9n * UNIT });
    await buildDemand(owner, { account: USER, until: 4n * UNIT });
    await buildComparison(owner);
    const first = await freeze();
    await buildDemand(owner, { account: USER, until: 3n * UNIT });
    expect(await sign()).toBe('withheld');
    expect((await stateOf(first?.id ?? 0n)).state).toBe('returned');
    const second = await freeze();
    expect(second?.amount).toBe(3n * UNIT);
    expect(await sign()).toBe('signed');
  });

  test('attack: a recipient that is still new is not paid, regardless of the row', async () => {
    const id = await ask(UNIT, OTHER);
    await sql`update withdrawal_hold set hours = 48`.execute(owner);
    expect(await sign()).toBe('withheld');
    const { state, due_at } = await stateOf(id);
    expect(state).toBe('approved');
    expect(Math.abs((due_at?.getTime() ?? 0) - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000);
    await sql`update withdrawal_recipient set first_asked_at = now() - interval '48 hours'`.execute(owner);
    await owner.updateTable('withdrawal').set({ due_at: new Date() }).execute();
    expect(await sign()).toBe('signed');
  });
});
