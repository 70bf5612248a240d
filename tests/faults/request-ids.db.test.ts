import { randomUUID } from 'node:crypto';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { purgeRefusals } from '@city-mint/server/requests/commands';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptAnyTerms } from '../builders/consent.ts';
import { newPerson, type Person } from '../builders/person.ts';
import { buildPlan, JU, type OpenRound, openRound } from '../builders/rounds.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';

const TURNS = 30;
const RECIPIENT = '0x000000000000000000000000000000000000dEaD';

let database: TestDatabase;
let owner: Database;
let apis: readonly TestApi[];
let round: OpenRound;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  const env = { JOIN_LIMIT_PER_MINUTE: '0', MONEY_LIMIT_PER_MINUTE: '0' };
  apis = await Promise.all([1, 2].map(() => startTestApi({ databaseUrl: database.url, env })));
  round = await openRound(owner, buildPlan());
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await owner.destroy();
  await database.drop();
});

async function signIn(): Promise<Person> {
  const [api] = apis;
  if (api === undefined) throw new Error('no api');
  const person = await newPerson({ api, db: owner }, 1_000n * JU);
  await acceptAnyTerms(owner, [person.userId]);
  return person;
}

/** Sends a call to one of the two APIs; returns its answer as it came. */
async function send(api: number, path: string, { token, body }: { token: string; body: object }): Promise<string> {
  const answer = await apis[api]?.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, lang: 'en' },
    body: JSON.stringify(body),
  });
  return answer?.text ?? '';
}

const joinBody = (requestId: string, amount = '1') => ({
  roundId: String(round.roundId),
  termsHash: round.termsHash,
  amount,
  requestId,
});
const join = (api: number, { token }: Person, body: object) => send(api, '/api/biz/crowdfund', { token, body });
const withdraw = (api: number, { token }: Person, body: { requestId: string; currency?: string }) =>
  send(api, '/api/app/user/withdraw', { token, body: { currency: 'JU', to: RECIPIENT, amount: '1', ...body } });

const errorOf = (text: string): string => JSON.parse(text).error ?? 'done';

/** How often each request id of a user had an effect. */
async function effectsOf({ userId }: Person): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select request_id from mint_order where user_id = ${userId}
      union all select request_id from withdrawal where user_id = ${userId}
    ) used group by request_id`.execute(owner);
  return rows.map(({ n }) => n);
}

describe('a request id', () => {
  test('belongs to one call of one user: of a concurrent join and withdrawal only one succeeds', async () => {
    await sql`update withdrawal_hold set hours = 0`.execute(owner);
    const person = await signIn();
    for (let turn = 0; turn < TURNS; turn += 1) {
      const requestId = randomUUID();
      const answers = await Promise.all([
        join(turn % 2, person, joinBody(requestId)),
        withdraw((turn + 1) % 2, person, { requestId }),
      ]);
      expect(answers.map(errorOf)).toContain('request-id-reused');
      const again = [await join(0, person, joinBody(requestId)), await withdraw(1, person, { requestId })];
      expect(again).toEqual(answers);
    }
    expect((await effectsOf(person)).every((effects) => effects === 1)).toBe(true);
    // Another user's id is another id.
    const other = await signIn();
    const shared = randomUUID();
    expect(errorOf(await join(0, person, joinBody(shared)))).toBe('done');
    expect(errorOf(await withdraw(0, other, { requestId: shared }))).toBe('done');
    expect(errorOf(await withdraw(0, person, { requestId: shared }))).toBe('request-id-reused');
    expect(errorOf(await withdraw(0, person, { requestId: shared, currency: 'FMC' }))).toBe('request-id-reused');
  });

  test('broken twin: without comparing with the other call an id has two effects', async () => {
    const before = await sql<{ text: string }>`
      select pg_get_functiondef('request_id_use'::regproc) as text`.execute(owner);
    await sql`create or replace function request_id_use(p_user bigint, p_request uuid) returns text
      language sql stable as 'select null::text'`.execute(owner);
    const person = await signIn();
    const requestId = randomUUID();
    expect(errorOf(await join(0, person, joinBody(requestId)))).toBe('done');
    expect(errorOf(await withdraw(0, person, { requestId }))).toBe('done');
    expect(await effectsOf(person)).toEqual([2]);
    await sql.raw(before.rows[0]?.text ?? '').execute(owner);
  });

  test('an insert that goes past the calls is refused by the database', async () => {
    const person = await signIn();
    const requestId = randomUUID();
    expect(errorOf(await withdraw(0, person, { requestId }))).toBe('done');
    const insert = sql`
      insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
      values (${round.roundId}, ${person.userId}, 999999, 1, 1, ${requestId}, now(), false)`.execute(owner);
    await expect(insert).rejects.toThrow('a request id belongs to a withdrawal');
  });
});

describe('a refusal', () => {
  test('that is repeated is the same to the byte, whichever process answers', async () => {
    const person = await signIn();
    const late = { ...joinBody(randomUUID()), termsHash: `0x${'1'.repeat(64)}` };
    const unknown = { ...joinBody(randomUUID()), roundId: '999999' };
    const tooMuch = joinBody(randomUUID(), '5000');
    for (const body of [late, unknown, tooMuch]) {
      const first = await join(0, person, body);
      expect(errorOf(first)).not.toBe('done');
      expect([await join(1, person, body), await join(0, person, body)]).toEqual([first, first]);
    }
    await sql`update system_switch set paused = true where name = 'withdrawals'`.execute(owner);
    const requestId = randomUUID();
    const first = await withdraw(0, person, { requestId });
    await sql`update system_switch set paused = false where name = 'withdrawals'`.execute(owner);
    expect(errorOf(first)).toBe('withdrawals-paused');
    expect(await withdraw(1, person, { requestId })).toBe(first);
    // A window that is over names three figures, and its refusal keeps their order.
    await sql`update round set opens_at = opens_at - interval '1 day', closes_at = clock_timestamp()
      where id = ${round.roundId}`.execute(owner);
    const over = joinBody(randomUUID());
    const closed = await join(0, person, over);
    expect(errorOf(closed)).toBe('round-not-open');
    expect(await join(1, person, over)).toBe(closed);
  });

  test('is deleted after a week, in batches, unless it had an effect', async () => {
    const person = await signIn();
    const body = joinBody(randomUUID(), '5000');
    const first = await join(0, person, body);
    await sql`insert into request_refusal (user_id, request_id, action, body_hash, error, details, refused_at)
      select ${person.userId}, gen_random_uuid(), 'join', '\\x00', 'round-full', '{}', now() - interval '8 days'
      from generate_series(1, 12000)`.execute(owner);
    const effects = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from mint_order`.execute(owner)).rows;
    const before = await effects();
    const worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
    // Two concurrent workers delete each row once.
    const deleted = await Promise.all([purgeRefusals(worker), purgeRefusals(worker)]);
    expect(deleted.reduce((sum, rows) => sum + rows, 0)).toBe(12_000);
    expect(await purgeRefusals(worker)).toBe(0);
    await worker.destroy();
    expect(await join(1, person, body)).toBe(first);
    expect(await effects()).toEqual(before);
  });
});
