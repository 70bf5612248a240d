import { devAccount } from '@city-mint/devnet/dev-accounts';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { inTransaction } from '@city-mint/server/platform/database/transaction';
import { ensureUser } from '@city-mint/server/session/commands/users';
import { createLogin, type Login } from '@city-mint/tests/setup/create-login';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postTransfer } from '../builders/post-transfer.ts';

const UNIT = 10n ** 18n;
const VICTIM = devAccount(2).address;
const THIEF = devAccount(40).address;

let database: TestDatabase;
let owner: Database;
let login: Login;
/** A client with the stolen connection string of an api. */
let stolen: pg.Client;
let victim: bigint;
let thief: bigint;

async function userWithTen(address: `0x${string}`, sourceId: bigint): Promise<bigint> {
  return inTransaction(owner, async (tx) => {
    const { userId } = await ensureUser(tx, address);
    await postTransfer(tx, {
      kind: 'deposit',
      from: { kind: 'custody', currency: 'JU', owner: 0n },
      to: { kind: 'available', currency: 'JU', owner: userId },
      amount: tokenAmount(10n * UNIT),
      sourceId,
    });
    return userId;
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  victim = await userWithTen(VICTIM, 1n);
  thief = await userWithTen(THIEF, 2n);
  await sql`update withdrawal_hold set hours = 48`.execute(owner);
  login = await createLogin(database.url, 'city_mint_api');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
});
afterAll(async () => {
  await stolen.end();
  await owner.destroy();
  await login.drop();
  await database.drop();
});

async function everything(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(a order by id) from ledger_account a) as accounts,
      (select json_agg(w order by id) from withdrawal w) as withdrawals,
      (select json_agg(u order by id) from app_user u) as users,
      (select json_agg(p order by user_id) from participant p) as participants,
      (select json_agg(b order by id) from team_bind b) as bindings`.execute(owner);
  return rows;
}

const VOUCHER_ID = `'0x' || repeat('ab', 32)`;

/** Attempts that succeeded against earlier versions, and those that a thief would try next. */
const ATTEMPTS: readonly (readonly [string, () => string])[] = [
  [
    'an approved withdrawal of the victim’s balance to another wallet',
    () => `insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount,
      state) values (${victim}, gen_random_uuid(), '', ${VOUCHER_ID}, '${THIEF}', '${THIEF}', 0, 5, 'approved')`,
  ],
  ['another address of the victim', () => `update app_user set address = '${THIEF}' where id = ${victim}`],
  ['a user of a chosen id', () => `insert into app_user (id, address) overriding system value values (7, '${THIEF}')`],
  [
    'the frozen sum that the signer compares',
    () => `select ledger_write_transfer(2, ${victim}::bigint * 256 + 1, ${victim}::bigint * 256 + 2, 5, 99)`,
  ],
  ['a deposit that never was', () => `select ledger_credit_many(1, 0, array[${thief} * 256 + 1], array[5], array[99])`],
  [
    'a batch of transfers',
    () => `select ledger_write_batch(array[1], array[0::bigint], array[257::bigint], array[5], array[9])`,
  ],
  ['a transfer written as a row', () => `insert into ledger_transfer (debit_account) values (0)`],
  ['a balance', () => `update ledger_account set balance = 5`],
  ['approval', () => `update withdrawal set state = 'approved', proposed_by = 'a', approved_by = 'b'`],
  ['a voucher', () => `insert into withdrawal_voucher values (1, 1, now(), now(), '0x')`],
  [
    'a known recipient',
    () => `insert into withdrawal_recipient values (${victim}, '${THIEF}', now() - interval '9 days')`,
  ],
  ['a recipient of long ago', () => `update withdrawal_recipient set first_asked_at = now() - interval '9 days'`],
  ['no limits', () => `update withdrawal_limit set per_day = 1e30`],
  ['no waiting time', () => `update withdrawal_hold set hours = 0`],
  ['a recharge that counts against the limits', () => `delete from recharge`],
  [
    'an order that nothing was paid for',
    () => `insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, late)
      values (1, ${thief}, 1, 5, 5, gen_random_uuid(), false)`,
  ],
  ['a full round', () => `update round set filled = quota`],
  ['an opened round', () => `update round set state = 'open'`],
  ['a transition', () => `insert into round_transition (round_id, state) values (1, 'full')`],
  ['a claim of hash power', () => `insert into hash_power_claim values (1, ${thief}, 1, 5)`],
  ['everyone’s hash power, without machines', () => `select claim_hash_power(array[${victim}::bigint])`],
  ['machines of claims that others made', () => `select insert_machines(array[1::bigint], null)`],
  [
    'a machine that mines all',
    () => `insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
      values (${thief}, 1, 1, 5e30, now(), 1, 9999)`,
  ],
  [
    'a grant to the exchange',
    () => `insert into exchange_grant (machine_id, user_id, uid, hash_rate) values (1, 1, '1', 5)`,
  ],
  ['the victim’s account at the exchange', () => `insert into exchange_account values (${victim}, '123456')`],
  ['an account that the exchange has not confirmed', () => `select bind_exchange_account(gen_random_uuid())`],
  ['a freed account', () => `select free_exchange_account(${victim})`],
  ['the debits of a join', () => `select ledger_write_debits(5, 259, array[257::bigint], array[5], array[9::bigint])`],
  [
    'the thief as the inviter of whoever has none',
    () => `update participant set inviter_id = ${thief} where inviter_id is null`,
  ],
  [
    'the thief as the inviter of a newcomer',
    () => `insert into participant (user_id, inviter_id) values (${victim}, ${thief})`,
  ],
  [
    'the thief as an inviter who is qualified',
    () => `insert into participant (user_id, first_settled_round_id) values (${thief}, 0)`,
  ],
  ['the victim in the thief’s team', () => `insert into team_bind (user_id, inviter_id) values (${victim}, ${thief})`],
  ['the locks of a binding', () => `select lock_for_bind(${victim}, ${thief})`],
  ['the end of every session', () => `update session set ended_at = now()`],
  ['a session that lasts', () => `update session set last_used_at = now() + interval '20 hours'`],
  ['a consent', () => `insert into consent (user_id, hash) values (${victim}, '')`],
  ['the last consent', () => `update app_user set consent_hash = ''`],
  ['a name on the leaderboards', () => `insert into leaderboard_name values (${victim}, 'Victim')`],
  [
    'a refusal of a request',
    () => `insert into request_refusal (user_id, request_id, action, body_hash, error, details)
      values (${victim}, gen_random_uuid(), 'join', '', 'round-full', '{}')`,
  ],
  ['no texts to sign', () => `delete from confirmation`],
  ['a text to sign', () => `insert into confirmation (nonce) values ('')`],
  ['a swap', () => `insert into swap_report (account, tx_hash, limit_bps) values ('', '', 1)`],
  ['locks of everyone’s accounts', () => `select ledger_lock_accounts(array[${victim} * 256 + 1])`],
  ['accounts of no one', () => `select ledger_open_accounts(array[1::bigint])`],
  ['machines of everyone', () => `select claim_machines(array[${victim}::bigint], null)`],
  ['resumed withdrawals', () => `update system_switch set paused = false`],
  ['the role of the signer', () => `set role city_mint_worker`],
  ['the role of operators', () => `set role city_mint_operator`],
  ['the role of the indexer', () => `set role city_mint_indexer`],
  [
    'a function of its own that acts with more rights',
    () => `create function f() returns int language sql as 'select 1'`,
  ],
];

describe('a thief with the login of an api', () => {
  test.each(ATTEMPTS)('writes nothing: %s', async (_name, statement) => {
    const before = await everything();
    await expect(stolen.query(statement())).rejects.toThrow(/permission denied|cannot insert a non-DEFAULT value/);
    expect(await everything()).toEqual(before);
  });
});
