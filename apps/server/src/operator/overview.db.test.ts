import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sealJournal } from '#ledger/journal/commands.ts';
import { createTodaysFlows, type Flow } from '#ledger/today/queries.ts';

const account = `0x${'1'.repeat(40)}`;

describe('the overview of operators', () => {
  let database: TestDatabase;
  let api: TestApi;
  let db: Database;
  let one: OperatorClient;
  let two: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.url, maxConnections: 2 });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
  });
  afterAll(async () => {
    await api.stop();
    await db.destroy();
    await database.drop();
  });

  const read = async (operator: OperatorClient) => {
    const [waiting, alarms, money, rounds] = await Promise.all([
      operator.call('POST /api/ops/overview/waiting', {}),
      operator.call('POST /api/ops/overview/alarms', {}),
      operator.call('POST /api/ops/overview/money', {}),
      operator.call('POST /api/ops/overview/rounds', {}),
    ]);
    if (!(waiting.ok && alarms.ok && money.ok && rounds.ok)) throw new Error('a part was refused');
    return { ...waiting.data, ...alarms.data, ...money.data, ...rounds.data };
  };

  test('default: an idle system has nothing waiting, and shows that the chain was never read', async () => {
    const { waiting, alarms, pausedParts, rounds, checks } = await read(one);
    expect(Object.values(waiting)).toEqual(Object.values(waiting).map(() => 0));
    expect([alarms, pausedParts, rounds]).toEqual([[], [], []]);
    expect(checks).toEqual([
      { name: 'journal', problem: null },
      { name: 'anchors', problem: null },
      { name: 'indexer', problem: { code: 'never-read' } },
    ]);
  });

  test('default: a proposal waits for the other operator; a pause is an alarm', async () => {
    const reason = 'because it is tested';
    await one.act('texts/set', { lang: 'en', key: 'home.title', text: 'Hello', reason });
    await one.act('pause', { part: 'joins', reason });
    const [own, other] = [await read(one), await read(two)];
    expect(own.waiting).toMatchObject({ proposals: 0, ownProposals: 1 });
    expect(other.waiting).toMatchObject({ proposals: 1, ownProposals: 0 });
    expect(other.pausedParts).toMatchObject([{ part: 'joins', reason }]);
    expect(other.alarms).toMatchObject([{ kind: 'pause' }]);
    await sql`update operator_proposal set expires_at = now()`.execute(db);
    expect((await read(two)).waiting.proposals).toBe(0);
  });

  test('behavior: counts 1,500 waiting withdrawals as 1,000', async () => {
    await sql`
      insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount)
      select n, gen_random_uuid(), '\\x00', '0x' || lpad(to_hex(n), 64, '0'), ${account}, ${account}, 0, 1
      from generate_series(1, 1500) n`.execute(db);
    expect((await read(one)).waiting.withdrawals).toBe(1_000);
  });

  test('behavior: sums up today’s transfers once, sealed or not, without those of earlier days', async () => {
    const readFlows = createTodaysFlows(db);
    const isDeposit = ({ kind, currency }: Flow) => kind === 'deposit' && currency === 'JU';
    const deposits = async () => (await readFlows()).flows.find(isDeposit);
    const before = (await deposits())?.amount ?? 0n;
    await buildParticipants(db, { count: 3, available: 10n * JU });
    const { rows } = await sql<{ kind: string; sum: string; count: number }>`
      select k.name as kind, sum(t.amount)::text as sum, count(*)::int as count
      from ledger_transfer t join ledger_transfer_kinds k on k.code = t.kind
      where ledger_account_currency(t.debit_account) = currency_ju() group by 1`.execute(db);
    const sums = async () =>
      (await readFlows()).flows
        .filter(({ currency }) => currency === 'JU')
        .map(({ kind, amount, transfers }) => ({ kind, sum: amount.toString(), count: transfers }));
    expect(await sums()).toEqual(expect.arrayContaining(rows));
    expect((await deposits())?.amount).toBeGreaterThan(before);
    const unsealed = await sums();
    await sealJournal(db);
    await sealJournal(db);
    expect(await sums()).toEqual(unsealed);
    expect(await sums()).toEqual(unsealed);
    const { money } = await read(one);
    expect(money?.from).toBe(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    await sql`alter table ledger_transfer disable trigger user`.execute(db);
    await sql`update ledger_transfer set created_at = now() - interval '2 days'`.execute(db);
    expect((await createTodaysFlows(db)()).flows).toEqual([]);
  });

  test('behavior: shared figures are read once, and again after an action; proposals are per operator', async () => {
    const sharing = await startTestApi({ sharedAgeMs: 600_000 });
    onTestFinished(() => sharing.stop());
    const [first, second] = await sharing.operators();
    const reason = 'because it is tested';
    const before = await read(first);
    const isShared = ({ waiting: _waiting, readAt: _readAt, ...shared }: typeof before) => shared;
    await sharing.admin.query(`update system_switch set paused = true, reason = 'by hand' where name = 'swap'`);
    expect(isShared(await read(second))).toEqual(isShared(before));
    await first.act('texts/set', { lang: 'en', key: 'home.title', text: 'Welcome', reason });
    const [own, other] = [await read(first), await read(second)];
    expect(own.pausedParts).toMatchObject([{ part: 'swap', reason: 'by hand' }]);
    expect(other.pausedParts).toEqual(own.pausedParts);
    expect(own.waiting).toMatchObject({ proposals: 0, ownProposals: 1 });
    expect(other.waiting).toMatchObject({ proposals: 1, ownProposals: 0 });
  });

  test('error: a part that cannot be read leaves the others', async () => {
    await sql`alter table alarm rename to alarm_away`.execute(db);
    onTestFinished(async () => void (await sql`alter table alarm_away rename to alarm`.execute(db)));
    expect(await one.call('POST /api/ops/overview/alarms', {})).toMatchObject({ ok: false, code: 500 });
    expect(await one.call('POST /api/ops/overview/waiting', {})).toMatchObject({ ok: true });
    expect(await one.call('POST /api/ops/overview/rounds', {})).toMatchObject({ ok: true });
  });

  test('error: a participant cannot read the overview', async () => {
    const token = await api.signIn(privateKeyToAccount(generatePrivateKey()));
    const answer = await api.client(token).call('POST /api/ops/overview/waiting', {});
    expect(answer).toMatchObject({ ok: false, code: 501 });
  });
});
