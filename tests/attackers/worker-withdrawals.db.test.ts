import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildParticipants } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';
import { buildComparison } from '../builders/vault-events.ts';
import { buildWithdrawal } from '../builders/withdrawals.ts';
import { asRole } from '../setup/as-role.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A thief with the login of a worker, without the key that signs vouchers. At most it records a worthless signature for
 * a withdrawal that is due, or postpones one: an amount stays frozen until its last deadline has passed.
 */

let database: TestDatabase;
let owner: Database;
let worker: Database;
let user: bigint;
let account: string;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url }));
  worker = databaseOver(createPool(asRole(database.url, 'city_mint_worker')));
  [user = 0n] = await buildParticipants(owner, { count: 1, available: 900n * JU });
  ({ address: account } = await owner.selectFrom('app_user').select('address').executeTakeFirstOrThrow());
  await sql`insert into chain_cursor (source, chain_id, block_number, block_hash, block_at, head_number, head_at)
    values ('vault', 1, 1, '0x1', now(), 1, now())`.execute(owner);
});
afterEach(async () => {
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});

const build = async (state: 'requested' | 'approved' | 'signed') => {
  const id = BigInt(await buildWithdrawal(owner, { userId: user, account, amount: JU, state }));
  await buildComparison(owner);
  return id;
};
const record = (id: bigint, minutes = 20) =>
  sql`
  select record_voucher(${id}, now(), now() + make_interval(mins => ${minutes}::int), '0x00') as number`.execute(
    worker,
  );

describe('a thief with the login of a worker', () => {
  test.each([
    ['an approval', `update withdrawal set state = 'approved', due_at = now()`],
    ['a return', `update withdrawal set state = 'returned', returned_at = now()`],
    ['a completion', `update withdrawal set state = 'completed'`],
    ['a voucher past the function', `insert into withdrawal_voucher values (1, 1, now(), now(), '0x')`],
    ['a withdrawal', `insert into withdrawal (user_id) values (1)`],
    ['the end of a pause', 'update system_switch set paused = false'],
    ['a pause of joins', `update system_switch set paused = true where name = 'joins'`],
    ['a decision about a payment', `update unknown_payment set booked_against = 'account'`],
    ['a return by its function', 'select return_expired_withdrawal(1)'],
    ['a rejection by its function', 'select reject_withdrawal(1)'],
    ['a payment by its function', `select complete_withdrawals('{1}')`],
    ['a deposit by its function', `select credit_deposits('{1}')`],
  ])('attack: it cannot write %s', async (_what, statement) => {
    await build('requested');
    await expect(sql.raw(statement).execute(worker)).rejects.toThrow('permission denied');
  });

  test('attack: a withdrawal that waits for operators gets no voucher and cannot be made due', async () => {
    const id = await build('requested');
    await sql`select withdrawal_postpone(${id}, now())`.execute(worker);
    await expect(record(id)).rejects.toThrow('not due');
    const restore = await breakFunction(owner, 'record_voucher', [
      `w.state not in ('approved', 'signed') or w.due_at is null`,
      'false',
    ]);
    const approved = await breakFunction(owner, 'withdrawal_obstacle', ['w.approval_needed', 'false']);
    // Twin: without the check of the state and of the approval it is signed.
    expect((await record(id)).rows).toEqual([{ number: 1 }]);
    await restore();
    await approved();
  });

  test('attack: a long term is refused, broken twin: without the check it is recorded', async () => {
    const id = await build('approved');
    await expect(record(id, 600)).rejects.toThrow('its term is too long');
    await breakFunction(owner, 'record_voucher', ['p_deadline > latest', 'false and p_deadline > latest']);
    expect((await record(id, 600)).rows).toEqual([{ number: 1 }]);
  });

  test('attack: no comparison, no voucher; broken twin: without the check there is one', async () => {
    const id = await build('approved');
    await sql`update vault_comparison set agrees = false`.execute(owner);
    await expect(record(id)).rejects.toThrow('not compared with the vault');
    await breakFunction(owner, 'record_voucher', ['c.agrees and', 'true or c.agrees and']);
    expect((await record(id)).rows).toEqual([{ number: 1 }]);
  });

  test('attack: a recorded voucher that is still valid is not replaced, and there are three at most', async () => {
    const id = await build('approved');
    await record(id);
    await sql`update withdrawal set due_at = now()`.execute(owner);
    await expect(record(id)).rejects.toThrow('its last voucher is valid');
    for (const number of [2, 3]) {
      await sql`update withdrawal_voucher set deadline = now() - interval '1 hour'`.execute(owner);
      await sql`update withdrawal set due_at = now()`.execute(owner);
      expect((await record(id)).rows).toEqual([{ number }]);
    }
    await sql`update withdrawal_voucher set deadline = now() - interval '1 hour'`.execute(owner);
    await sql`update withdrawal set due_at = now()`.execute(owner);
    await expect(record(id)).rejects.toThrow('no more vouchers');
  });

  test('limit: an amount above a limit gets no voucher, whatever the worker decides', async () => {
    const id = await build('approved');
    await sql`update withdrawal_limit set per_withdrawal = 1`.execute(owner);
    await expect(record(id)).rejects.toThrow('limit-exceeded');
  });
});
