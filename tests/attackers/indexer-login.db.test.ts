import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { buildVaultEvent } from '@city-mint/tests/builders/vault-events';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/* A thief with the login of the indexer, and an ordinary account. It may write events and cursors. */

let database: TestDatabase;
let owner: Database;
let indexer: Database;
let victim: bigint;
let thief: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url }));
  indexer = databaseOver(createPool(asRole(database.url, 'city_mint_indexer')));
  [victim = 0n, thief = 0n] = await buildParticipants(owner, { count: 2, available: 900n * JU });
  // Any event will do as a source: this one is no deposit.
  await buildVaultEvent(owner, { kind: 'voucher-cancelled', payload: { voucherId: '0x00' } });
  await sql`insert into chain_cursor (source, chain_id, block_number, block_hash, block_at, last_seq)
    values ('vault', 1, 1, '0x1', now(), 1)`.execute(owner);
});
afterEach(async () => {
  await Promise.all([owner.destroy(), indexer.destroy()]);
  await database.drop();
});

async function available(user: bigint): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select ledger_balance(account_available(${user}, currency_ju())) as balance`.execute(owner);
  return rows[0]?.balance ?? 0n;
}
const addressOf = async (user: bigint): Promise<string> =>
  (await owner.selectFrom('app_user').select('address').where('id', '=', user).executeTakeFirstOrThrow()).address;
const balances = async () => [await available(victim), await available(thief)];

/** Custody keeps its sum: a deposit to the thief, and a payment by the victim that never was. */
async function moveThroughCustody(): Promise<void> {
  const amount = sql`${(899n * JU).toString()}::numeric`;
  await sql`select ledger_write_transfer(kind_deposit(), account_custody(0), account_available(${thief}, 0),
    ${amount}, 1)`.execute(indexer);
  await sql`select ledger_write_transfer(kind_unknown_payment(), account_available(${victim}, 0), account_custody(0),
    ${amount}, 1)`.execute(indexer);
}

/** A payment of the victim's wallet that never was, which the thief says is decided. */
async function payUnknown(bookedAgainst: string | null): Promise<RawBuilder<unknown>> {
  const account = await addressOf(victim);
  const payload = { voucherId: '0x99', account, to: account, currency: 'JU', amount: `${899n * JU}` };
  const seq = await buildVaultEvent(indexer, { kind: 'withdrawn', payload });
  await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
    block_at) values (${seq}, '0x99', ${account}, ${account}, 0, ${`${899n * JU}`}::numeric, '0x', 1, now())`.execute(
    indexer,
  );
  if (bookedAgainst !== null) {
    await sql`update unknown_payment set booked_against = ${bookedAgainst}, decided_at = now()`.execute(indexer);
  }
  return sql`select booked from book_unknown_payment(${seq})`;
}

describe('a thief with the login of the indexer takes nothing', () => {
  test('attack: a deposit and an unknown payment, whose sum custody does not show, are refused', async () => {
    await expect(moveThroughCustody()).rejects.toThrow('permission denied');
    expect(await balances()).toEqual([900n * JU, 900n * JU]);
  });

  test('broken twin: with the right to post, the thief has the victim’s balance', async () => {
    await sql`grant execute on function ledger_write_transfer to city_mint_indexer`.execute(owner);
    await moveThroughCustody();
    expect(await balances()).toEqual([JU, 1799n * JU]);
  });

  test.each([
    ['a balance', 'update ledger_account set balance = balance + 1'],
    ['a transfer', 'delete from ledger_transfer'],
    [
      'a recharge',
      `insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash)
      values (99, 1, 0, 1, 1, now(), '0x')`,
    ],
    ['a waiting deposit', `insert into recharge_waiting (seq, account, currency, amount) values (9, '0x', 0, 1)`],
    ['the state of a withdrawal', `update withdrawal set state = 'returned'`],
    ['a decision about a payment', `update unknown_payment set booked_against = 'account'`],
    ['the examination of a payment', 'update unknown_payment set proven = true, examined_at = now()'],
    ['a comparison with the vault', 'update vault_comparison set agrees = true'],
    ['an event that is stored', `update chain_event set payload = '{}'`],
    ['an event’s row', 'delete from chain_event'],
    ['the end of a pause', 'update system_switch set paused = false'],
    ['the end of a halt', 'update chain_cursor set halt_reason = null'],
    ['the end of a halt, by its function', `select chain_cursor_resume('vault', 'x', null)`],
    ['a user', `insert into app_user (address) values ('0x000000000000000000000000000000000000dEaD')`],
    [
      'a batch of transfers',
      'select ledger_write_batch(array[1], array[0::bigint], array[257::bigint], array[5], array[9])',
    ],
    ['a credit of many', 'select ledger_credit_many(1, 0, array[257], array[5], array[99])'],
    ['a booking of deposits past the pause', `select book_deposits('{1}')`],
    ['a payment by itself', `select write_payments('{1}', '{1}')`],
    ['a return by itself', `select withdrawal_return(w, 'expired') from withdrawal w`],
    ['a part of the treasury', 'select unknown_payment_from_system(p) from unknown_payment p'],
  ])('attack: it cannot write %s', async (_what, statement) => {
    await expect(sql.raw(statement).execute(indexer)).rejects.toThrow('permission denied');
  });

  test('attack: an unknown payment is not booked before operators decide, and the thief cannot decide', async () => {
    const { rows } = await (await payUnknown(null)).execute(indexer);
    expect(rows).toEqual([{ booked: false }]);
    expect(await balances()).toEqual([900n * JU, 900n * JU]);
  });

  test('broken twin: with the right to decide, a payment of the victim is booked', async () => {
    await sql`grant update (booked_against, decided_at) on unknown_payment to city_mint_indexer`.execute(owner);
    await (await payUnknown('account')).execute(indexer);
    expect(await available(victim)).toBe(JU);
  });

  test('attack: a decision about another payment books nothing', async () => {
    const booking = await payUnknown(null);
    await sql`update unknown_payment set booked_against = 'account', decided_at = now(), amount = 1`.execute(owner);
    expect((await booking.execute(indexer)).rows).toEqual([{ booked: false }]);
  });

  test.each([
    ['another amount', { amount: '1' }],
    ['another recipient', { to: `0x${'9'.repeat(40)}` }],
    ['another account', { account: `0x${'9'.repeat(40)}` }],
    ['another currency', { currency: 'FMC' }],
  ])('attack: a payment with %s completes no withdrawal', async (_what, other) => {
    const account = await addressOf(victim);
    const id = await buildWithdrawal(owner, { userId: victim, account, amount: JU, state: 'signed' });
    const row = await owner
      .selectFrom('withdrawal')
      .select('voucher_id')
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
    const fields = { voucherId: row?.voucher_id ?? '', account, to: account, currency: 'JU', amount: `${JU}` };
    const complete = async (payload: Record<string, string>) => {
      const seq = await buildVaultEvent(indexer, { kind: 'withdrawn', payload });
      return (await sql`select withdrawal_id from complete_withdrawals(array[${seq}]::bigint[])`.execute(indexer)).rows;
    };
    expect(await complete({ ...fields, ...other })).toEqual([]);
    expect(await complete(fields)).toEqual([{ withdrawal_id: BigInt(id) }]);
    expect(await complete(fields)).toEqual([]);
  });
});
