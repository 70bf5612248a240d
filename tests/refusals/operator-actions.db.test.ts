import { type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';
import type { ActionCase, ActionCases } from './operator-action-case.ts';
import { reviewCases } from './operator-review-cases.ts';
import { settingCases } from './operator-setting-cases.ts';

type Answer = { code: number; error?: string; data: { state: string; proposalId: string | null } | null };
type LogRow = { operator: string; proposed_by: string | null; action: string; reason: string; request_id: string };

const actionCases: ActionCases<OperatorActionKey> = { ...settingCases, ...reviewCases };
const actionKeys = Object.keys(operatorActions).filter((key): key is OperatorActionKey => key in actionCases);

const [first, second, third, outsider] = [1, 2, 3, 4].map(() => privateKeyToAccount(generatePrivateKey()));
if (!first || !second || !third || !outsider) throw new Error('no accounts');

describe('operator actions', () => {
  let database: TestDatabase;
  let api: TestApi;
  let db: Database;
  let tokens: Record<'first' | 'second' | 'third' | 'participant', string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.url, maxConnections: 2 });
    const operators = [first, second, third].map(({ address }) => address).join(',');
    api = await startTestApi({ databaseUrl: database.url, env: { OPERATOR_ADDRESSES: operators } });
    tokens = {
      first: await api.signInOperator(first),
      second: await api.signInOperator(second),
      third: await api.signInOperator(third),
      participant: await api.signIn(outsider),
    };
  });
  afterAll(async () => {
    await api.stop();
    await db.destroy();
    await database.drop();
  });

  async function call(key: string, fields: object, token?: string): Promise<Answer> {
    const { json } = await api.send(key.slice('POST '.length), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) },
      body: JSON.stringify(fields),
    });
    return json as Answer;
  }
  const query = async (statement: string) => (await api.admin.query(statement)).rows;
  const newestLog = async () => (await query('select coalesce(max(id), 0) as id from operator_log'))[0].id as string;
  const logSince = (id: string): Promise<LogRow[]> => query(`select * from operator_log where id > ${id} order by id`);

  /**
   * Throws where an action admits callers that it must not, changes something too early or twice, or is not logged, and
   * where a declared refusal is not part of the case.
   */
  async function walk(key: OperatorActionKey, wanted: ActionCase): Promise<void> {
    const triedRefusals: string[] = [...wanted.refused.map(([, code]) => code), wanted.again];
    expect(triedRefusals, `refusals tried of ${key}`).toEqual(
      expect.arrayContaining([...operatorActions[key].refusals]),
    );
    const reason = `tried by the walk over ${key}`;
    const asked = { ...wanted.fields, reason };
    const before = await query(wanted.watch);
    const from = await newestLog();

    expect(await call(key, asked)).toMatchObject({ code: 501, error: 'unauthorized' });
    expect(await call(key, asked, 'x'.repeat(43))).toMatchObject({ code: 501, error: 'unauthorized' });
    expect(await call(key, asked, tokens.participant)).toMatchObject({ code: 501, error: 'unauthorized' });
    expect(await call(key, wanted.fields, tokens.first)).toMatchObject({ error: 'field-missing' });
    for (const [fields, error] of wanted.refused) {
      expect(await call(key, { ...fields, reason }, tokens.first), JSON.stringify(fields)).toMatchObject({ error });
    }
    expect(await query(wanted.watch)).toEqual(before);
    expect(await logSince(from)).toEqual([]);

    if (wanted.operators === 1) {
      expect(await call(key, asked, tokens.first)).toMatchObject({ code: 200, data: { state: 'done' } });
      const entry = { operator: first?.address, proposed_by: null, reason };
      expect(await logSince(from)).toMatchObject([entry]);
    } else {
      await proposeAndConfirm({ key, asked, watch: wanted.watch, again: wanted.again });
    }
    expect(await query(wanted.watch)).not.toEqual(before);
    const after = await newestLog();
    const again = await call(key, asked, tokens.second);
    expect(again.error ?? again.data?.state).toBe(wanted.again);
    expect(await logSince(after)).toHaveLength(wanted.again === 'done' ? 1 : 0);
  }

  type Proposing = {
    readonly key: string;
    readonly asked: { reason: string };
    readonly watch: string;
    readonly again: string;
  };

  async function proposeAndConfirm({ key, asked, watch, again }: Proposing): Promise<void> {
    const before = await query(watch);
    const from = await newestLog();
    const propose = async () => {
      const answer = await call(key, asked, tokens.first);
      expect(answer.data?.state, answer.error).toBe('proposed');
      return answer.data?.proposalId;
    };
    const confirm = (proposalId: unknown, token?: string) =>
      call('POST /api/ops/proposals/confirm', { proposalId, reason: asked.reason }, token);

    const late = await propose();
    await query(`update operator_proposal set expires_at = now() - interval '1 second' where id = ${late}`);
    expect(await confirm(late, tokens.second)).toMatchObject({ error: 'proposal-expired' });
    const proposalId = await propose();
    const another = await propose();
    expect(await confirm(proposalId)).toMatchObject({ error: 'unauthorized' });
    expect(await confirm(proposalId, tokens.participant)).toMatchObject({ error: 'unauthorized' });
    expect(await confirm(proposalId, tokens.first)).toMatchObject({ code: 403, error: 'second-operator-required' });
    expect(await query(watch)).toEqual(before);
    expect(await logSince(from)).toHaveLength(3);

    const { second: two, third: three } = tokens;
    const answers = await Promise.all([two, three, two, three].map((token) => confirm(proposalId, token)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'proposal-decided')).toHaveLength(3);
    // The other proposal no longer changes anything, and remains open.
    expect(await confirm(another, two)).toMatchObject({ error: again });
    const log = await logSince(from);
    const done = log.pop();
    expect(log).toHaveLength(3);
    for (const row of log) expect(row).toMatchObject({ action: `propose ${done?.action}`, operator: first?.address });
    expect(done).toMatchObject({ proposed_by: first?.address, reason: asked.reason });
    expect([second?.address, third?.address]).toContain(done?.operator);
  }

  test('default: every declared action is tried', () => {
    expect(actionKeys).toEqual(Object.keys(operatorActions));
    expect(actionKeys.length).toBeGreaterThan(25);
  });

  test.each(actionKeys)('behavior: %s', async (key) => {
    await walk(key, await actionCases[key]({ db, operator: first.address }));
  });

  test('broken twin: the walk sees an action that takes fewer operators than it should, or is idle', async () => {
    const fields = { cap: '6' };
    const wanted: ActionCase<'POST /api/ops/reserve/cap'> = {
      fields,
      operators: 2,
      watch: 'select cap from reserve_setting',
      refused: [],
      again: 'nothing-changes',
    };
    await expect(walk('POST /api/ops/reserve/cap', wanted)).rejects.toThrow(`expected 'done' to be 'proposed'`);
    const idle = { ...wanted, fields: { cap: '7' }, operators: 1 as const, watch: 'select 1 as cap' };
    await expect(walk('POST /api/ops/reserve/cap', idle)).rejects.toThrow();
    const untried = { ...wanted, again: 'done' as const };
    await expect(walk('POST /api/ops/reserve/cap', untried)).rejects.toThrow('refusals tried of');
  });

  describe('the log', () => {
    const changes = [
      `update operator_log set reason = 'another'`,
      'delete from operator_log',
      'truncate operator_log',
    ] as const;

    /** Whether a role, or the owner (null), can change the log; everything is undone. */
    async function canChange(role: string | null, { change, first: prepared }: { change: string; first?: string }) {
      const client = await api.admin.connect();
      try {
        await client.query('begin');
        if (prepared !== undefined) await client.query(prepared);
        if (role !== null) await client.query(`set local role ${role}`);
        await client.query(change);
        return true;
      } catch {
        return false;
      } finally {
        await client.query('rollback');
        client.release();
      }
    }

    test('behavior: no role can change it, nor its owner', async () => {
      const roles = await query(`select rolname from pg_roles where rolname like 'city_mint%'`);
      expect(roles.length).toBeGreaterThanOrEqual(4);
      for (const role of [null, ...roles.map(({ rolname }) => rolname as string)]) {
        for (const change of changes) expect(await canChange(role, { change }), `${role} ${change}`).toBe(false);
      }
    });

    test('broken twin: without the triggers its owner changes it, and with a grant a role would', async () => {
      const drop = 'drop trigger operator_log_is_append_only on operator_log';
      for (const change of changes) expect(await canChange(null, { change, first: drop })).toBe(true);
      const grant = `${drop}; grant update on operator_log to city_mint_operator`;
      expect(await canChange('city_mint_operator', { change: changes[0], first: grant })).toBe(true);
    });

    test('behavior: the operator role changes tables of other capabilities by their functions only', async () => {
      for (const change of [
        `update exchange_grant set state = 'acknowledged'`,
        `update chain_cursor set last_seq = 0`,
        'update ledger_journal_head set number = 0',
        `update operator_proposal set proposed_by = '0x'`,
        `update withdrawal set amount = 1`,
        `update mining_setting set from_day = 0`,
        'delete from mining_setting',
        'update team_grant set reward_level = 5',
        'update round set due_at = now()',
      ]) {
        expect(await canChange('city_mint_operator', { change }), change).toBe(false);
      }
      for (const role of ['city_mint_api', 'city_mint_worker', 'city_mint_indexer']) {
        for (const change of [
          'select exchange_grant_release(1)',
          'select exchange_grant_retry_now(1)',
          `select chain_cursor_resume('vault', '', null)`,
          `select ledger_journal_acknowledge('')`,
          `insert into team_grant (user_id, node_type, reason) values (1, 4, 'me')`,
          'insert into round_suspension (round_id) values (1)',
          'update mining_setting set daily_emission = 0',
          'update pool_setting set nodes_release_bps = 10000',
        ]) {
          expect(await canChange(role, { change }), `${role} ${change}`).toBe(false);
        }
      }
    });
  });
});
