import { randomUUID } from 'node:crypto';
import type { OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { publishPlan } from '@city-mint/server/rounds/offers/commands';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFunds, buildParticipants } from '../builders/participants.ts';
import { buildPlan, JU } from '../builders/rounds.ts';
import { takeTogether } from '../builders/take-together.ts';
import { buildWithdrawal } from '../builders/withdrawals.ts';
import { signAction, type Unsigned } from '../refusals/sign-action.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';

const first = privateKeyToAccount(generatePrivateKey());
const second = privateKeyToAccount(generatePrivateKey());
const thief = privateKeyToAccount(generatePrivateKey());
/** Reads as an operator, and would rather do more. */
const viewer = privateKeyToAccount(generatePrivateKey());
const reason = 'because it is tested';

/**
 * Writes permitted to the login: operators' requests, the use and end of their sessions, and data without effect:
 * drafts of plans, and previews of texts, which the page marks as such.
 */
const WRITES = [
  'delete plan_draft',
  'delete text_preview',
  'insert operator_request',
  'insert plan_draft',
  'insert text_preview',
  'update operator_session',
  'update plan_draft',
];

/** By its rights, or because no one may: a generated column, a view that is computed. */
const REFUSED =
  /permission denied|can only be updated to DEFAULT|cannot insert a non-DEFAULT|(into|update|from) view|not a table/;

let database: TestDatabase;
let owner: Database;
let api: TestApi;
let login: Login;
/** A client with the stolen connection string of the ops process. */
let stolen: pg.Client;
let one: OperatorClient;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  await buildFunds(owner, { reserve: 100n * JU, emission: 10_000_000n * JU });
  await publishPlan(owner, buildPlan({ phase: 1, rounds: 1, firstQuota: tokenAmount(100n * JU) }));
  const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10n * JU });
  await buildWithdrawal(owner, { userId, account: thief.address, amount: 5n * JU, state: 'requested' });
  api = await startTestApi({
    databaseUrl: database.url,
    env: { OPERATOR_ADDRESSES: `${first.address},${second.address},${viewer.address}` },
  });
  await api.admin.query(`insert into operator_account (address, role) values ($1, 'viewer')`, [viewer.address]);
  one = await api.operator(first);
  login = await createLogin(database.url, 'city_mint_ops');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
});
afterAll(async () => {
  await stolen.end();
  await api.stop();
  await owner.destroy();
  await login.drop();
  await database.drop();
});

/** Every row except those that the login may write, the ids of attempted signatures, and refusals in the log. */
async function everything(): Promise<string> {
  const { rows: tables } = await api.admin.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('operator_request', 'operator_session', 'operator_signed_id', 'sign_in_nonce_used')
    order by relname`);
  const contents = await Promise.all(
    tables.map(({ name }) =>
      api.admin.query(`select '${name}' as name, t::text as row from ${name} t
        ${name === 'operator_log' ? "where action not like 'refuse %'" : ''} order by 2`),
    ),
  );
  return JSON.stringify(contents.map(({ rows }) => rows));
}

/** Writes a request as the thief and returns the worker's answer. */
async function asked(request: object): Promise<unknown> {
  const id = randomUUID();
  await stolen.query('insert into operator_request (id, request, call_id) values ($1, $2, $3)', [id, request, 'c']);
  await stolen.query(`select pg_notify('operator_request_due', '')`);
  let answer: unknown = null;
  const isAnswered = await waitUntil(async () => {
    const { rows } = await stolen.query('select answer from operator_request where id = $1', [id]);
    answer = rows[0]?.answer ?? null;
    return answer !== null;
  });
  expect(isAnswered).toBe(true);
  return answer;
}

const key: OperatorActionKey = 'POST /api/ops/pause';
const pause: Unsigned = { key, fields: { part: 'joins' } };
const action = actionName(key);
const params = pause.fields;

/** A preview's version, which needs no operator's key. */
async function versionOf(name: string, fields: object): Promise<string> {
  const preview = await asked({ kind: 'preview', action: name, params: fields, operator: first.address });
  expect(preview).toMatchObject({ data: { version: expect.stringMatching(/^0x/) } });
  return JSON.stringify(preview).match(/"version":"(0x[0-9a-f]{64})"/)?.[1] ?? '';
}

describe('stolen ops login', () => {
  test('default: it writes only requests, drafts, previews and sessions’ ends, and takes no other role', async () => {
    const { rows: tables } = await api.admin.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    );
    expect(tables.length).toBeGreaterThan(80);
    const before = await everything();
    const done: string[] = [];
    for (const { name } of tables) {
      const { rows: columns } = await api.admin.query<{ column: string }>(
        `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [name],
      );
      const attempts = [
        ['insert', `insert into ${name} select * from ${name} where false`],
        ...columns.map(({ column }) => [
          'insert',
          `insert into ${name} (${column}) select ${column} from ${name} limit 0`,
        ]),
        ...columns.map(({ column }) => ['update', `update ${name} set ${column} = ${column} where false`]),
        ['update', `update ${name} set ${columns[0]?.column} = null`],
        ['delete', `delete from ${name} where false`],
        ['truncate', `truncate ${name}`],
      ];
      for (const [verb, statement] of attempts) {
        const refused = await stolen.query(statement ?? '').then(
          () => null,
          (error: Error) => error.message,
        );
        if (refused === null) done.push(`${verb} ${name}`);
        else expect(refused, statement).toMatch(REFUSED);
      }
    }
    expect([...new Set(done)].toSorted()).toEqual(WRITES);
    for (const role of ['city_mint_operator', 'city_mint_worker', 'city_mint_indexer', 'city_mint_api', 'postgres']) {
      await expect(stolen.query(`set role ${role}`)).rejects.toThrow('permission denied to set role');
    }
    expect(await everything()).toBe(before);
  });

  test.each([
    ['pays the operator', `select pay_operator('treasury', 1, '0x', '', '', '', '', gen_random_uuid())`],
    ['posts a transfer', 'select ledger_write_transfer(1, 0, 257, 5, 99)'],
    ['releases a grant', 'select exchange_grant_release(1)'],
    ['cancels a round', `select cancel_round(1, 'operators', 'x')`],
    ['frees an account', 'select free_exchange_account(1)'],
    ['resumes reading', `select chain_cursor_resume('vault', '', null)`],
    ['acknowledges the journal', `select ledger_journal_acknowledge('')`],
    ['answers a request itself', `update operator_request set answer = '{}'`],
    ['prolongs a session', `update operator_session set expires_at = now() + interval '1 year'`],
    ['raises a role', `update operator_account set role = 'approver'`],
    ['adds an operator', `insert into operator_account (address, role) values ('${thief.address}', 'approver')`],
    ['reopens a proposal', `update operator_proposal set state = 'open', decided_at = null`],
    ['inserts a session', `insert into operator_session (token_hash, address) values ('', '${first.address}')`],
  ])('behavior: it calls no function that has more rights: %s', async (_name, statement) => {
    await expect(stolen.query(statement)).rejects.toThrow('permission denied');
  });

  test('behavior: its requests in an operator’s name are refused without that operator’s signature', async () => {
    const before = await everything();
    const version = await versionOf(action, params);
    const sign = (account: typeof thief, order: Unsigned = pause) =>
      signAction(account, order, { operator: account === thief ? thief.address : first.address, version });
    const act = { kind: 'act', action, params, operator: first.address };
    const ofThief = await sign(thief);
    const claimed = await signAction(thief, pause, { operator: first.address, version });
    const ofOther = await sign(first, { key, fields: { part: 'withdrawals' } });
    for (const forged of [
      { ...act, signature: { ...claimed, signature: `0x${'1'.repeat(130)}` } },
      { ...act, signature: claimed },
      { ...act, signature: ofThief },
      { ...act, operator: thief.address, signature: ofThief },
      { ...act, signature: ofOther },
    ]) {
      expect(await asked(forged)).toMatchObject({ refusal: 'operator-signature-invalid' });
    }
    expect(await everything()).toBe(before);
  });

  test('behavior: two operators’ action takes two signatures, each once', async () => {
    const fields = { part: 'settlement' } as const;
    expect(await one.act('pause', { ...fields, reason })).toMatchObject({ ok: true });
    const proposed = await one.act('unpause', { ...fields, reason });
    if (!proposed.ok) throw new Error(proposed.error);
    const { proposalId } = proposed.data;
    const before = await everything();
    const { rows } = await api.admin.query('select * from operator_log order by id desc limit 1');
    const { signed_id: requestId, signature, version, signed } = rows[0];
    const again = { reason, requestId, issuedAt: Date.parse(signed.message.issuedAt), version, signature };
    const act = { kind: 'act', action: 'unpause', params: fields, operator: first.address, signature: again };
    expect(await asked(act)).toMatchObject({ refusal: 'signature-used' });
    const confirms = { id: proposalId ?? '', by: first.address, reason };
    const ofThief = await signAction(
      thief,
      { key: 'POST /api/ops/unpause', fields },
      { operator: second.address, version, confirms },
    );
    for (const operator of [second.address, thief.address]) {
      const confirm = { kind: 'confirm', proposalId, operator, signature: ofThief };
      expect(await asked(confirm)).toMatchObject({ refusal: 'operator-signature-invalid' });
    }
    const own = { kind: 'confirm', proposalId, operator: first.address, signature: again };
    expect(await asked(own)).toMatchObject({ refusal: 'second-operator-required' });
    expect(await everything()).toBe(before);
  });

  test('attack: a viewer with the login and their own key changes nothing, not even their role', async () => {
    expect(await one.act('pause', { part: 'recharge', reason })).toMatchObject({ ok: true });
    const proposed = await one.act('unpause', { part: 'recharge', reason });
    const proposalId = (proposed.ok && proposed.data.proposalId) || '';
    const before = await everything();
    const tooLow = (limit: string) => ({ refusal: 'role-too-low', details: { limit } });
    const actAs = async (operator: string, { key, fields }: Unsigned) => {
      const [name, version] = [actionName(key), await versionOf(actionName(key), fields)];
      const signature = await signAction(viewer, { key, fields }, { operator, version });
      return { kind: 'act', action: name, params: fields, operator, signature };
    };
    const ofViewer = await actAs(viewer.address, pause);
    expect(await asked(ofViewer)).toMatchObject(tooLow('operator'));
    const lift = { address: viewer.address, role: 'approver' };
    const lifting: Unsigned = { key: 'POST /api/ops/operators/role', fields: lift };
    expect(await asked(await actAs(viewer.address, lifting))).toMatchObject(tooLow('approver'));
    expect(await asked(await actAs(first.address, lifting))).toMatchObject({ refusal: 'operator-signature-invalid' });
    const client = await api.operator(viewer);
    for (const kind of ['confirm', 'reject'] as const) {
      expect(await client[kind](proposalId, reason)).toMatchObject({ error: 'role-too-low' });
    }
    expect(await everything()).toBe(before);
    // Two approvers promote the viewer: the refused requests are used up.
    const pair = [one, await api.operator(second)] as const;
    const lifted = await takeTogether(pair, 'operators/role', { address: viewer.address, role: 'operator', reason });
    expect(lifted).toMatchObject({ data: { state: 'done' } });
    const promoted = await everything();
    expect(await asked(ofViewer)).toMatchObject(tooLow('operator'));
    expect(await everything()).toBe(promoted);
    await takeTogether(pair, 'operators/role', { address: viewer.address, role: 'viewer', reason });
  });

  test('broken twin: with the right to change roles a viewer pauses', async () => {
    await api.admin.query('grant update (role) on operator_account to city_mint_ops');
    await stolen.query(`update operator_account set role = 'operator'`);
    const version = await versionOf(action, params);
    const signature = await signAction(viewer, pause, { version });
    const act = { kind: 'act', action, params, operator: viewer.address, signature };
    expect(await asked(act)).toMatchObject({ data: { state: 'done' } });
    await api.admin.query(`revoke update (role) on operator_account from city_mint_ops`);
    await api.admin.query(`update system_switch set paused = false, reason = null where name = 'joins'`);
  });

  test('behavior: what no worker can read is answered as a fault, and the next request is performed', async () => {
    const before = await everything();
    expect(await asked({ kind: 'act' })).toEqual({ fault: 'internal' });
    expect(await asked({ kind: 'act', action: 'no such', params: {}, operator: 'x', signature: {} })).toEqual({
      fault: 'internal',
    });
    expect(await versionOf(action, params)).toMatch(/^0x/);
    expect(await everything()).toBe(before);
  });

  test('behavior: a session that it opens names the signature it was opened by', async () => {
    const { rows } = await api.admin.query('select signature, nonce from operator_session');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.signature).toMatch(/^0x[0-9a-f]{130}$/);
  });

  test('broken twin: with the right to add operators it pauses and proposes by its own key', async () => {
    await api.admin.query('grant insert on operator_account to city_mint_ops');
    await stolen.query(`insert into operator_account (address, role, added_at) values ($1, 'approver', now())`, [
      thief.address,
    ]);
    const version = await versionOf(action, params);
    const signature = await signAction(thief, pause, { version });
    const act = { kind: 'act', action, params, operator: thief.address, signature };
    expect(await asked(act)).toMatchObject({ data: { state: 'done' } });
  });
});
