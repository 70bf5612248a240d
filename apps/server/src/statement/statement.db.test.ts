import { sumOfTexts } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { openSessions } from '@city-mint/tests/builders/sessions';
import { buildVaultEvent } from '@city-mint/tests/builders/vault-events';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditDeposits } from '#assets/recharges/commands.ts';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { advanceRound } from '#rounds/lifecycle/commands.ts';
import { readStatementPage } from './queries/read-statement.ts';
import { statementCsv } from './statement-csv.ts';

const KEY = 'POST /api/app/user/statement';
const CITY = '=HYPERLINK("https://evil.example","London")';

type Person = { readonly token: string; readonly userId: bigint; readonly address: `0x${string}` };

describe('statements', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let inviter: Person;
  let invited: Person;
  let from: number;
  let to: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url });
    const pool = createPool({ url: database.url, maxConnections: 3 });
    owner = databaseOver(pool);
    from = Date.now() - 60_000;
    inviter = await enter();
    invited = await enter();
    await sql`insert into participant (user_id, inviter_id, first_settled_round_id)
      values (${inviter.userId}, null, 0), (${invited.userId}, ${inviter.userId}, null)
      on conflict (user_id) do update
        set inviter_id = excluded.inviter_id, first_settled_round_id = excluded.first_settled_round_id`.execute(owner);
    await buildFunds(owner, { reserve: 1_000n * JU, emission: 1_000_000n * JU });
    await owner
      .updateTable('reserve_setting')
      .set({ cap: 1_000n * JU })
      .execute();
    await deposit(invited, { sequence: 1n, amount: 1_500n * JU });
    const joinRound = createJoins({ pool, db: owner });
    const join = async (round: OpenRound, amount: bigint) => {
      const request = { userId: invited.userId, amount: tokenAmount(amount), requestId: crypto.randomUUID() };
      expect(await joinRound({ ...round, ...request, consented: true })).toMatchObject({ order: {} });
    };
    const firstQuota = tokenAmount(1_000n * JU);
    await join(await openRound(owner, buildPlan({ city: 'Vienna', firstQuota })), 100n * JU);
    const round = await openRound(owner, buildPlan({ city: CITY, firstQuota }));
    await join(round, 400n * JU);
    await join(round, 600n * JU);
    for (let state = ''; state !== 'minted' && state !== 'ended'; ) {
      await advanceRound(owner);
      ({ state } = await owner
        .selectFrom('round')
        .select('state')
        .where('id', '=', round.roundId)
        .executeTakeFirstOrThrow());
    }
    await sql`select pg_sleep(0.01)`.execute(owner);
    to = Date.now();
  });
  afterAll(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });

  async function enter(): Promise<Person> {
    const account = privateKeyToAccount(generatePrivateKey());
    const token = await api.signIn(account);
    const { id } = await owner
      .selectFrom('app_user')
      .select('id')
      .where('address', '=', account.address)
      .executeTakeFirstOrThrow();
    await openSessions(owner, [id]);
    return { token, userId: id, address: account.address };
  }

  async function deposit(
    { address }: Person,
    { sequence, amount }: { sequence: bigint; amount: bigint },
    tx?: Database,
  ): Promise<void> {
    const payload = { account: address, currency: 'JU', amount: amount.toString() };
    const book = async (inside: Database) =>
      creditDeposits(inside, [await buildVaultEvent(inside, { kind: 'deposited', payload, sequence })]);
    await (tx === undefined ? owner.transaction().execute(book) : book(tx));
  }

  async function read(person: Person, period = { from, to }) {
    const answer = await api.client(person.token).call(KEY, { ...period, format: 'json' });
    if (!answer.ok || answer.data.format !== 'json') throw new Error('no statement');
    return answer.data.currencies;
  }

  async function balancesOf(person: Person, bounds: number[]) {
    const answer = await api.client(person.token).call('POST /api/app/user/balances', { bounds });
    if (!answer.ok) throw new Error(answer.error);
    return answer;
  }

  async function table(person: Person, lang = 'en', format = 'csv') {
    const { json } = await api.send('/api/app/user/statement', {
      method: 'POST',
      headers: { authorization: person.token, lang, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to, format }),
    });
    return json as { data: { filename: string; csv: string; nextCursor: string | null } };
  }

  test('default: shows income, cost and current holdings, matching the assets', async () => {
    const [ju, fmc] = await read(invited);
    expect(ju).toMatchObject({ currency: 'JU', opening: '0', in: '1502', out: '10', closing: '1492' });
    expect(ju?.movements).toEqual([
      { kind: 'deposit', in: '1500', out: '0', count: 1 },
      { kind: 'split', in: '2', out: '0', count: 2 },
      { kind: 'mint-fee', in: '0', out: '10', count: 2 },
    ]);
    expect(ju?.accounts).toMatchObject([
      { account: 'available', opening: '0', in: '2492', out: '1100', closing: '1392' },
      { account: 'in-rounds', opening: '0', in: '1100', out: '1000', closing: '100' },
      { account: 'withdrawing', opening: '0', in: '0', out: '0', closing: '0', movements: [] },
    ]);
    expect(fmc).toMatchObject({ currency: 'FMC', opening: '0', in: '2000', out: '0', closing: '2000' });
    const assets = await api.client(invited.token).call('POST /api/app/user/asset', {});
    expect(assets).toMatchObject({
      data: { assets: [{ available: '1392', frozenInRounds: '100' }, { available: '2000' }] },
    });
  });

  test('default: the rows for a tax program add up to the statement', async () => {
    const [ju, fmc] = await read(invited);
    const { data } = await table(invited, 'en', 'koinly');
    expect(data.filename).toMatch(/^city-mint-koinly-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const rows = data.csv.trimEnd().split('\r\n').slice(1);
    expect(rows.find((row) => row.includes(',,deposit '))).toMatch(/,0x0{63}1$/);
    const sumOf = (currency: string, [amount, name]: readonly [number, number]) => {
      const cells = rows.map((row) => row.split(',')).filter((row) => row[name] === currency);
      return sumOfTexts(cells.map((row) => row[amount] ?? ''));
    };
    expect([sumOf('JU', [3, 4]), sumOf('JU', [1, 2])]).toEqual([ju?.in, ju?.out]);
    expect([sumOf('FMC', [3, 4]), sumOf('FMC', [1, 2])]).toEqual([fmc?.in, fmc?.out]);
  });

  test('default: balances at times equal those of statements that begin and end there', async () => {
    const { rows } = await sql<{ at: Date }>`
      select distinct created_at as at from ledger_transfer where created_at >= ${new Date(from)} order by 1`.execute(
      owner,
    );
    const bounds = [from, ...rows.map(({ at }) => at.getTime() + 1), to + DAY_MS];
    const times = [...new Set(bounds)].toSorted((one, other) => one - other);
    for (const person of [invited, inviter, await enter()]) {
      const { data } = await balancesOf(person, times);
      expect(data.points.map(({ at }) => at)).toEqual(times);
      for (const { at, JU: ju, FMC: fmc } of data.points.slice(1, -1)) {
        const [inJu, inFmc] = await read(person, { from, to: at });
        expect({ at, ju, fmc }).toEqual({ at, ju: inJu?.closing, fmc: inFmc?.closing });
      }
      expect(data.points[0]).toEqual({ at: from, JU: '0', FMC: '0' });
    }
    const { data } = await balancesOf(invited, [from, to + DAY_MS]);
    // 1,392 available and 100 in a round.
    expect(data.points.at(-1)).toEqual({ at: to + DAY_MS, JU: '1492', FMC: '2000' });
  });

  test('behavior: refuses balances over more than a year, and those of other users', async () => {
    const refused = await api
      .client(invited.token)
      .call('POST /api/app/user/balances', { bounds: [from, from + 367 * DAY_MS] });
    expect(refused).toMatchObject({ ok: false, error: 'range-too-long', details: { field: 'bounds', limit: '366' } });
    const { json } = await api.send('/api/app/user/balances', {
      method: 'POST',
      headers: { authorization: inviter.token, 'content-type': 'application/json' },
      body: JSON.stringify({ bounds: [from, to], userId: invited.userId.toString() }),
    });
    expect(json).toMatchObject({ code: 400, error: 'unknown-field', details: { field: 'userId' } });
  });

  test('behavior: users see only their own transfers, not those of users they invited', async () => {
    const [ju] = await read(inviter);
    expect(ju?.movements).toEqual([{ kind: 'reward', in: '3', out: '0', count: 2 }]);
    const { data } = await table(inviter);
    expect(data.csv).not.toContain('order');
    expect(data.csv).not.toContain('1500');
    const stranger = await enter();
    expect((await read(stranger)).map(({ opening, closing, movements }) => [opening, closing, movements])).toEqual([
      ['0', '0', []],
      ['0', '0', []],
    ]);
    const foreign = { from, to, format: 'json', userId: invited.userId.toString() };
    const { json } = await api.send('/api/app/user/statement', {
      method: 'POST',
      headers: { authorization: stranger.token, 'content-type': 'application/json' },
      body: JSON.stringify(foreign),
    });
    expect(json).toMatchObject({ code: 400, error: 'unknown-field', details: { field: 'userId' } });
  });

  test('default: a table with every transfer between opening and closing balances, by language', async () => {
    const { data } = await table(invited);
    const lines = data.csv.split('\r\n');
    expect(data.nextCursor).toBeNull();
    expect(data.filename).toMatch(/^city-mint-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines[0]).toBe('\ufeffTime (UTC),Currency,Account,Type,Reference,In,Out,Balance after,Transfer');
    expect(lines.filter((line) => line.includes('Opening balance'))).toHaveLength(5);
    expect(lines.filter((line) => line.includes('Closing balance'))).toHaveLength(5);
    expect(lines.find((line) => line.includes('Deposit'))).toMatch(
      /,JU,Available,Deposit,recharge 0x0{63}1,1500,,1500,\d+$/,
    );
    expect(lines.filter((line) => line.includes('In rounds,Mint fee'))).toHaveLength(2);
    expect(lines.at(-1)).toBe('');
    const zh = await table(invited, 'zhHK');
    expect(zh.data.csv).toContain('期初結餘');
    expect(zh.data.csv.split('\r\n')).toHaveLength(lines.length);
  });

  test('behavior: the name of a city is text to a spreadsheet', async () => {
    const { data } = await table(inviter);
    expect(data.csv).toContain(`"'=HYPERLINK(""https://evil.example"",""London"") 1-1"`);
    for (const cell of data.csv.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^"?[=+\-@\t]/);
  });

  test('behavior: concatenated pages make the whole table', async () => {
    const whole = (await table(invited)).data.csv;
    const order = { userId: invited.userId, from, to };
    const parts: string[] = [];
    for (let afterId: bigint | null = 0n; afterId !== null; ) {
      const { totals, transfers, next } = await readStatementPage(owner, { ...order, afterId, limit: 2 });
      const place = { from, to, lang: 'en' as const, isFirst: afterId === 0n, isLast: next === null };
      parts.push(statementCsv({ totals, transfers, ...place }));
      afterId = next;
    }
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join('')).toBe(whole);
  });

  test('behavior: a transfer counts when it was written, even if its transaction began earlier', async () => {
    const person = await enter();
    const units = (amount: number) => tokenAmount(BigInt(amount) * JU);
    await owner.transaction().execute(async (slow) => {
      await sql`select now()`.execute(slow);
      await sql`select pg_sleep(0.05)`.execute(owner);
      await deposit(person, { sequence: 101n, amount: units(5) });
      await deposit(person, { sequence: 102n, amount: units(7) }, slow);
    });
    const { rows } = await sql<{ source_id: bigint; created_at: Date; after: bigint }>`
      select source_id, created_at, credit_balance_after as after
      from ledger_transfer where source_id in (101, 102) order by id`.execute(owner);
    const [quick, late] = rows;
    if (quick === undefined || late === undefined) throw new Error('no deposits');
    expect([quick.source_id, late.source_id]).toEqual([101n, 102n]);
    // By their times the second would come first, and lead to a balance that never existed (the broken twin).
    expect(late.created_at.getTime()).toBeLessThan(quick.created_at.getTime());
    expect(rows.map(({ after }) => after)).not.toContain(units(7));
    const cut = quick.created_at.getTime();
    const [earlier] = await read(person, { from, to: cut });
    const [later] = await read(person, { from: cut, to: Date.now() });
    expect(earlier).toMatchObject({ opening: '0', in: '0', closing: '0' });
    expect(later).toMatchObject({ opening: '0', in: '12', closing: '12' });
  });

  test.each([
    { what: 'ends in the future', change: () => ({ to: Date.now() + 60_000 }), error: 'date-in-future', field: 'to' },
    { what: 'ends before it begins', change: () => ({ from: to, to: from }), error: 'date-range', field: 'to' },
    {
      what: 'has 366 days and a bit',
      change: () => ({ from: to - 366 * DAY_MS - 1 }),
      error: 'range-too-long',
      field: 'to',
    },
    {
      what: 'has a cursor of another list',
      change: () => ({ cursor: 'AAAA' }),
      error: 'cursor-format',
      field: 'cursor',
    },
  ])('behavior: refuses a period that $what', async ({ change, error, field }) => {
    const answer = await api.client(inviter.token).call(KEY, { from, to, format: 'csv', ...change() });
    expect(answer).toMatchObject({ code: 400, error, details: { field } });
  });

  test('limit: 366 days', async () => {
    expect(await read(inviter, { from: to - 366 * DAY_MS, to })).toHaveLength(2);
  });
});
