import { isSignedBy } from '@city-mint/api-contract/operator/action-signature';
import { isActionKey, type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { createOperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { verifyLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { getAddress } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';
import type { ActionCase, ActionCases } from './operator-action-case.ts';
import type { SignedIn, Walkers } from './operator-calls.ts';
import { contentCases } from './operator-content-cases.ts';
import { reviewCases } from './operator-review-cases.ts';
import { settingCases } from './operator-setting-cases.ts';
import { walk } from './operator-walk.ts';

const actionCases: ActionCases<OperatorActionKey> = { ...settingCases, ...contentCases, ...reviewCases };
const actionKeys = Object.keys(operatorActions).filter((key): key is OperatorActionKey => key in actionCases);

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const [first, second, third, outsider] = [newAccount(), newAccount(), newAccount(), newAccount()];
/** Operators whose role a row of theirs lowers. */
const [viewer, operator, colleague] = [newAccount(), newAccount(), newAccount()];
/** The actions that only approvers propose; every other one requires the role `operator`. */
const OF_APPROVERS = ['POST /api/ops/operators/add', 'POST /api/ops/operators/role', 'POST /api/ops/operators/remove'];

describe('operator actions', () => {
  let database: TestDatabase;
  let api: TestApi;
  let db: Database;
  let walkers: Walkers;
  let byRole: { readonly operator: SignedIn; readonly approver: SignedIn };

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.url, maxConnections: 2 });
    const operators = [first, second, third, viewer, operator, colleague].map(({ address }) => address).join(',');
    api = await startTestApi({ databaseUrl: database.url, env: { OPERATOR_ADDRESSES: operators } });
    await api.admin.query(
      `insert into operator_account (address, role) values ($1, 'viewer'), ($2, 'operator'), ($3, 'operator')`,
      [viewer.address, operator.address, colleague.address],
    );
    const signedIn = async (account: PrivateKeyAccount): Promise<SignedIn> => {
      const token = await api.signInOperator(account);
      const system = { chainId: api.config.CHAIN_ID, vault: api.config.VAULT_ADDRESS };
      const client = createOperatorClient({ client: api.client(token), account, ...system });
      return { account, token, client };
    };
    byRole = { operator: await signedIn(operator), approver: await signedIn(first) };
    walkers = {
      api,
      first: byRole.approver,
      second: await signedIn(second),
      third: await signedIn(third),
      viewer: await signedIn(viewer),
      colleague: await signedIn(colleague),
      participant: await api.signIn(outsider),
    };
  });
  afterAll(async () => {
    await api.stop();
    await db.destroy();
    await database.drop();
  });

  const query = async (statement: string) => (await api.admin.query(statement)).rows;

  test('default: every declared action is tried', () => {
    expect(actionKeys).toEqual(Object.keys(operatorActions));
    expect(actionKeys.length).toBeGreaterThan(25);
  });

  test('default: operators propose actions, and only approvers those on operators', () => {
    expect(actionKeys.filter((key) => operatorActions[key].role !== 'operator')).toEqual(OF_APPROVERS);
    expect(OF_APPROVERS.map((key) => isActionKey(key) && operatorActions[key].role)).toEqual(
      OF_APPROVERS.map(() => 'approver'),
    );
  });

  test.each(actionKeys)('behavior: %s', async (key) => {
    const actor = byRole[operatorActions[key].role];
    const wanted = await actionCases[key]({ db, operator: actor.account.address });
    await walk({ ...walkers, first: actor }, key, wanted);
  });

  test('broken twin: the walk sees a viewer who can act, and an operator who can confirm', async () => {
    const region = (name: string, joiningAllowed: boolean): ActionCase<'POST /api/ops/regions/set'> => ({
      fields: { region: name, joiningAllowed, referralAllowed: false },
      operators: joiningAllowed ? 2 : 1,
      watch: `select joining from region_rule where region = '${name}'`,
      refused: [],
      again: 'nothing-changes',
    });
    const giveRole = (account: PrivateKeyAccount, role: string) =>
      api.admin.query('update operator_account set role = $1 where address = $2', [role, account.address]);
    await giveRole(viewer, 'operator');
    const act = walk(walkers, 'POST /api/ops/regions/set', region('DE', false));
    await expect(act).rejects.toThrow('by a role of viewer');
    await giveRole(viewer, 'viewer');
    await giveRole(colleague, 'approver');
    await query(`insert into region_rule (region, joining, referral) values ('FR', false, false)`);
    const confirm = walk(walkers, 'POST /api/ops/regions/set', region('FR', true));
    await expect(confirm).rejects.toThrow('to match object');
    await giveRole(colleague, 'operator');
  });

  test('broken twin: the walk sees an action that takes more operators than it should, or is idle', async () => {
    const fields = { region: 'BE', joiningAllowed: false, referralAllowed: false };
    const wanted: ActionCase<'POST /api/ops/regions/set'> = {
      fields,
      operators: 2,
      watch: `select joining from region_rule where region = 'BE'`,
      refused: [],
      again: 'nothing-changes',
    };
    await expect(walk(walkers, 'POST /api/ops/regions/set', wanted)).rejects.toThrow('to match object');
    const idle = {
      ...wanted,
      fields: { ...fields, region: 'CH' },
      operators: 1 as const,
      watch: 'select 1 as joining',
    };
    await expect(walk(walkers, 'POST /api/ops/regions/set', idle)).rejects.toThrow('to not deeply equal');
    const untried = { ...wanted, again: 'done' as const };
    await expect(walk(walkers, 'POST /api/ops/regions/set', untried)).rejects.toThrow('refusals tried of');
  });

  test('behavior: everyone can verify who signed an entry; broken twin: one field differs', async () => {
    const log = await api.client().call('GET /api/app/operatorLog', {});
    if (!log.ok) throw new Error(log.error);
    expect(log.data.items.length).toBeGreaterThan(20);
    for (const { operator, signed, signature, reason, version, action } of log.data.items) {
      const [account, bytes] = [getAddress(operator), z.templateLiteral(['0x', z.string()]).parse(signature)];
      expect(await isSignedBy(account, signed, bytes), action).toBe(true);
      expect(signed.message).toMatchObject({ operator, reason, version });
      expect(action.endsWith(String(signed.message['action'])) || /^(refuse )?reject /.test(action), action).toBe(true);
      const altered = { ...signed, message: { ...signed.message, reason: `${reason}.` } };
      expect(await isSignedBy(account, altered, bytes), action).toBe(false);
    }
    for (const entry of log.data.items) {
      const { fault } = await verifyLogEntry(entry);
      expect(fault, `${entry.logId} ${entry.action}`).toBeNull();
      if (entry.proposedBy !== null) expect(entry.proposed?.signed.message['operator']).toBe(entry.proposedBy);
    }
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
        'delete from exchange_account',
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
          'select free_exchange_account(1)',
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
