import type { Client } from '@city-mint/api-contract/client';
import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { acceptAnyTerms } from '@city-mint/tests/builders/consent';
import { newPerson } from '@city-mint/tests/builders/person';
import { buildPlan, closeWindow, JU, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
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
  const { token, account, userId } = await newPerson({ api, db: owner }, available);
  const client = api.client(token);
  if (consented) await acceptAnyTerms(owner, [userId]);
  const set = async (request: RequestOf<typeof CALL>) => client.call(CALL, request);
  const settings = async (request: RequestOf<typeof CALL> = {}): Promise<Settings> => {
    const answer = await set(request);
    if (!answer.ok) throw new Error(answer.error);
    return answer.data.settings;
  };
  /** Returns the text of these settings without a maximum, and its signature by this wallet or another. */
  const sign = async (fields: typeof UNLIMITED, signer = account) => {
    const text = await client.call('POST /api/app/user/confirmMessage', { action: 'auto-mint', ...fields });
    if (!text.ok) throw new Error(text.error);
    const { nonce, message } = text.data;
    return { nonce, message, sign_hex: await signer.signMessage({ message }) };
  };
  return { client, set, settings, sign };
}

const UNLIMITED = { keep: '0', stopAfterLosses: 0, parallelRounds: 1, version: 0 };

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
      parallelRounds: 1,
      failedRounds: 0,
      version: 0,
      enabledAt: null,
      offBecause: null,
    });
    const on = { enabled: true, keep: '1.5', perRoundMaximum: '20', stopAfterLosses: 3, parallelRounds: 2 };
    expect(await settings({ ...on, version: 0 })).toMatchObject({ ...on, version: 1, offBecause: null });
    expect(await settings({ enabled: true, keep: '2' })).toMatchObject({ ...on, keep: '2', version: 2 });
    const off = await settings({ enabled: false, version: 2 });
    expect(off).toMatchObject({ ...on, enabled: false, keep: '2', version: 3, enabledAt: null, offBecause: 'user' });
    expect(await settings()).toEqual(off);
  });

  it('refuses to turn on without the consent, and changes nothing', async () => {
    const { client, set, settings } = await signIn({ consented: false });
    const on = { enabled: true, perRoundMaximum: '5' };
    expect(await set(on)).toMatchObject({ ok: false, code: 422, error: 'consent-required' });
    expect(await client.call('POST /api/app/user/confirmMessage', { action: 'auto-mint', ...UNLIMITED })).toMatchObject(
      { ok: false, code: 422, error: 'consent-required' },
    );
    expect(await settings({ enabled: false })).toMatchObject({ enabled: false });
    await accept(client);
    expect(await settings(on)).toMatchObject(on);
  });

  it('refuses stale versions, answers a repeat, and requires the switch with every change', async () => {
    const { set, settings } = await signIn();
    const on = { enabled: true, perRoundMaximum: '5', version: 0 };
    await settings(on);
    expect(await settings(on)).toMatchObject({ enabled: true, version: 1 });
    await settings({ enabled: false, version: 1 });
    expect(await set(on)).toMatchObject({
      ok: false,
      code: 409,
      error: 'stale',
      details: { field: 'version', limit: '2' },
    });
    expect(await settings()).toMatchObject({ enabled: false, version: 2 });
    for (const change of [
      { keep: '1' },
      { perRoundMaximum: '1' },
      { stopAfterLosses: 1 },
      { parallelRounds: 2 },
      { version: 2 },
    ]) {
      expect(await set(change)).toMatchObject({ error: 'field-missing', details: { field: 'enabled' } });
    }
    expect(await set({ enabled: true, cursor: 'AAAA' })).toMatchObject({ error: 'cursor-format' });
    expect(await settings()).toMatchObject({ enabled: false, version: 2 });
  });

  it('without a maximum per round only a signature of exactly these settings turns it on, once', async () => {
    const { set, settings, sign } = await signIn();
    const { message, nonce, sign_hex } = await sign({ keep: '1.5', stopAfterLosses: 3, parallelRounds: 2, version: 0 });
    expect(message).toContain('Turn on auto-mint without a maximum per round');
    expect(message).toContain('JU that you keep: 1.5\n');
    expect(message).toContain('Unsettled rounds in which it may be at a time: 2\n');
    expect(message).toContain('Failed rounds after which it turns itself off: 3\n');
    const on = { enabled: true, keep: '1.5', stopAfterLosses: 3, parallelRounds: 2 };
    // Another minimum to keep than in the text.
    expect(await set({ ...on, keep: '1', nonce, sign_hex })).toMatchObject({
      error: 'nonce-used-or-unknown',
      details: { field: 'nonce' },
    });
    expect(await settings()).toMatchObject({ enabled: false, version: 0 });
    const signed = { ...on, version: 0, nonce, sign_hex };
    expect(await settings(signed)).toMatchObject({ ...on, perRoundMaximum: '0', version: 1 });
    expect(await settings(signed)).toMatchObject({ version: 1 });
    // A more restrictive change needs no signature.
    expect(await settings({ enabled: true, keep: '2', version: 1 })).toMatchObject({ keep: '2', version: 2 });
  });

  it('attack: a stolen session neither turns it on without a maximum, nor replays a signature', async () => {
    const { client, set, settings, sign } = await signIn();
    const refused = {
      ok: false,
      code: 422,
      error: 'confirmation-required',
      details: { field: 'perRoundMaximum' },
    };
    expect(await set({ enabled: true })).toMatchObject(refused);
    const limited = { enabled: true, keep: '5', perRoundMaximum: '3', stopAfterLosses: 2 };
    await settings(limited);
    expect(await set({ enabled: true, perRoundMaximum: '0', version: 1 })).toMatchObject(refused);
    const fields = { keep: '5', stopAfterLosses: 2, parallelRounds: 1, version: 1 };
    const { nonce } = await sign(fields);
    expect(await set({ enabled: true, perRoundMaximum: '0', nonce })).toMatchObject(refused);
    const thief = privateKeyToAccount(generatePrivateKey());
    const { message: _unused, ...forged } = await sign(fields, thief);
    expect(await set({ enabled: true, perRoundMaximum: '0', ...forged })).toMatchObject({
      error: 'signature-invalid',
      details: { field: 'sign_hex' },
    });
    expect(await settings()).toMatchObject({ ...limited, version: 1 });

    const { message: _text, ...own } = await sign(fields);
    const signed = { enabled: true, perRoundMaximum: '0', ...own };
    expect(await settings(signed)).toMatchObject({ perRoundMaximum: '0', version: 2 });
    await settings({ enabled: false, version: 2 });
    expect(await set(signed)).toMatchObject({ error: 'nonce-used-or-unknown' });
    expect(await set({ ...signed, version: 1 })).toMatchObject({ error: 'stale' });
    for (const weaker of [{ keep: '0' }, { stopAfterLosses: 0 }, { parallelRounds: 0 }, { parallelRounds: 2 }]) {
      expect(await set({ ...signed, ...weaker })).toMatchObject({ error: 'nonce-used-or-unknown' });
    }
    const outdated = await client.call('POST /api/app/user/confirmMessage', { action: 'auto-mint', ...fields });
    expect(outdated).toMatchObject({ error: 'stale', details: { field: 'version', limit: '3' } });
    expect(await settings()).toMatchObject({ enabled: false, version: 3 });
  });

  it('serializes concurrent changes, one version after the other', async () => {
    const { set, settings } = await signIn();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_unused, index) =>
        set({ enabled: true, keep: String(index), perRoundMaximum: '1', version: 0 }),
      ),
    );
    expect(answers.filter(({ ok }) => ok).length).toBe(1);
    expect(await settings()).toMatchObject({ version: 1 });
  });

  it('returns the log of one user, newest first, page by page, with the returned amounts', async () => {
    const mine = await signIn({ available: 100n * JU });
    const other = await signIn({ available: 100n * JU });
    await mine.settings({ enabled: true, keep: '95', perRoundMaximum: '3', parallelRounds: 1 });
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
      { city: 'Lima', event: 'skipped', reason: 'already-in-a-round', amount: null, returned: null },
      // 100 minus the loss of 3 % of 3, and 95 of it remain.
      {
        city: 'Rome',
        event: 'joined',
        amount: '3',
        rank: 1,
        returned: null,
        returnedAt: null,
        outcome: null,
        netJu: null,
        fmc: null,
      },
      { city: 'Oslo', event: 'joined', amount: '3', rank: 1, returned: '2.91', returnedAt: expect.any(Number) },
    ]);
    expect(items.length).toBe(3);
    expect(await mine.settings()).toMatchObject({ failedRounds: 1 });
  });
});
