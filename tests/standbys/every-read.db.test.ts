import { createDatabase } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildWorld } from '../../bench/reads/build-world.ts';
import { listSamples, type Sample } from '../../bench/reads/calls.ts';
import { openSessions, readWorldIds, type SessionTokens } from '../../bench/reads/open-sessions.ts';
import type { TestApi } from '../setup/start-test-api.ts';
import { countReads, openReadPair, untilStandbyReads } from './open-pair.ts';

/** The wallet with an order in every round has so many orders and days of machines that their totals are cached. */
const SIZE = { users: 10_000, cities: 5, rounds: 600, ordersPerRound: 5, directs: 200 };
const MACHINES = { ownMachines: 20, otherMachines: 20, days: 60 };

type Sent = { readonly call: string; readonly text: string };

/** The code of PostgreSQL for a write in a database that can only be read. */
const READ_ONLY = '25006';

/** Sends one sample; returns the answer's text. */
async function send(api: TestApi, { key, name, wallet, request }: Sample, tokens: SessionTokens): Promise<Sent> {
  const [method = '', path = ''] = key.split(' ');
  const fields = Object.entries(request as Record<string, unknown>);
  const filled = fields.reduce((text, [field, value]) => text.replace(`:${field}`, String(value)), path);
  const query = new URLSearchParams();
  for (const [field, value] of fields) if (!path.includes(`:${field}`)) query.set(field, String(value));
  const { text } = await api.send(method === 'GET' && query.size > 0 ? `${filled}?${query}` : filled, {
    method,
    headers: { 'content-type': 'application/json', ...(wallet === null ? {} : { authorization: tokens[wallet] }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(request) }),
  });
  return { call: `${key} ${name} ${wallet}`, text };
}

test('default: a standby answers every declared read, and none of them writes to it', async () => {
  const { api, owner, pair } = await openReadPair({
    fill: (url) => buildWorld(url, { ...SIZE, ...MACHINES }, async () => undefined),
  });
  const ids = await readWorldIds(owner);
  const tokens = await openSessions(owner);
  const samples = listSamples(ids, Date.now()).filter(({ key }) => !key.includes(' /api/ops/'));
  const before = await untilStandbyReads(api);
  const sent: Sent[] = [];
  for (const sample of samples) sent.push(await send(api, sample, tokens));
  const after = await countReads(api);
  const standby = createDatabase({ url: pair.standby().url, maxConnections: 1 });
  const { rows } = await sql<{ orders: number; days: number }>`
    select (select count(*)::int from cached_order) as orders,
      (select count(*)::int from cached_mined_day) as days`.execute(standby);
  await standby.destroy();
  console.log(`${samples.length} samples: ${JSON.stringify({ before, after, cached: rows[0] })}`);
  // A small world lacks the rows of some, which are refused then.
  expect(sent.filter(({ text }) => !/"code":(200|4\d\d)/.test(text))).toEqual([]);
  expect(api.log.filter((line) => line.includes(READ_ONLY))).toEqual([]);
  // A standby that a busy machine delays is left out for a second.
  expect(after.standby - before.standby).toBeGreaterThan(samples.length / 2);
  // The totals of the wallet with an order in every round were cached on the primary, and replicated.
  expect(rows[0]?.orders).toBeGreaterThan(0);
  expect(rows[0]?.days).toBeGreaterThan(0);
});
