import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, NetworkError } from '@city-mint/api-contract/client';
import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { openRound } from '../system/open-round.ts';
import { fundedKey, type Participant, signInParticipant } from '../system/participant.ts';
import { MACHINES, type Machine, machinePrograms, primaryUrl, ROOT, tryOut } from './machines.ts';

/** How long it goes on, in minutes. */
const MINUTES = Number(process.env['TRY_MINUTES'] ?? 5);
const CALLERS = 40;
const PAUSE_MS = 15_000;
/** How long a machine stays without power. */
const DARK_MS = 8_000;
const ENGINES = ['etcd', 'patroni', 'postgres', 'haproxy', 'pgbouncer', 'nginx'];
/** The smallest order, of which each caller's balance is enough for 500. */
const AMOUNT = '10';
const JOIN_EVERY_MS = ((MINUTES + 1) * 60_000) / 480;

/** The answers to joins, by the id of their request. */
type Book = { readonly acknowledged: string[]; readonly refused: string[] };

test('machines and programs die at random: no join that was acknowledged is lost, none is doubled', async () => {
  test.setTimeout((MINUTES + 10) * 60_000);
  const round = await openRound({ city: 'Chaos', quota: '1000000', windowMs: 24 * 3_600_000 });
  const callers = await Promise.all(Array.from({ length: CALLERS }, (_, index) => signInParticipant(fundedKey(index))));
  const book: Book = { acknowledged: [], refused: [] };
  let isOver = false;
  const calling = callers.map((caller) => joinUntil(caller, { round, book, isOver: () => isOver }));
  const tending = tend(() => isOver);
  const kills = await killAtRandom(Date.now() + MINUTES * 60_000);
  // The last joins are answered once everything runs again.
  await sleep(30_000);
  isOver = true;
  await Promise.all([...calling, tending]);
  expect(kills.length).toBeGreaterThan(MINUTES);
  expect(book.refused).toEqual([]);

  const url = await primaryUrl();
  const orders = await countOrders(url, round.roundId);
  const counts = book.acknowledged.map((id) => orders.get(id) ?? 0);
  console.log(JSON.stringify({ kills: kills.length, acknowledged: counts.length, orders: orders.size }));
  expect(counts.filter((count) => count === 0)).toEqual([]);
  expect([...orders.values()].filter((count) => count > 1)).toEqual([]);
  const verify = join(ROOT, 'apps/server/src/processes/verify.ts');
  console.log(
    execFileSync(process.execPath, [verify], { env: { ...process.env, DATABASE_URL: url }, encoding: 'utf8' }),
  );
});

type Calling = {
  readonly round: { readonly roundId: string; readonly termsHash: string };
  readonly book: Book;
  readonly isOver: () => boolean;
};

/** Joins again and again; a join without an answer is repeated under its id until it has one. */
async function joinUntil({ client }: Participant, { round, book, isOver }: Calling): Promise<void> {
  while (!isOver()) {
    const requestId = crypto.randomUUID();
    const request = { roundId: round.roundId, amount: AMOUNT, termsHash: round.termsHash, requestId };
    const answer = await untilDecided(() => client.call('POST /api/biz/crowdfund', request));
    if (answer.ok) book.acknowledged.push(requestId);
    else book.refused.push(`${answer.error} ${answer.msg}`);
    await sleep(JOIN_EVERY_MS);
  }
}

/** Calls again while there is no answer, or only that the server is busy. Returns the first other answer. */
async function untilDecided<Key extends EndpointKey>(call: () => Promise<Answer<Key>>): Promise<Answer<Key>> {
  for (;;) {
    const answer = await call().catch((error: unknown) => {
      if (error instanceof NetworkError) return null;
      throw error;
    });
    if (answer !== null && (answer.ok || answer.error !== 'busy')) return answer;
    await sleep(200);
  }
}

/** Starts ended programs again, as systemd does on each machine that has power. */
async function tend(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const machine of lit()) await tryOut('boot', machine).catch(() => undefined);
    for (const { machine, start } of machinePrograms()) {
      if (lit().includes(machine)) await tryOut(...start).catch(() => undefined);
    }
    await sleep(1_000);
  }
}

const dark = new Set<Machine>();
const lit = () => (Object.keys(MACHINES) as Machine[]).filter((machine) => !dark.has(machine));

/** Kills a program or a whole machine, again and again until a time. Returns their names. */
async function killAtRandom(until: number): Promise<string[]> {
  const killed: string[] = [];
  while (Date.now() < until) {
    const machine = pick(Object.keys(MACHINES) as Machine[]);
    const names = machinePrograms().flatMap((program) => (program.machine === machine ? [program.name] : []));
    const name = pick(['the machine', 'the machine', ...ENGINES, ...names]);
    console.log(`${new Date().toISOString()} ${machine}: ${name}`);
    if (name === 'the machine') {
      dark.add(machine);
      await tryOut('kill', machine);
      await sleep(DARK_MS);
      dark.delete(machine);
    } else {
      const pattern = names.includes(name) ? `processes/${name}.ts` : name;
      await tryOut('signal', machine, 'KILL', pattern);
    }
    killed.push(`${machine}: ${name}`);
    await sleep(PAUSE_MS);
  }
  return killed;
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick');
  return item;
}

/** Returns how many orders each request of a round has led to. */
async function countOrders(url: string, roundId: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; count: number }>(
      'select request_id as id, count(*)::int as count from mint_order where round_id = $1 group by request_id',
      [roundId],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  } finally {
    await client.end();
  }
}
