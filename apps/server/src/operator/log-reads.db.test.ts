import type { RequestOf } from '@city-mint/api-contract/endpoints';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const reason = 'because it is tested';

describe('the log as operators filter it', () => {
  let database: TestDatabase;
  let api: TestApi;
  let one: OperatorClient;
  let two: OperatorClient;
  /** The id of the signed request that paused the swap. */
  let pausedBy: string;
  let proposalId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
    const paused = await one.sign('pause', { part: 'swap', reason });
    pausedBy = paused.requestId;
    expect(await one.call('POST /api/ops/pause', paused)).toMatchObject({ ok: true });
    expect(await two.act('pause', { part: 'joins', reason })).toMatchObject({ ok: true });
    const proposed = await two.act('unpause', { part: 'swap', reason });
    if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
    ({ proposalId } = proposed.data);
    expect(await one.confirm(proposalId, 'seen')).toMatchObject({ ok: true });
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  /** The matching actions, newest first. */
  const actions = async (filters: Partial<RequestOf<'POST /api/ops/log'>>) => {
    const answer = await one.call('POST /api/ops/log', filters);
    return answer.ok ? answer.data.items.map(({ action }) => action) : answer;
  };

  test('default: without a filter it is the public log', async () => {
    const everybodys = await api.client().call('GET /api/app/operatorLog', {});
    const filtered = await one.call('POST /api/ops/log', {});
    expect(filtered).toEqual(everybodys);
    expect(await actions({})).toEqual(['unpause', 'propose unpause', 'pause', 'pause']);
  });

  test('behavior: a confirmed entry has what its proposer signed, and nothing of a session', async () => {
    const log = await api.client().call('GET /api/app/operatorLog', {});
    const [confirmed, proposed] = log.ok ? log.data.items : [];
    if (confirmed === undefined || proposed === undefined) throw new Error('two entries');
    const { logId, signed, signature } = proposed;
    expect(confirmed.proposed).toEqual({ logId, signed, signature });
    expect(proposed.proposed).toBeNull();
    expect(Object.keys(confirmed).toSorted()).toEqual([
      ...['action', 'after', 'at', 'before', 'logId', 'operator', 'proposalId', 'proposed', 'proposedBy', 'reason'],
      ...['signature', 'signed', 'subject', 'version'],
    ]);
    expect(Object.keys(signed.message).toSorted()).toEqual([
      ...['action', 'expiresAt', 'issuedAt', 'meaning', 'operator', 'part', 'reason', 'requestId', 'version'],
    ]);
  });

  test('behavior: applies each filter, and all of them together', async () => {
    expect(await actions({ operator: two.address.toLowerCase() })).toEqual(['propose unpause', 'pause']);
    expect(await actions({ action: 'pause' })).toEqual(['pause', 'pause']);
    expect(await actions({ requestId: pausedBy })).toEqual(['pause']);
    expect(await actions({ proposalId })).toEqual(['unpause', 'propose unpause']);
    expect(await actions({ operator: one.address, action: 'unpause', proposalId })).toEqual(['unpause']);
    expect(await actions({ operator: one.address, action: 'propose unpause' })).toEqual([]);
    expect(await actions({ logId: '9223372036854775807' })).toEqual([]);
  });

  test('behavior: a range of times includes its beginning and excludes its end', async () => {
    const all = await one.call('POST /api/ops/log', {});
    const [newest, , , oldest] = all.ok ? all.data.items : [];
    if (newest === undefined || oldest === undefined) throw new Error('four entries');
    expect(await actions({ from: oldest.at, to: newest.at })).not.toContain('unpause');
    expect(await actions({ from: oldest.at, to: newest.at + 1 })).toHaveLength(4);
    expect(await actions({ from: newest.at + 1, to: newest.at + 2 })).toEqual([]);
    expect(await one.call('POST /api/ops/log', { from: 2 ** 40, to: 2 ** 40 })).toMatchObject({ error: 'date-range' });
  });

  test('behavior: the pages of a filtered list contain each entry once', async () => {
    const read: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await one.call('POST /api/ops/log', { action: 'pause', limit: 1, cursor });
      if (!page.ok) throw new Error(page.error);
      read.push(...page.data.items.map(({ subject }) => subject));
      cursor = page.data.nextCursor;
    }
    expect(read).toHaveLength(2);
    expect(new Set(read).size).toBe(2);
  });
});
