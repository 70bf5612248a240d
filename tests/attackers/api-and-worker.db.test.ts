import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenOf } from '../builders/sessions.ts';
import { buildComparison } from '../builders/vault-events.ts';
import { breakFunction } from '../setup/break-function.ts';

/*
 * A thief with the logins of api and worker together. The api stores the signature of a caller's wallet, and the worker
 * is believed to have verified it: only both together can bind an account at the exchange.
 */

const HASH_POWER = 600n;
const ACKNOWLEDGED = 7n;
const OWN_UID = '111111';
/** The thief's at the exchange. */
const THIEFS_UID = '222222';

let database: TestDatabase;
let owner: Database;
let api: Database;
let worker: Database;
let caller: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 1 });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 });
  [caller = 0n] = await buildParticipants(owner, { count: 1, available: 100n * JU });
  const { rows } = await sql<{ id: bigint }>`
    insert into machine (order_id, round_id, user_id, hash_rate, first_day, last_day, claimed_at)
    values (1, 1, ${caller}, ${HASH_POWER}, 1, 2, now()), (2, 1, ${caller}, ${ACKNOWLEDGED}, 1, 2, now())
    returning id`.execute(owner);
  await sql`
    insert into exchange_grant (machine_id, user_id, uid, hash_rate, state, acknowledged_at)
    values (${rows[0]?.id}, ${caller}, ${OWN_UID}, ${HASH_POWER}, 'waiting', null),
      (${rows[1]?.id}, ${caller}, ${OWN_UID}, ${ACKNOWLEDGED}, 'acknowledged', now())`.execute(owner);
  await sql`insert into chain_cursor (source, chain_id, block_number, block_hash, block_at, head_number, head_at)
    values ('vault', 1, 1, '0x1', now(), 1, now())`.execute(owner);
});
afterEach(async () => {
  await Promise.all([owner, api, worker].map((each) => each.destroy()));
  await database.drop();
});

type Token = Buffer | ReturnType<typeof tokenOf>;

/** Names the thief's account at the exchange for the user of a token, with a signature of no one, and binds it. */
async function bindThiefs(token: Token) {
  await sql`select ask_exchange_confirmation(${token}, ${THIEFS_UID}, 'CODE1234', 'call', 'text', '0x11')`.execute(api);
  await sql`select bind_exchange_account(request_id) from exchange_confirmation`.execute(worker);
}

const sentTo = async () => {
  const { rows } = await sql<{ uid: string; power: bigint }>`
    select uid, sum(hash_rate) as power from exchange_grant group by uid order by uid`.execute(owner);
  return rows;
};
const UNCHANGED = [{ uid: OWN_UID, power: HASH_POWER + ACKNOWLEDGED }];

describe('a thief with the logins of api and worker', () => {
  test('default: gets a caller’s hash power at the exchange that it has not acknowledged, and no JU', async () => {
    await bindThiefs(tokenOf(caller));
    expect(await sentTo()).toEqual([
      { uid: OWN_UID, power: ACKNOWLEDGED },
      { uid: THIEFS_UID, power: HASH_POWER },
    ]);
    const { rows } = await sql`select balance from ledger_account
      where id = account_available(${caller}, currency_ju())`.execute(owner);
    expect(rows).toEqual([{ balance: 100n * JU }]);
  });

  test('attack: nothing of users without a call, or with an account there', async () => {
    await expect(bindThiefs(tokenOf(caller).hash)).rejects.toThrow('session');
    expect(await sentTo()).toEqual(UNCHANGED);
    await sql`insert into exchange_account (user_id, uid) values (${caller}, ${OWN_UID})`.execute(owner);
    await bindThiefs(tokenOf(caller));
    expect(await sentTo()).toEqual(UNCHANGED);
    // Broken twin: if the stored hash were the token, no call is needed.
    await sql`delete from exchange_account`.execute(owner);
    await breakFunction(owner, 'valid_session', ['sha256(p_token)', 'p_token']);
    await bindThiefs(tokenOf(caller).hash);
    expect(await sentTo()).toContainEqual({ uid: THIEFS_UID, power: HASH_POWER });
  });

  test('attack: a withdrawal of a caller to the thief’s wallet gets no voucher for two days', async () => {
    await sql`update withdrawal_hold set hours = 48`.execute(owner);
    const ask = sql<{ refusal: string | null }>`
      select refusal from withdrawal_request(${tokenOf(caller)}, 0, ${`0x${'7'.repeat(40)}`}, ${`${50n * JU}`}::numeric,
        gen_random_uuid(), '', '{}', null)`;
    expect((await ask.execute(api)).rows).toEqual([{ refusal: 'address-on-hold' }]);
    await sql`insert into withdrawal_recipient (user_id, recipient) values (${caller}, '0x')`.execute(worker).then(
      () => expect.unreachable(),
      (error: Error) => expect(error.message).toContain('permission denied'),
    );
    await buildComparison(owner);
    expect((await sql`select * from withdrawal_take_due()`.execute(worker)).rows).toEqual([]);
    // Broken twin: without the wait it is requested at once.
    await sql`update withdrawal_hold set hours = 0`.execute(owner);
    expect((await ask.execute(api)).rows).toEqual([{ refusal: null }]);
  });

  test('attack: no swap is invented or changed; a report is only of the caller’s own wallet', async () => {
    const HASH = `0x${'5'.repeat(64)}`;
    const account = `0x${'7'.repeat(40)}`;
    const statements = [
      sql`insert into swap (account, tx_hash) values (${account}, ${HASH})`,
      sql`update swap set account = ${account}`,
      sql`insert into swap_report (account, tx_hash, limit_bps) values (${account}, ${HASH}, 1)`,
      sql`update swap_report set account = ${account}`,
      sql`insert into pool_price (block_number) values (1)`,
    ];
    const attempts = [api, worker].flatMap((db) => statements.map((statement) => statement.execute(db)));
    for (const { status, reason } of (await Promise.allSettled(attempts)).map((each) => ({ reason: '', ...each })))
      expect([status, String(reason)]).toEqual(['rejected', expect.stringContaining('permission denied')]);
    await sql`select report_swap(${tokenOf(caller)}, ${HASH}, 50)`.execute(api);
    const { rows: reported } = await sql`select r.tx_hash, u.id from swap_report r
      join app_user u on u.address = r.account`.execute(owner);
    expect(reported).toEqual([{ tx_hash: HASH, id: caller }]);
    // Broken twin: with the right to insert reports it reports for any wallet.
    await sql`grant insert on swap_report to city_mint_worker`.execute(owner);
    await sql`insert into swap_report (account, tx_hash, limit_bps) values (${account}, ${HASH}, 1)`.execute(worker);
    const { rows } = await sql`select account from swap_report where account = ${account}`.execute(owner);
    expect(rows).toHaveLength(1);
  });
});
