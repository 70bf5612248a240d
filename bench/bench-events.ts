import { createServer as createPlainServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { createEventHub } from '@city-mint/server/platform/events/event-hub';
import { createMetrics } from '@city-mint/server/platform/http/create-metrics';
import { createServer } from '@city-mint/server/platform/http/create-server';
import { NO_LIMITS } from '@city-mint/server/platform/http/rate-limiter';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { report } from './measure/report.ts';
import { median, roundTo } from './measure/statistics.ts';

/**
 * One event to 4,000 listeners over HTTP, with their clients in the same process: milliseconds from the poll that finds
 * it until the last one has it, against the same bytes written to as many plain connections. The feed must be polled
 * once a tick, however many listen.
 */
const LISTENERS = 4_000;
const TICK_MS = 1_000;
const ROUNDS = 5;
const TARGET = 4;

const log = createLogger({ name: 'bench', level: 'silent' });
let polls = 0;
let foundAt = 0;
let pending = false;
const hub = createEventHub({
  log,
  mostListeners: LISTENERS,
  mostPerAddress: LISTENERS,
  tickMs: TICK_MS,
  feed: {
    async poll() {
      polls += 1;
      if (!pending) return [];
      pending = false;
      foundAt = performance.now();
      return [{ name: 'round-filled', data: JSON.stringify({ roundId: '1', filled: '1'.repeat(200) }) }];
    },
    snapshot: () => ({ name: 'rounds', data: '{"rounds":[]}' }),
    pollFor: async () => new Map(),
  },
});
const app = await createServer({
  handlers: Object.create(null),
  authenticate: async () => ({ state: 'unknown' }),
  describeRefusal: ({ error }) => ({ code: 503, msg: error }),
  readiness: {},
  metrics: createMetrics('bench'),
  events: hub,
  logger: log,
  settings: {
    checkReplies: false,
    secure: false,
    trustedProxies: [],
    regionHeader: undefined,
    publicOrigins: [],
    rateLimits: NO_LIMITS,
    connectionsPerAddress: 0,
    pageConnects: [],
    webDist: undefined,
    metricsToken: null,
  },
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
const plain = new Set<ServerResponse>();
const plainServer = createPlainServer((_request, response) => {
  response.writeHead(200).write(':');
  plain.add(response);
});
await new Promise<void>((listening) => plainServer.listen(0, '127.0.0.1', listening));
const { port } = plainServer.address() as AddressInfo;

let receivedCount = 0;
const close: (() => void)[] = [];
for (const address of [`${url}${EVENTS_PATH}`, `http://127.0.0.1:${port}`]) {
  for (let made = 0; made < LISTENERS; made += 250)
    await Promise.all(Array.from({ length: 250 }, () => connect(address)));
}

const pollsBefore = polls;
const from = performance.now();
const eventTimes: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  receivedCount = 0;
  pending = true;
  while (receivedCount < LISTENERS) await sleep(1);
  eventTimes.push(performance.now() - foundAt);
}
const pollsPerSecond = ((polls - pollsBefore) * 1_000) / (performance.now() - from);
const plainTimes: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  receivedCount = 0;
  const at = performance.now();
  for (const raw of plain) raw.write(`filled${'1'.repeat(290)}`);
  while (receivedCount < LISTENERS) await sleep(1);
  plainTimes.push(performance.now() - at);
}
for (const end of close) end();
plainServer.close();
await app.close();
const [value, limit] = [median(eventTimes), median(plainTimes)];
report({
  bench: 'events',
  value: roundTo(value, 1),
  unit: 'ms to the last listener',
  limit: roundTo(limit, 1),
  limitOf: `the same bytes written to ${LISTENERS} plain connections`,
  ratio: roundTo(value / limit, 2),
  target: `ratio <= ${TARGET}, one poll a tick`,
  met: value / limit <= TARGET && pollsPerSecond <= 1_100 / TICK_MS,
  details: { listeners: LISTENERS, pollsPerSecond: roundTo(pollsPerSecond, 2) },
});

function connect(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('filled')) receivedCount += 1;
      });
      response.on('error', () => undefined);
      response.once('data', () => resolve());
    });
    request.on('error', reject);
    close.push(() => request.destroy());
  });
}
