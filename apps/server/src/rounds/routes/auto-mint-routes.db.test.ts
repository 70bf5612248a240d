import type { Client } from '@city-mint/api-contract/client';
import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { newPerson } from '@city-mint/tests/builders/person';
import { buildPlan, closeWindow, JU, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';

const CALL = 'POST /api/biz/set/repeat';
type Settings = ReplyOf<typeof CALL>['settings'];

let database: TestDatabase;
let api: TestApi;
let owner: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url });
  owner = createDatabase({ url: database.url });
});
afterAll(async () => {
  await owner.destroy();
  await api.stop();
  await database.drop();
});

/** Returns a signed-in user with a balance in JU who accepted the disclosure, unless `consented` is false. */
async function signIn({ consented = true, available = 0n } = {}) {
  const { token } = await newPerson({ api, db: owner }, available);
  const client = api.client(token);
  if (consented) await accept(client);
  const set = async (request: RequestOf<typeof CALL>) => client.call(CALL, request);
  const settings = async (request: RequestOf<typeof CALL> = {}): Promise<Settings> => {
    const answer = await set(request);
    if (!answer.ok) throw new Error(answer.error);
    return answer.data.settings;
  };
  return { client, set, settings };
}

async function accept(client: Client): Promise<void> {
  const disclosure = await client.call('GET /api/app/disclosure', {});
  if (!disclosure.ok) throw new Error(disclosure.error);
  const accepted = await client.call('POST /api/app/user/consent', { hash: disclosure.data.hash });
  if (!accepted.ok) throw new Error(accepted.error);
}

describe(CALL, () => {
  it('is off by default, turns on with its limits and off again', async () => {
    const { settings } = await signIn();
    expect(await settings()).toEqual({
      enabled: false,
      keep: '0',
      perRoundMaximum: '0',
      stopAfterLosses: 0,
      failedRounds: 0,
      version: 0,
      enabledAt: null,
      offBecause: null,
    });
    const on = { enabled: true, keep: '1.5', perRoundMaximum: '20', stopAfterLosses: 3 };
    expect(await settings({ ...on, version: 0 })).toMatchObject({ ...on, version: 1, offBecause: null });
    expect(await settings({ enabled: true, keep: '2' })).toMatchObject({ ...on, keep: '2', version: 2 });
    const off = await settings({ enabled: false, version: 2 });
    expect(off).toMatchObject({ ...on, enabled: false, keep: '2', version: 3, enabledAt: null, offBecause: 'user' });
    expect(await settings()).toEqual(off);
  });

  it('refuses to turn on without the consent, and changes nothing', async () => {
    const { client, set, settings } = await signIn({ consented: false });
    expect(await set({ enabled: true })).toMatchObject({ ok: false, code: 422, error: 'consent-required' });
    expect(await settings({ enabled: false })).toMatchObject({ enabled: false });
    await accept(client);
    expect(await settings({ enabled: true })).toMatchObject({ enabled: true });
  });

  it('refuses what is stale, answers a repeat, and requires the switch with every change', async () => {
    const { set, settings } = await signIn();
    await settings({ enabled: true, version: 0 });
    expect(await settings({ enabled: true, version: 0 })).toMatchObject({ enabled: true, version: 1 });
    await settings({ enabled: false, version: 1 });
    expect(await set({ enabled: true, version: 0 })).toMatchObject({
      ok: false,
      code: 409,
      error: 'stale',
      details: { field: 'version', limit: '2' },
    });
    expect(await settings()).toMatchObject({ enabled: false, version: 2 });
    for (const change of [{ keep: '1' }, { perRoundMaximum: '1' }, { stopAfterLosses: 1 }, { version: 2 }]) {
      expect(await set(change)).toMatchObject({ error: 'field-missing', details: { field: 'enabled' } });
    }
    expect(await set({ enabled: true, cursor: 'AAAA' })).toMatchObject({ error: 'cursor-format' });
    expect(await settings()).toMatchObject({ enabled: false, version: 2 });
  });

  it('orders concurrent changes, one version after the other', async () => {
    const { set, settings } = await signIn();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_unused, index) => set({ enabled: true, keep: String(index), version: 0 })),
    );
    expect(answers.filter(({ ok }) => ok).length).toBe(1);
    expect(await settings()).toMatchObject({ version: 1 });
  });

  it('returns the log of one user, newest first, page by page, with what was returned', async () => {
    const mine = await signIn({ available: 100n * JU });
    const other = await signIn({ available: 100n * JU });
    await mine.settings({ enabled: true, keep: '95', perRoundMaximum: '3' });
    await other.settings({ enabled: true, perRoundMaximum: '1' });
    const round = await openRound(owner, buildPlan({ city: 'Oslo' }));
    await closeWindow(owner, round.roundId);
    await runRounds(owner);
    await openRound(owner, buildPlan({ city: 'Rome', phase: 2 }));
    const minimum = tokenAmount(50n * JU);
    await openRound(owner, buildPlan({ city: 'Lima', phase: 3, terms: { minimum } }));

    const items: ReplyOf<typeof CALL>['cycles']['items'] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof mine.set>> = await mine.set({ cursor, limit: 2 });
      if (!page.ok) throw new Error(page.error);
      items.push(...page.data.cycles.items);
      cursor = page.data.cycles.nextCursor;
    } while (cursor !== null);
    expect(items).toMatchObject([
      { city: 'Lima', event: 'skipped', reason: 'below-minimum', amount: null, returned: null },
      // 100 minus the loss of 3 % of 3, and 95 of it remain.
      { city: 'Rome', event: 'joined', amount: '3', rank: 1, returned: null, returnedAt: null },
      { city: 'Oslo', event: 'joined', amount: '3', rank: 1, returned: '2.91', returnedAt: expect.any(Number) },
    ]);
    expect(items.length).toBe(3);
    expect(await mine.settings()).toMatchObject({ failedRounds: 1 });
  });
});
