import { createHash } from 'node:crypto';
import { settlementPath } from '@city-mint/api-contract/rounds/settlement-path';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import { readSettlementDocument } from '@city-mint/domain/rounds/settlement-document';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU, openRound } from '@city-mint/tests/builders/rounds';
import { buildSettledOrders } from '@city-mint/tests/builders/settled-orders';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { writeSettlementFile } from './commands.ts';

/** Three parts, the last of them short. */
const ORDERS = 12_001;

let database: TestDatabase;
let owner: Database;
let worker: Database;
let api: TestApi;
let largeId: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), statementTimeoutMs: 60_000 });
  largeId = await buildSettledOrders(owner, { city: 'Large', orders: ORDERS });
  api = await startTestApi({ databaseUrl: database.url });
});
afterAll(async () => {
  await api.stop();
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});

const get = (format: 'jsonl' | 'csv', { roundId = largeId, ...init }: RequestInit & { roundId?: bigint } = {}) =>
  fetch(api.url + settlementPath(roundId.toString(), format), init);
const settlement = (roundId: bigint) =>
  api.client().call('GET /api/app/rounds/:roundId/settlement', { roundId: `${roundId}` });

describe('writing', () => {
  test('behavior: any worker writes the next part; nothing is published before the end, and never twice', async () => {
    expect(await settlement(largeId)).toMatchObject({ error: 'not-settled' });
    expect((await get('jsonl')).headers.get('content-type')).toContain('application/json');
    expect(await writeSettlementFile(worker)).toBe(true);
    // A failed part is lost without the others, and the file is backed off.
    await sql`alter table settlement_file_part add constraint broken check (part <> 1)`.execute(owner);
    await expect(writeSettlementFile(worker)).rejects.toThrow(`a step of round ${largeId} failed`);
    expect(await writeSettlementFile(worker)).toBe(false);
    await sql`alter table settlement_file_part drop constraint broken`.execute(owner);
    await sql`update round_settlement set file_due_at = now()`.execute(owner);
    const other = createDatabase(asRole(database.url, 'city_mint_worker'));
    for (let part = 1; part < 3; part += 1) expect(await writeSettlementFile(part % 2 ? other : worker)).toBe(true);
    expect(await settlement(largeId)).toMatchObject({ error: 'not-settled' });
    expect(await writeSettlementFile(other)).toBe(true);
    expect(await writeSettlementFile(worker)).toBe(false);
    await other.destroy();
    const parts = await owner.selectFrom('settlement_file_part').select(['format', 'part']).execute();
    expect(parts).toHaveLength(6);
    await expect(sql`update settlement_file_part set content = ''`.execute(owner)).rejects.toThrow(/is permanent/);
    await expect(sql`delete from settlement_file`.execute(owner)).rejects.toThrow(/is permanent/);
    expect(await owner.selectFrom('settlement_inviter').selectAll().execute()).toEqual([]);
  });

  test('behavior: a file that cannot be written is backed off, and the others are written', async () => {
    const [broken, other] = [
      await buildSettledOrders(owner, { city: 'Broken', orders: 3 }),
      await buildSettledOrders(owner, { city: 'Other', orders: 3 }),
    ];
    await sql`update round_terms set terms = terms - 'quota' where round_id = ${broken}`.execute(owner);
    const failed: string[] = [];
    await runRounds(worker, { onStepError: ({ message }) => failed.push(message) });
    expect(failed).toEqual([`a step of round ${broken} failed`]);
    expect(await settlement(other)).toMatchObject({ ok: true });
  });
});

describe('the published file', () => {
  test.each(['minted', 'failed', 'cancelled'] as const)('default: settle accepts a %s round', async (outcome) => {
    await buildFunds(owner, { reserve: 3n * JU, emission: 10_000n * JU });
    const users = await buildParticipants(owner, { count: 4, available: 30n * JU });
    await sql`update participant set inviter_id = ${users[0]}
      where user_id = any (${users.slice(2)}::bigint[])`.execute(owner);
    const firstQuota = tokenAmount(outcome === 'minted' ? 40n * JU : 50n * JU);
    const round = await openRound(owner, buildPlan({ city: outcome, rounds: 1, firstQuota }));
    const pool = createPool({ url: database.url });
    const join = createJoins({ pool, db: owner });
    for (const userId of users) {
      const amount = tokenAmount(10n * JU);
      await join({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
    }
    await pool.end();
    if (outcome === 'failed') await closeWindow(owner, round.roundId);
    if (outcome === 'cancelled')
      await sql`update round set state = 'cancelled', due_at = now() where id = ${round.roundId}`.execute(owner);
    await runRounds(worker);

    const reply = await settlement(round.roundId);
    if (!reply.ok) throw new Error(reply.error);
    const texts = [
      await (await get('jsonl', { roundId: round.roundId })).text(),
      JSON.stringify(reply),
      JSON.stringify({ code: 200, msg: '', data: reply.data }),
    ];
    for (const text of texts) {
      const read = readSettlementDocument(text);
      const parsed = read.ok ? parseSettlementFile(read.document) : read;
      if (!parsed.ok) throw new Error(parsed.error);
      const computed = formatSettlementResult(settleRound(parsed.input));
      expect(computed).toEqual(reply.data.result);
      expect(computed.outcome).toBe(outcome);
    }
    const [head, ...rows] = (await (await get('csv', { roundId: round.roundId })).text()).trimEnd().split('\n');
    const results = reply.data.result as { orders: Record<string, string | string[]>[] };
    const cells = results.orders.map(({ rank: _rank, ...amounts }) => Object.values(amounts).flat().join(','));
    expect(head).toMatch(/^rank,amount,inviter,inviterQualified,late,/);
    expect(rows.map((row) => row.split(',').slice(5).join(','))).toEqual(cells);
  });
});

describe('serving', () => {
  let whole: Buffer;
  let hash: string;
  beforeAll(async () => {
    const response = await get('jsonl');
    whole = Buffer.from(await response.arrayBuffer());
    hash = createHash('sha256').update(whole).digest('hex');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: `"${hash}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-length': String(whole.length),
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="round-${largeId}-settlement.jsonl"`,
    });
  });

  test('default: the call names the files with their hashes, and omits the orders of a large round', async () => {
    const reply = await settlement(largeId);
    if (!reply.ok) throw new Error(reply.error);
    expect(reply.data).toMatchObject({ input: null, result: null });
    const [jsonl, csv] = reply.data.files;
    expect(jsonl).toEqual({
      format: 'jsonl',
      path: settlementPath(`${largeId}`, 'jsonl'),
      bytes: whole.length,
      sha256: hash,
    });
    const rows = Buffer.from(await (await get('csv')).arrayBuffer());
    expect(csv).toMatchObject({ bytes: rows.length, sha256: createHash('sha256').update(rows).digest('hex') });
    const lines = whole.toString().trimEnd().split('\n');
    expect(lines).toHaveLength(ORDERS + 1);
    expect(rows.toString().trimEnd().split('\n')).toHaveLength(ORDERS + 1);
    expect(lines.slice(1).map((line) => JSON.parse(line).rank)).toEqual(
      Array.from({ length: ORDERS }, (_unused, index) => index + 1),
    );
  });

  test('behavior: it is fetched without a query over the orders', async () => {
    await sql`revoke select on mint_order, order_settlement from city_mint_api`.execute(owner);
    const response = await get('jsonl');
    expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
    await sql`grant select on mint_order, order_settlement to city_mint_api`.execute(owner);
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-299', 100, 299],
    ['bytes=1000000-3000000', 1_000_000, 3_000_000],
    ['bytes=3000000-', 3_000_000, undefined],
    ['bytes=-500', -500, undefined],
  ])('behavior: %s returns that part of it', async (range, from, last) => {
    const response = await get('jsonl', { headers: { range } });
    const first = from < 0 ? whole.length + from : from;
    const to = Math.min(last ?? whole.length - 1, whole.length - 1);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${to}/${whole.length}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(first, to + 1))).toBe(true);
  });

  test('behavior: a known hash is not sent again; a range outside the file, or of another, is invalid', async () => {
    const known = await get('jsonl', { headers: { 'if-none-match': `"${hash}"` } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const outside = await get('jsonl', { headers: { range: `bytes=${whole.length}-` } });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
    const other = await get('jsonl', { headers: { range: 'bytes=5-9', 'if-range': '"other"' } });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    const several = await get('jsonl', { headers: { range: 'bytes=0-1,5-9' } });
    expect([several.status, (await several.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    const head = await get('jsonl', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
  });

  test.each(['0', '-1', 'x', '99999999999999999999', `${2n ** 62n}`, '1%2F..'])(
    'behavior: round %s has no file',
    async (id) => {
      const response = await api.send(`/api/app/rounds/${id}/settlement.jsonl`);
      expect(response.json).toMatchObject({ error: 'not-found' });
    },
  );
});
