import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { logEntryFault } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { signAction } from '@city-mint/tests/refusals/sign-action';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const reason = 'because it is tested';
const PAUSE = 'POST /api/ops/pause';

describe('a refused action whose answer was lost', () => {
  let database: TestDatabase;
  let api: TestApi;
  let one: OperatorClient;
  let two: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  const versionOf = async (fields: { part: string }) => {
    const preview = await one.call('POST /api/ops/preview', { action: 'pause', fields });
    if (!preview.ok) throw new Error(preview.error);
    return preview.data.version;
  };
  const readLog = async (requestId: string) => {
    const log = await one.call('POST /api/ops/log', { requestId, limit: 10 });
    if (!log.ok) throw new Error(log.error);
    return log.data.items;
  };
  const isPaused = async (part: string) => {
    const { rows } = await api.admin.query('select paused from system_switch where name = $1', [part]);
    return rows[0]?.paused;
  };

  test('default: is refused again with the same reason, and is in the log once', async () => {
    const fields = { part: 'joins' } as const;
    const signed = await signAction(api.operatorAccounts[0], { key: PAUSE, fields });
    const send = () => one.call(PAUSE, { ...fields, ...signed });
    const refusal = await send();
    expect(refusal).toMatchObject({ ok: false, error: 'version-changed', details: { field: 'version' } });
    expect(await send()).toEqual(refusal);
    const entries = await readLog(signed.requestId);
    expect(entries).toMatchObject([
      {
        ...{ operator: one.address, action: 'refuse pause', subject: '', reason, proposalId: null },
        ...{ before: null, after: { refusal: 'version-changed' } },
      },
    ]);
    for (const entry of entries) expect(await logEntryFault(entry)).toBeNull();
  });

  test('attack: a refused request that would be accepted now is not performed when it is replayed', async () => {
    const fields = { part: 'swap' } as const;
    const version = await versionOf(fields);
    const signed = await signAction(api.operatorAccounts[0], { key: PAUSE, fields }, { version });
    await api.admin.query(`insert into operator_account (address, role) values ($1, 'viewer')`, [one.address]);
    const send = () => one.call(PAUSE, { ...fields, ...signed });
    expect(await send()).toMatchObject({ error: 'role-too-low' });
    await api.admin.query('delete from operator_account');
    expect(await versionOf(fields)).toBe(version);
    expect(await send()).toMatchObject({ error: 'role-too-low' });
    expect(await isPaused('swap')).toBe(false);
  });

  test('attack: another action under the id of a refused one is refused as used', async () => {
    const signed = await signAction(api.operatorAccounts[0], { key: PAUSE, fields: { part: 'joins' } });
    const { requestId } = signed;
    expect(await one.call(PAUSE, { part: 'joins', ...signed })).toMatchObject({ error: 'version-changed' });
    const fields = { part: 'recharge' } as const;
    const version = await versionOf(fields);
    const other = await signAction(api.operatorAccounts[0], { key: PAUSE, fields }, { version, requestId });
    expect(await one.call(PAUSE, { ...fields, ...other })).toMatchObject({ error: 'signature-used' });
    expect(await isPaused('recharge')).toBe(false);
  });

  test('behavior: a refused action leaves open proposals and the version of its subject as they were', async () => {
    await one.act('pause', { part: 'withdrawals', reason });
    const proposed = await one.act('unpause', { part: 'withdrawals', reason });
    const proposalId = (proposed.ok && proposed.data.proposalId) || '';
    expect(await two.act('pause', { part: 'withdrawals', reason })).toMatchObject({ ok: false });
    expect(await two.confirm(proposalId, reason)).toMatchObject({ data: { state: 'done' } });
  });

  test('behavior: a refused confirmation is refused again with its reason once the proposal has ended', async () => {
    await one.act('pause', { part: 'recharge', reason });
    const proposed = await one.act('unpause', { part: 'recharge', reason });
    const proposalId = (proposed.ok && proposed.data.proposalId) || '';
    const { signature: _signature, ...said } = await two.signConfirmation(proposalId, reason);
    const { rows } = await api.admin.query('select reason from operator_proposal where id = $1', [proposalId]);
    const confirms = { id: proposalId, by: one.address, reason: rows[0].reason };
    const unpause = { key: 'POST /api/ops/unpause', fields: { part: 'recharge' } } as const;
    const version = `0x${'1'.repeat(64)}`;
    const signed = await signAction(api.operatorAccounts[1], unpause, { requestId: said.requestId, version, confirms });
    const confirm = () => two.call('POST /api/ops/proposals/confirm', { proposalId, ...signed });
    expect(await confirm()).toMatchObject({ error: 'version-changed' });
    expect(await two.reject(proposalId, reason)).toMatchObject({ data: { state: 'done' } });
    expect(await confirm()).toMatchObject({ error: 'version-changed' });
    const [entry] = await readLog(said.requestId);
    expect(entry).toMatchObject({ action: 'refuse unpause', proposalId, proposedBy: one.address });
    expect(entry && (await logEntryFault(entry))).toBeNull();
  });
});
