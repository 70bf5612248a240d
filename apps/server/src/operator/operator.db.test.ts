import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { namesFor } from '@city-mint/tests/builders/city-names';
import { operatorPlan, operatorPublication } from '@city-mint/tests/builders/operator-plan';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';

const reason = 'because it is tested';
const third = privateKeyToAccount(generatePrivateKey());

const bare = operatorPlan('Vienna');
const plan = { ...operatorPublication('Vienna'), ...bare };

describe('operators', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let one: OperatorClient;
  let two: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
  });
  afterAll(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });

  const newestLog = async () => {
    const log = await api.client().call('GET /api/app/operatorLog', {});
    return log.ok ? log.data.items.find(({ action }) => !action.startsWith('refuse ')) : undefined;
  };

  test('behavior: sessions of participants and operators are only valid for their own calls', async () => {
    const participant = api.client(await api.signIn(api.operatorAccounts[0]));
    expect(await participant.call('POST /api/ops/controls', {})).toMatchObject({ code: 501, error: 'unauthorized' });
    expect(await one.call('POST /api/app/user/asset', {})).toMatchObject({ code: 501, error: 'unauthorized' });
    const stranger = await api.client().call('POST /api/ops/signMessage', {
      eth_address: third.address,
      domain: 'mint.test',
      uri: 'https://mint.test/',
    });
    expect(stranger).toMatchObject({ code: 403, error: 'not-an-operator' });
  });

  test('behavior: a signed message of a participant opens no operator session, and vice versa', async () => {
    const [first] = api.operatorAccounts;
    const place = { eth_address: first.address, domain: 'mint.test', uri: 'https://mint.test/' };
    for (const [compose, enter] of [
      ['POST /api/app/user/signMessage', 'POST /api/ops/login'],
      ['POST /api/ops/signMessage', 'POST /api/app/user/login'],
    ] as const) {
      const text = await api.client().call(compose, place);
      if (!text.ok) throw new Error(text.error);
      const sign_hex = await first.signMessage({ message: text.data.message });
      const answer = await api.client().call(enter, { sign_hex, nonce: text.data.nonce });
      expect(answer).toMatchObject({ ok: false, error: 'nonce-used-or-unknown' });
    }
  });

  test('default: one operator pauses, two resume; each step is in the public log', async () => {
    expect(await one.act('pause', { part: 'joins', reason })).toMatchObject({ data: { state: 'done' } });
    expect(await newestLog()).toMatchObject({
      operator: one.address,
      proposedBy: null,
      action: 'pause',
      subject: 'part joins',
      before: { paused: 'false' },
      after: { paused: 'true' },
      reason,
    });
    expect(await two.act('pause', { part: 'joins', reason })).toMatchObject({
      error: 'nothing-changes',
    });
    const proposed = await one.act('unpause', { part: 'joins', reason });
    if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
    const { proposalId } = proposed.data;
    expect(await isPaused('joins')).toBe(true);
    expect(await one.confirm(proposalId, reason)).toMatchObject({
      code: 403,
      error: 'second-operator-required',
    });
    expect(await isPaused('joins')).toBe(true);
    expect(await two.confirm(proposalId, reason)).toMatchObject({
      data: { state: 'done' },
    });
    expect(await isPaused('joins')).toBe(false);
    expect(await newestLog()).toMatchObject({
      operator: two.address,
      proposedBy: one.address,
      action: 'unpause',
      after: { paused: 'false' },
    });
    expect(await two.confirm(proposalId, reason)).toMatchObject({
      error: 'proposal-decided',
    });
  });

  test('behavior: a proposal expires, and can be rejected', async () => {
    await one.act('pause', { part: 'swap', reason });
    const late = await propose();
    await api.admin.query(`update operator_proposal set expires_at = now() - interval '1 second' where id = $1`, [
      late,
    ]);
    expect(await two.confirm(late, reason)).toMatchObject({
      error: 'proposal-expired',
    });
    const dropped = await propose();
    expect(await one.reject(dropped, reason)).toMatchObject({
      ok: true,
    });
    expect(await two.confirm(dropped, reason)).toMatchObject({
      error: 'proposal-decided',
    });
    expect(await isPaused('swap')).toBe(true);

    async function propose(): Promise<string> {
      const proposed = await one.act('unpause', { part: 'swap', reason });
      if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
      return proposed.data.proposalId;
    }
  });

  test.each([
    ['per withdrawal up', { perWithdrawal: '50001' }, 'proposed'],
    ['per user up', { perUserDay: '100000.000000000000000001' }, 'proposed'],
    ['per day up', { perDay: '2000000' }, 'proposed'],
    ['all down', { perWithdrawal: '49999', perUserDay: '99999', perDay: '999999' }, 'done'],
    ['approval needed', { approvalAbove: '1000' }, 'done'],
    ['approval needed later', { approvalAbove: '1000.1' }, 'proposed'],
    ['approval needed never', { approvalAbove: null }, 'proposed'],
  ] as const)('behavior: limits, %s', async (_name, change, state) => {
    const controls = await one.call('POST /api/ops/controls', {});
    if (!controls.ok) throw new Error(controls.error);
    const now = controls.data.limits.find(({ currency }) => currency === 'JU');
    if (now === undefined) throw new Error('no limits');
    const answer = await one.act('limits/set', { ...now, ...change, reason });
    expect(answer).toMatchObject({ data: { state } });
  });

  test('behavior: fewer hours, adding or removing an operator require two operators; more hours one', async () => {
    expect(await one.act('limits/hold', { hours: 700, reason })).toMatchObject({
      data: { state: 'done' },
    });
    expect(await one.act('limits/hold', { hours: 1, reason })).toMatchObject({
      data: { state: 'proposed' },
    });
    const added = await one.act('operators/add', { address: third.address, role: 'operator', reason });
    if (!added.ok || added.data.proposalId === null) throw new Error('no proposal');
    await two.confirm(added.data.proposalId, reason);
    const three = await api.operator(third);
    expect(await three.call('POST /api/ops/controls', {})).toMatchObject({ ok: true });
    for (const part of ['swap', 'recharge'] as const) await one.act('pause', { part, reason });
    const proposal = async (part: 'swap' | 'recharge') => {
      const proposed = await three.act('unpause', { part, reason });
      if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
      return proposed.data.proposalId;
    };
    const [good, late] = [await proposal('swap'), await proposal('recharge')];
    expect(await one.confirm(good, reason)).toMatchObject({ data: { state: 'done' } });
    expect(await one.act('operators/remove', { address: third.address, reason })).toMatchObject({
      data: { state: 'proposed' },
    });
    const removed = await takeTogether([two, one], 'operators/remove', { address: third.address, reason });
    expect(removed).toMatchObject({ data: { state: 'done' } });
    expect(await three.call('POST /api/ops/controls', {})).toMatchObject({ code: 501, error: 'session-ended' });
    // Proposals of a removed operator end; the twin is the proposal confirmed before.
    expect(await one.confirm(late, reason)).toMatchObject({ error: 'proposal-lapsed' });
    expect([await isPaused('swap'), await isPaused('recharge')]).toEqual([false, true]);
  });

  test('default: adds cities and plans; a plan out of bounds names the field, and leaves no change', async () => {
    await buildFunds(owner, { reserve: 0n, emission: 500_000n * JU });
    const place = { name: 'Vienna', latitude: 48.2, longitude: 16.4, reason };
    const city = { ...place, ...namesFor('Vienna', '维也纳') };
    expect(await one.act('plans/publish', { ...plan, reason })).toMatchObject({ error: 'unknown-city' });
    expect(await one.act('cities/add', city)).toMatchObject({ ok: true });
    expect(await one.act('cities/add', city)).toMatchObject({ error: 'city-exists' });
    expect(await one.act('cities/edit', { ...place, latitude: 48.21 })).toMatchObject({ ok: true });
    const wrong = { ...plan, mintFeeBps: 1_001 };
    expect(await one.call('POST /api/ops/plans/check', { ...bare, mintFeeBps: 1_001 })).toMatchObject({
      data: { violations: [{ field: 'mintFeeBps' }], rounds: [] },
    });
    expect(await one.act('plans/publish', { ...wrong, reason })).toMatchObject({
      error: 'plan-out-of-bounds',
      details: { field: 'mintFeeBps' },
    });
    const checked = await one.call('POST /api/ops/plans/check', bare);
    expect(checked).toMatchObject({ data: { rounds: [{ quota: '1000' }, { quota: '1100' }, { quota: '1210' }] } });
    expect(await takeTogether([one, two], 'plans/publish', { ...plan, reason })).toMatchObject({ ok: true });
    expect(await one.act('plans/publish', { ...plan, reason })).toMatchObject({ error: 'phase-exists' });
    expect(await one.call('POST /api/ops/plans', {})).toMatchObject({
      data: { items: [{ city: 'Vienna', firstQuota: '1000', state: 'running' }], nextCursor: null },
    });
  });

  test('behavior: preview, proposal and log of a plan name the changes to participants’ disadvantage', async () => {
    const worse = { ...plan, phase: 2, lossBps: 301, mintFeeBps: 99, treasuryBps: 1_001, gapMs: 1 };
    const differs = {
      comparedWith: '1',
      worse: 'lossBps, treasuryBps',
      better: 'mintFeeBps',
      neutral: 'phase, gapMs',
    };
    const figures = { before: { lossBps: '300', mintFeeBps: '100' }, after: { lossBps: '301', ...differs } };
    const { city: _city, ...first } = plan;
    await one.act('cities/add', { name: 'Graz', ...namesFor('Graz'), latitude: 47.1, longitude: 15.4, reason });
    const preview = (request: object) =>
      one.call('POST /api/ops/preview', { action: 'plans/publish', fields: { ...request } });
    expect(await preview({ ...first, city: 'Graz' })).toMatchObject({
      data: { operators: 2, before: null, after: { lossBps: '300', comparedWith: null, worse: null } },
    });
    expect(await preview(worse)).toMatchObject({ data: { operators: 2, ...figures } });
    // An improvement for everyone requires two operators, too.
    expect(await preview({ ...plan, phase: 2, lossBps: 299 })).toMatchObject({
      data: { operators: 2, after: { worse: null, better: 'lossBps' } },
    });
    const proposed = await one.act('plans/publish', { ...worse, reason });
    expect(proposed).toMatchObject({ ok: true, data: { state: 'proposed' } });
    const proposals = await two.call('POST /api/ops/proposals', {});
    expect(proposals.ok && proposals.data.items[0]).toMatchObject(figures);
    const proposalId = (proposed.ok && proposed.data.proposalId) || '';
    expect(await two.confirm(proposalId, reason)).toMatchObject({ data: { state: 'done' } });
    const log = await api.client().call('GET /api/app/operatorLog', {});
    expect(log).toMatchObject({ ok: true });
    expect(log.ok && log.data.items[0]).toMatchObject({ action: 'plans/publish', ...figures });
  });

  test('behavior: a city has a name in each language; terms and calls keep its original name', async () => {
    const cities = async () => {
      const texts = await api.client().call('GET /api/app/lang', {});
      return texts.ok ? texts.data.cities : null;
    };
    const names = namesFor('Vienna', '维也纳');
    expect(await cities()).toMatchObject({ zh: { Vienna: '维也纳' }, en: {}, ja: {} });
    expect(await one.act('cities/names', { name: 'Vienna', ...names, reason })).toMatchObject({
      error: 'nothing-changes',
    });
    const renamed = { name: 'Vienna', ...names, ja: 'ウィーン', zh: 'Vienna', reason };
    expect(await takeTogether([one, two], 'cities/names', renamed)).toMatchObject({ data: { state: 'done' } });
    expect(await cities()).toMatchObject({ zh: {}, ja: { Vienna: 'ウィーン' } });
    const log = await api.client().call('GET /api/app/operatorLog', {});
    expect(log.ok && log.data.items[0]).toMatchObject({
      subject: 'city Vienna',
      before: { zh: '维也纳' },
      after: { zh: 'Vienna', ja: 'ウィーン' },
    });
    const listed = await api.client().call('GET /api/app/warehouses', {});
    expect(listed.ok && listed.data.cities.map(({ name }) => name)).toContain('Vienna');
  });

  test.each(['t.me/city', 'evil.example', 'a\nb', '<b>', ' Wien', 'Wien ', '\u202enopS', 'x'.repeat(61), ''])(
    'attack: %j is not accepted as a name of a city',
    async (zh) => {
      const fields = { name: 'Vienna', ...namesFor('Vienna', zh) };
      const preview = await one.call('POST /api/ops/preview', { action: 'cities/names', fields });
      expect(preview).toMatchObject({ ok: false, details: { field: expect.stringContaining('zh') } });
    },
  );

  test('behavior: overrides and restores texts; the reserve takes no more than the treasury has', async () => {
    const text = { lang: 'en', key: 'home.title', reason } as const;
    await takeTogether([one, two], 'texts/set', { ...text, text: 'Hi & co' });
    const lang = () => api.client().call('GET /api/app/lang', {});
    expect(await lang()).toMatchObject({ data: { lang: { en: { 'home.title': 'Hi & co' } } } });
    await takeTogether([one, two], 'texts/set', { ...text, text: null });
    expect(await lang()).toMatchObject({ data: { lang: {} } });

    await buildFunds(owner, { reserve: 0n, emission: 0n });
    expect(await one.act('reserve/fund', { amount: '1', reason })).toMatchObject({
      error: 'treasury-too-small',
      details: { limit: '0' },
    });
  });

  test('attack: the cap of the reserve at most doubles within a day, however often it is doubled', async () => {
    const cap = (amount: string) => takeTogether([one, two], 'reserve/cap', { cap: amount, reason });
    expect(await cap('150000')).toMatchObject({ data: { state: 'done' } });
    expect(await cap('200000')).toMatchObject({ data: { state: 'done' } });
    const most = { error: 'setting-out-of-bounds', details: { field: 'cap', limit: 'at-most 200000' } };
    expect(await cap('200000.000000000000000001')).toMatchObject(most);
    expect(await cap('5')).toMatchObject({ data: { state: 'done' } });
    // After lowering and raising, the cap of a day ago still counts.
    expect(await cap('400000')).toMatchObject(most);
    expect(await cap('200000')).toMatchObject({ data: { state: 'done' } });
  });

  test('attack: a proposal that is older than an alarm does not resume a part', async () => {
    await one.act('pause', { part: 'recharge', reason });
    const propose = async () => {
      const proposed = await one.act('unpause', { part: 'recharge', reason });
      if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
      return proposed.data.proposalId;
    };
    await sql`insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at)
      values ('vault', 1, '0x0', 7, '0x7', now())`.execute(owner);
    // The end of a halt, an acknowledged error of the journal, an automatic pause of another part, and of this one.
    const alarms = [
      [`update chain_cursor set halt_reason = 'gap'`, 'update chain_cursor set halt_reason = null'],
      [`update ledger_journal_head set integrity_error = 'x'`, 'update ledger_journal_head set integrity_error = null'],
    ].map((statements) => async () => {
      for (const statement of statements) await api.admin.query(statement);
    });
    const pauses = (['settlement', 'recharge'] as const).map((part) => async () => {
      await sql`update system_switch set paused = true, reason = 'found by an audit' where name = ${part}`.execute(
        owner,
      );
    });
    for (const raise of [...alarms, ...pauses]) {
      const proposalId = await propose();
      await raise();
      expect(await two.confirm(proposalId, reason)).toMatchObject({ error: 'proposal-outdated' });
      expect(await isPaused('recharge')).toBe(true);
    }
    // Twin: without a newer alarm the proposal resumes it.
    expect(await two.confirm(await propose(), reason)).toMatchObject({ data: { state: 'done' } });
    await sql`delete from chain_cursor`.execute(owner);
  });

  test('behavior: a payout can be confirmed after its source has gained, but not after another payout', async () => {
    const recipient = third.address;
    const noOther = { reserve: 0n, emission: 0n };
    await sql`insert into payout_recipient (address, registered_at)
      values (${recipient}, now() - interval '60 days')`.execute(owner);
    await buildFunds(owner, { ...noOther, treasury: 100n * JU });
    const propose = async () => {
      const proposed = await one.act('payouts/pay', {
        ...{ source: 'treasury', amount: '1', recipient, purpose: 'rent', documentHash: `0x${'d'.repeat(64)}`, reason },
      });
      if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
      return proposed.data.proposalId;
    };
    const [first, other] = [await propose(), await propose()];
    await buildFunds(owner, { ...noOther, treasury: 10n * JU });
    expect(await two.confirm(first, reason)).toMatchObject({ data: { state: 'done' } });
    expect(await two.confirm(other, reason)).toMatchObject({ error: 'proposal-outdated' });
    const { rows } = await sql<{ amount: bigint }>`select amount from operator_payout`.execute(owner);
    expect(rows).toEqual([{ amount: JU }]);
  });

  test('behavior: a waiting withdrawal is approved by two others than its user, or rejected and returned', async () => {
    const [userId] = await buildParticipants(owner, { count: 1, available: 10n * JU });
    const waiting = (account: string) =>
      buildWithdrawal(owner, { userId: userId ?? 0n, account, amount: 2n * JU, state: 'requested' });
    const own = await waiting(one.address);
    expect(await one.call('POST /api/ops/withdrawals', {})).toMatchObject({ data: { items: [{ withdrawalId: own }] } });
    expect(await one.act('withdrawals/approve', { withdrawalId: own, reason })).toMatchObject({
      code: 403,
      error: 'own-withdrawal',
    });
    const approve = async (withdrawalId: string) => {
      const proposed = await two.act('withdrawals/approve', { withdrawalId, reason });
      if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
      return proposed.data.proposalId;
    };
    const proposed = await approve(own);
    expect(await two.confirm(proposed, reason)).toMatchObject({
      error: 'second-operator-required',
    });
    // The requester cannot be the second operator either.
    expect(await one.confirm(proposed, reason)).toMatchObject({ error: 'own-withdrawal' });
    const other = await waiting(third.address);
    expect(await one.confirm(await approve(other), reason)).toMatchObject({ ok: true });
    const { approved_by, proposed_by } = await owner
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', BigInt(other))
      .executeTakeFirstOrThrow();
    expect([proposed_by, approved_by]).toEqual([two.address, one.address]);
    expect(await two.act('withdrawals/reject', { withdrawalId: other, reason })).toMatchObject({
      error: 'not-waiting',
    });
    expect(await two.act('withdrawals/reject', { withdrawalId: own, reason })).toMatchObject({
      ok: true,
    });
    const { rows } = await api.admin.query(
      `select balance::text from ledger_account
      where id in (account_available($1, currency_ju()), account_withdrawing($1, currency_ju())) order by id`,
      [userId],
    );
    expect(rows.map(({ balance }) => BigInt(balance))).toEqual([8n * JU, 2n * JU]);
  });

  test('attack: one operator rejects one withdrawal of a user; further ones need a second operator', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10n * JU });
    const waiting = (state: 'requested' | 'approved') =>
      buildWithdrawal(owner, { userId, account: third.address, amount: JU, state });
    const reject = async () => one.act('withdrawals/reject', { withdrawalId: await waiting('requested'), reason });
    expect(await reject()).toMatchObject({ data: { state: 'done' } });
    expect(await reject()).toMatchObject({ data: { state: 'proposed' } });
    const withdrawalId = await waiting('approved');
    expect(await one.act('withdrawals/cancel', { withdrawalId, reason })).toMatchObject({
      data: { state: 'proposed' },
    });
  });

  test('behavior: the log is paged', async () => {
    const log = await api.client().call('GET /api/app/operatorLog', {});
    expect(log.ok && log.data.items.length).toBeGreaterThan(10);
  });

  async function isPaused(name: string): Promise<boolean> {
    const { rows } = await api.admin.query('select paused from system_switch where name = $1', [name]);
    return rows[0].paused;
  }
});
