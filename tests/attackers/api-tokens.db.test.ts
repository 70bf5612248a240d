// @module-tag soak-4
import type { TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { composeDisclosure } from '@city-mint/server/session/disclosure-content';
import { coveringOf } from '@city-mint/server/session/queries/covering';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exitKeyOf } from '../builders/exit-keys.ts';
import { buildParticipants } from '../builders/participants.ts';
import { buildPlan, JU, type OpenRound, openRound } from '../builders/rounds.ts';
import { tokenOf } from '../builders/sessions.ts';
import { buildWithdrawal } from '../builders/withdrawals.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A thief with the login of an api, who acts for a victim. Everything that the login may execute or write is read from
 * the catalogue: what acts for a user takes the token of their session, and the rest says what it can do at most.
 */

const WALLET = `0x${'7'.repeat(40)}`;
const NONCE = 'ab'.repeat(16);
const HASH = `0x${'c'.repeat(64)}`;

let database: TestDatabase;
let owner: Database;
let login: Login;
/** A client with the stolen connection string of an api. */
let stolen: pg.Client;
let round: OpenRound;
let victim: bigint;
let withdrawal: string;
let tables: string[];

/** Calls of functions for the user of a session; `token` is SQL. */
const ACTS: Readonly<Record<string, (token: string) => string>> = {
  accept_disclosure: (token) => `select accept_disclosure(${token}, '${HASH}')`,
  ask_auto_mint: (token) => `select ask_auto_mint(${token}, '${NONCE}', 0, 0, 0, 0, null, 'text', '0x11')`,
  ask_exchange_confirmation: (token) =>
    `select ask_exchange_confirmation(${token}, '777777', 'CODE1234', 'call', 'text', '0x11')`,
  ask_inviter_binding: (token) =>
    `select ask_inviter_binding(${token}, '${NONCE}', '${WALLET}', 'call', 'text', '0x11')`,
  auto_mint_hold: (token) => `select auto_mint_hold(${token})`,
  auto_mint_set: (token) => `select auto_mint_set(${token}, true, 0, 5, 0, 1, null)`,
  claim_own_machines: (token) => `select claim_own_machines(${token}, null)`,
  confirmation_store: (
    token,
  ) => `select confirmation_store(${token}, '${'cd'.repeat(16)}', 'bind-inviter', '{}', 'text',
    now(), now() + interval '10 minutes')`,
  confirmation_use: (token) => `select confirmation_use(${token}, '${NONCE}')`,
  exit_key: (token) => `select exit_key(${token})`,
  join_decided: (token) => `select join_decided(${round.roundId}, '${round.termsHash}', clock_timestamp(),
    array[${token}]::bytea[], array[9e18], array[9e18], array[gen_random_uuid()])`,
  join_rounds: (token) => `select * from join_rounds(array[${round.roundId}], array['${round.termsHash}'],
    array[${token}]::bytea[], array[9e18], array[gen_random_uuid()], array[0], array[1])`,
  lock_for_joins: (token) => `select * from lock_for_joins(${round.roundId}, array[${token}]::bytea[])`,
  mail_of: (token) => `select * from mail_of(${token})`,
  mail_remove: (token) => `select mail_remove(${token})`,
  mail_renew: (token) => `select mail_renew(${token}, 'device', 'en')`,
  mail_save: (token) => `select mail_save(${token}, 'thief@mint.example', true, 'device', '127.0.0.1', 'zh',
    array['settled'])`,
  push_events_of: (token) => `select push_events_of(${token}, 'https://push.example/1')`,
  push_subscribe: (token) => `select push_subscribe(${token}, 'https://push.example/1', repeat('B', 87),
    repeat('a', 22), 'zh', array['settled'])`,
  report_swap: (token) => `select report_swap(${token}, '${HASH}', 50)`,
  save_refusals: (token) => `select save_refusals(array[${token}]::bytea[], array[gen_random_uuid()], 'join',
    array['\\x00'::bytea], array['round-full'], array['{}'::json])`,
  session_end: (token) => `select session_end(${token})`,
  session_revoke: (token) => `select session_revoke(${token}, null)`,
  session_touch: (token) => `select session_touch(array[${token}]::bytea[])`,
  set_leaderboard_name: (token) => `select set_leaderboard_name(${token}, 'Victim', 'Operator')`,
  withdrawal_lock: (token) => `select withdrawal_lock(${token})`,
  withdrawal_request: (token) => `select withdrawal_request(${token}, 0, (select address from app_user
    where id = ${victim}), 5, gen_random_uuid(), '', '{}', null)`,
  withdrawal_sign_again: (token) => `select withdrawal_sign_again(${token}, ${withdrawal})`,
};
/** Functions that only read, or lock until the transaction ends, and one without anything to claim. */
const WITHOUT_EFFECT = [
  'lock_for_joins',
  'withdrawal_lock',
  'claim_own_machines',
  'push_events_of',
  'mail_of',
  'exit_key',
];

/** Other functions of the role: what a thief can do with each at most to a user who is not calling. */
const OTHERS: Readonly<Record<string, string>> = {
  cache_mined: 'adds a user’s mined output, which is final, to the cache of their totals: no total changes',
  cache_totals: 'adds a user’s settled orders, which are final, to the cache of their totals: no total changes',
  mail_confirm: 'confirms an address by a token that only its mail contains, and of which only the hash is stored',
  mail_stop: 'deletes an address by a token that only its mails contain: no money is moved',
  push_stop: 'ends notices of a browser by a token that only this browser got: no money is moved',
  database_position: 'reads the public hash of a journal entry',
  standby_position: 'reads how far a standby has replayed',
};

/** Rights to write: what a thief can do with each at most. */
const WRITES: Readonly<Record<string, string>> = {
  'disclosure insert': 'publishes a version that no user accepted, and that covers nothing',
};

beforeAll(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url, maxConnections: 2, statementTimeoutMs: 60_000 }));
  login = await createLogin(database.url, 'city_mint_api');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
  round = await openRound(owner, buildPlan({}));
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(owner);
  tables = rows.map(({ name }) => name);
});
beforeEach(async () => {
  [victim = 0n] = await buildParticipants(owner, { count: 1, available: 10n * JU });
  withdrawal = await buildWithdrawal(owner, { userId: victim, account: WALLET, amount: JU, state: 'signed' });
  await sql`delete from confirmation`.execute(owner);
  await sql`insert into confirmation (nonce, user_id, action, fields, message, expires_at)
    values (${NONCE}, ${victim}, 'bind-inviter', '{}', 'text', now() + interval '10 minutes')`.execute(owner);
  await sql`insert into mail_address (user_id, session_id, device_hash, address, lang, events)
    values (${victim}, 0, sha256('device'), 'victim@mint.example', 'zh', '{}')`.execute(owner);
  await sql`insert into session (token_hash, user_id, expires_at, last_used_at, ended_at)
    select sha256(convert_to(kind || ${victim}, 'UTF8')), ${victim}, now() + expires, now() - unused, ended
    from (values ('ended', interval '1 day', interval '0', now()),
      ('expired', interval '-1 second', interval '0', null),
      ('unused', interval '1 day', interval '2 hours', null), ('other', interval '1 day', interval '0', null)
    ) t (kind, expires, unused, ended)`.execute(owner);
  // Long enough ago that the next use is stored.
  await sql`update session set last_used_at = now() - interval '5 minutes'
    where token_hash = ${tokenOf(victim).hash}`.execute(owner);
});
afterAll(async () => {
  await stolen.end();
  await owner.destroy();
  await login.drop();
  await database.drop();
});

/** A hash of all rows of all tables. */
async function everything(): Promise<string> {
  const one = (name: string) =>
    `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as rows from ${name} t`;
  const { rows } = await sql`${sql.raw(tables.map(one).join(' union all '))} order by 1`.execute(owner);
  return JSON.stringify(rows);
}

const held = () => `'\\x${Buffer.from(tokenOf(victim).reveal()).toString('hex')}'::bytea`;
const hashHeld = () => `'\\x${tokenOf(victim).hash.toString('hex')}'::bytea`;

/** What a thief of the login has instead of a token; the hash is in a table that the login reads. */
const NO_TOKENS: readonly (readonly [string, () => string])[] = [
  ['a random one', () => `'\\x${'ab'.repeat(43)}'::bytea`],
  ['none', () => `null::bytea`],
  ['the stored hash', hashHeld],
  ['one of a session that was ended', () => `convert_to('ended${victim}', 'UTF8')`],
  ['one of an expired session', () => `convert_to('expired${victim}', 'UTF8')`],
  ['one that was not used for two hours', () => `convert_to('unused${victim}', 'UTF8')`],
];

describe('a thief of the api’s login who acts for a victim', () => {
  test('the catalogue: each function of the role takes a token, or has a stated limit', async () => {
    const { rows } = await sql<{ name: string; takes_token: boolean }>`
      select proname as name, 'bytea'::regtype = any (proargtypes) or 'bytea[]'::regtype = any (proargtypes)
        as takes_token
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
        and has_function_privilege('city_mint_api', oid, 'execute') and proname not like 'sign_in%'
      order by 1`.execute(owner);
    expect(rows.filter((row) => row.takes_token).map(({ name }) => name)).toEqual(Object.keys(ACTS).toSorted());
    expect(rows.filter((row) => !row.takes_token).map(({ name }) => name)).toEqual(Object.keys(OTHERS).toSorted());
  });

  test('the catalogue: each right to write has a stated limit', async () => {
    const { rows } = await sql<{ right: string }>`
      select distinct table_name || ' ' || lower(privilege_type) as right from (
        select table_name, privilege_type, grantee from information_schema.table_privileges
        union select table_name, privilege_type, grantee from information_schema.column_privileges
      ) granted where grantee = 'city_mint_api' and privilege_type <> 'SELECT' order by 1`.execute(owner);
    expect(rows.map(({ right }) => right)).toEqual(Object.keys(WRITES));
  });

  test.each(Object.entries(ACTS))('attack: without a token nothing changes by %s', async (_name, act) => {
    const before = await everything();
    for (const [, token] of NO_TOKENS) await stolen.query(act(token())).catch(() => undefined);
    expect(await everything()).toBe(before);
  });

  test.each(Object.entries(ACTS).filter(([name]) => !WITHOUT_EFFECT.includes(name)))(
    'default: with the token the same call of %s changes something',
    async (_name, act) => {
      const before = await everything();
      await stolen.query(act(held()));
      expect(await everything()).not.toBe(before);
    },
  );

  test('attack: reads no secret that names leaves; an exit key only with the token of its account', async () => {
    for (const statement of ['select secret from exit_master', 'select secret from liabilities_tree'])
      await expect(stolen.query(statement)).rejects.toThrow('permission denied');
    for (const [, token] of NO_TOKENS)
      await expect(stolen.query(ACTS['exit_key']?.(token()) ?? '')).rejects.toThrow('no valid session');
    const { rows } = await stolen.query<{ exit_key: Buffer }>(ACTS['exit_key']?.(held()) ?? '');
    const { address } = await owner
      .selectFrom('app_user')
      .select('address')
      .where('id', '=', victim)
      .executeTakeFirstOrThrow();
    expect(rows).toEqual([{ exit_key: Buffer.from(await exitKeyOf(owner, address)) }]);
  });

  test.each(['lock_for_joins', 'withdrawal_lock'])('attack: %s locks nothing without a token', async (name) => {
    const locks = async (token: string) => {
      await stolen.query('begin');
      await stolen.query(ACTS[name]?.(token) ?? '').catch(() => undefined);
      const { rows } = await sql`
        select 1 from pg_locks where locktype in ('transactionid', 'advisory') and granted
          and pid = (select pid from pg_stat_activity where usename = ${new URL(login.url).username})`.execute(owner);
      await stolen.query('rollback');
      return rows.length > 0;
    };
    for (const [, token] of NO_TOKENS) expect(await locks(token())).toBe(false);
    expect(await locks(held())).toBe(true);
  });

  test('broken twin: if the stored hash were the token, the thief joins with all that the victim has', async () => {
    const restore = await breakFunction(owner, 'valid_session', ['sha256(p_token)', 'p_token']);
    await stolen.query(ACTS['join_rounds']?.(hashHeld()) ?? '');
    await restore();
    const order = owner.selectFrom('mint_order').select('accepted').where('user_id', '=', victim);
    expect(await order.execute()).toEqual([{ accepted: 9n * JU }]);
  });

  test.each([
    ['ended', 'ended_at is null and '],
    ['expired', ' and expires_at > now()'],
    ['unused', " and last_used_at > now() - interval '2 hours'"],
  ])('broken twin: without its check a session that is %s still withdraws', async (kind, check) => {
    const restore = await breakFunction(owner, 'valid_session', [check, '']);
    await stolen.query(ACTS['withdrawal_request']?.(`convert_to('${kind}${victim}', 'UTF8')`) ?? '');
    await restore();
    const open = owner.selectFrom('withdrawal').select('id').where('user_id', '=', victim);
    expect(await open.execute()).toHaveLength(2);
  });

  test('broken twin: with the former rights the thief ends every session of the victim', async () => {
    await sql`grant insert on request_refusal to city_mint_api`.execute(owner);
    await sql`grant update on session to city_mint_api`.execute(owner);
    await stolen.query('update session set ended_at = now() where user_id = $1 and ended_at is null', [victim]);
    await stolen.query(`insert into request_refusal (user_id, request_id, action, body_hash, error, details)
      values (${victim}, gen_random_uuid(), 'join', '', 'round-full', '{}')`);
    await sql`revoke insert on request_refusal from city_mint_api`.execute(owner);
    await sql`revoke update on session from city_mint_api`.execute(owner);
    await expect(stolen.query(ACTS['join_rounds']?.(held()) ?? '')).resolves.toMatchObject({ rows: [] });
  });

  test('attack: a version with the hash of narrow terms and wide terms covers nothing', async () => {
    const operator = { name: 'City Mint', contact: 'contact' };
    const spanTo = (to: number) => ({ from: 0, to });
    const termsTo = (to: number): TermsSpan => ({
      ...{ mintFeeBps: spanTo(to), lossBps: spanTo(to), lateBps: spanTo(to), referralBps: spanTo(to) },
      ...{ nodesBps: spanTo(to), levelsBps: spanTo(to), treasuryBps: spanTo(to), reserveDrawBps: spanTo(to) },
      compensationTimesBps: spanTo(to),
    });
    const [narrow, wide] = [composeDisclosure(operator, termsTo(100)), composeDisclosure(operator, termsTo(9_000))];
    const store = (hash: string) =>
      stolen.query('insert into disclosure (hash, conduct_hash, terms, content) values ($1, $2, $3, $4)', [
        ...[hash, wide.conductHash, JSON.stringify(wide.terms), '{}'],
      ]);
    await store(narrow.hash);
    expect(await coveringOf(owner, composeDisclosure(operator, termsTo(5_000)))).not.toContain(narrow.hash);
    // Twin: under its own hash the same version covers terms within its own.
    await store(wide.hash);
    expect(await coveringOf(owner, composeDisclosure(operator, termsTo(5_000)))).toContain(wide.hash);
  });
});
