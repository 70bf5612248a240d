// @module-tag soak-4
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { signedAction } from '@city-mint/api-contract/operator/signed-action';
import {
  DEV_OPERATORS,
  fundReserveOnce,
  type OperatorPair,
  openCities,
  publishMissingPhases,
  signInOperator,
} from '@city-mint/devnet/operators';
import { inheritedVariables } from '@city-mint/devnet/server-environment';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFunds } from './builders/participants.ts';
import { postTransfer } from './builders/post-transfer.ts';
import { takeTogether } from './builders/take-together.ts';
import { startTestApi, TEST_URI, type TestApi } from './setup/start-test-api.ts';

const COMMAND = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'processes', 'verify-operators.ts');

let api: TestApi;
let operators: OperatorPair;
let url: string;
beforeAll(async () => {
  const [first, second] = DEV_OPERATORS;
  api = await startTestApi({ env: { OPERATOR_ADDRESSES: `${first.address},${second.address}` } });
  url = api.url;
  const place = { opsUrl: api.opsUrl, page: TEST_URI, chainId: api.config.CHAIN_ID, vault: api.config.VAULT_ADDRESS };
  // As a new database has it; those of other tests have no delay.
  await api.admin.query('update withdrawal_hold set hours = 48');
  operators = [await signInOperator(first, place), await signInOperator(second, place)];
});
afterAll(() => api.stop());

/** Credits the deployment's payments into the vault, as the indexer does. */
async function creditDeployment(): Promise<void> {
  const db = createDatabase({ url: api.config.DATABASE_URL, maxConnections: 1 });
  await buildFunds(db, { reserve: 0n, emission: parseEther('400000000') });
  await postTransfer(db, {
    kind: 'funding',
    from: { kind: 'custody', currency: 'JU', owner: 0n },
    to: { kind: 'treasury', currency: 'JU', owner: 0n },
    amount: tokenAmount(parseEther('200000')),
    sourceId: 1n,
  });
  await db.destroy();
}

/** Runs the command without a login; returns its exit code and output. */
function verify(args: string[], env: Record<string, string> = {}): Promise<{ code: unknown; printed: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { ...inheritedVariables(), ...env } },
      (error, stdout, stderr) => done({ code: error === null ? 0 : error.code, printed: stdout + stderr }),
    );
  });
}

describe('the two operators of npm start', () => {
  test('default: they add the cities and publish a phase in each and fund the reserve, each once', async () => {
    await openCities(operators);
    await openCities(operators);
    const noEmission = publishMissingPhases(operators, Date.now());
    await expect(noEmission).rejects.toThrow('plans/publish: plan-out-of-bounds');
    expect(await fundReserveOnce(operators)).toBe(false);
    await creditDeployment();
    const cities = await publishMissingPhases(operators, Date.now());
    expect(cities.length).toBeGreaterThan(2);
    expect(await publishMissingPhases(operators, Date.now())).toEqual([]);
    expect([await fundReserveOnce(operators), await fundReserveOnce(operators)]).toEqual([true, true]);
    const reserve = await operators[0].call('POST /api/ops/reserve/changes', { limit: 100 });
    if (!reserve.ok) throw new Error(reserve.error);
    expect(reserve.data.items.map(({ kind }) => kind)).toEqual(['funding']);
    const plans = await operators[0].call('POST /api/ops/plans', { limit: 100 });
    if (!plans.ok) throw new Error(plans.error);
    expect(plans.data.items.map(({ city }) => city).sort()).toEqual(cities.toSorted());
    const published = `select count(*)::int n from operator_log where action = 'plans/publish' and operator = $1`;
    const byTheSecond = await api.admin.query(published, [DEV_OPERATORS[1].address]);
    expect(byTheSecond.rows).toEqual([{ n: cities.length }]);
  });
});

describe('verify:operators', () => {
  test('default: every signature of the log is that of its operator, by the API and by the database', async () => {
    // More than one page of the log.
    for (let move = 1; move <= 45; move += 1) {
      const place = { name: 'London', latitude: 51 + move / 100, longitude: 0, reason: 'a page of the log' };
      expect(await operators[0].act('cities/edit', place)).toMatchObject({ ok: true });
    }
    const byApi = await verify([url]);
    expect(byApi).toMatchObject({ code: 0, printed: expect.stringContaining('all as they were made') });
    for (const { address } of DEV_OPERATORS) expect(byApi.printed).toContain(`${address} on chain`);
    const { rows } = await api.admin.query<{ n: number }>('select count(*)::int n from operator_log');
    expect(rows[0]?.n).toBeGreaterThan(50);
    expect(byApi.printed).toContain(`${rows[0]?.n} signatures`);
    expect(await verify([], { DATABASE_URL: api.config.DATABASE_URL })).toEqual(byApi);
  });

  test('attack: who owns the database adds an entry that a viewer signed; it is named', async () => {
    const viewer = privateKeyToAccount(generatePrivateKey());
    const add = { address: viewer.address, role: 'viewer', reason: 'only reads' } as const;
    expect(await takeTogether(operators, 'operators/add', add)).toMatchObject({ ok: true });
    // A role whose signature is of another entry changes nothing.
    const { rowCount } = await api.admin.query(
      `insert into operator_log
         (operator, proposed_by, action, subject, reason, request_id, proposal_id, version, signed, signed_id,
         signature)
       select operator, proposed_by, 'operators/role', subject, reason, 'call', proposal_id, version,
         jsonb_set(signed, '{message,role}', '"operator"'), gen_random_uuid(), '0x' || repeat('1', 130)
       from operator_log where action = 'operators/add' and signed #>> '{message,address}' = $1`,
      [viewer.address],
    );
    expect(rowCount).toBe(1);
    const reason = 'signed by a viewer';
    const { CHAIN_ID: chainId, VAULT_ADDRESS: vault } = api.config;
    const signing = { chainId, vault, operator: viewer.address, reason, requestId: crypto.randomUUID() };
    const version = `0x${'1'.repeat(64)}`;
    const pause = { key: 'POST /api/ops/pause', fields: { part: 'joins' } } as const;
    const signed = signedAction(pause, { ...signing, issuedAt: Date.now(), version });
    const { rows } = await api.admin.query<{ id: string }>(
      `insert into operator_log (operator, action, subject, reason, request_id, version, signed, signed_id, signature)
       values ($1, 'pause', 'joins', $2, 'call', $3, $4, $5, $6) returning id`,
      [viewer.address, reason, version, signed, signing.requestId, await viewer.signTypedData(signed)],
    );
    const { code, printed } = await verify([url]);
    const fault = 'it takes the role operator, and its operator had viewer';
    expect(printed).toContain(`entry ${rows[0]?.id} (pause, ${viewer.address}): BROKEN: ${fault}`);
    expect([code, printed]).toEqual([1, expect.stringContaining(' 2 BROKEN')]);
    await api.admin.query('alter table operator_log disable trigger user');
    await api.admin.query(`delete from operator_log where id = $1 or signature = '0x' || repeat('1', 130)`, [
      rows[0]?.id,
    ]);
    await api.admin.query('alter table operator_log enable trigger user');
  });

  test.each([
    ['nothing to read', [], 'DATABASE_URL, is missing'],
    ['no address', ['mint'], 'not the address of an API'],
    ['an address where no API is', ['http://127.0.0.1:1'], 'the log cannot be read'],
  ])('behavior: %s exits with 2', async (_what, args, problem) => {
    expect(await verify(args)).toMatchObject({ code: 2, printed: expect.stringContaining(problem) });
  });

  test('attack: who owns the database rewrites entries; each is named with what differs', async () => {
    const rewrites = [
      [`action = 'propose plans/publish'`, `action = 'propose cities/add'`, 'another action was signed'],
      [`action = 'plans/publish'`, 'proposal_id = null', 'another proposalId was signed'],
      [`action = 'plans/publish'`, `proposed_by = '0x${'1'.repeat(40)}'`, 'another proposedBy was signed'],
      [`action = 'cities/add'`, `reason = 'as it never was'`, 'another reason was signed'],
      [`action = 'cities/add'`, `version = '0x${'1'.repeat(64)}'`, 'another version was signed'],
      [`action = 'cities/add'`, `operator = '${DEV_OPERATORS[1].address}'`, 'the operator did not sign it'],
      [`action = 'plans/publish'`, `signed = jsonb_set(signed, '{message,reason}', '"x"')`, 'did not sign it'],
      [`action = 'limits/hold'`, `signed = jsonb_set(signed, '{domain,name}', '"x"')`, 'is no operator action'],
    ] as const;
    const rewritten: string[] = [];
    await api.admin.query('alter table operator_log disable trigger user');
    for (const [which, rewrite] of rewrites) {
      const { rows } = await api.admin.query<{ id: string }>(
        `update operator_log set ${rewrite}
         where id = (select max(id) from operator_log where ${which} and not id = any($1::bigint[])) returning id`,
        [rewritten],
      );
      rewritten.push(rows[0]?.id ?? '');
    }
    await api.admin.query('alter table operator_log enable trigger user');
    const { code, printed } = await verify([url]);
    expect(code).toBe(1);
    for (const [index, [, , fault]] of rewrites.entries()) {
      expect(printed).toMatch(new RegExp(`entry ${rewritten[index]} .*BROKEN: .*${fault}`));
    }
    expect(printed).toContain(`${rewrites.length} BROKEN`);
  });
});
