import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createPlainServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { createEventHub } from '@city-mint/server/platform/events/event-hub';
import { createMetrics } from '@city-mint/server/platform/http/create-metrics';
import { createServer } from '@city-mint/server/platform/http/create-server';
import { NO_LIMITS } from '@city-mint/server/platform/http/rate-limiter';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { report } from './measure/report.ts';
import { median, roundTo } from './measure/statistics.ts';

/**
 * One event to 10,000 listeners of one process over HTTP, with their clients in another one: milliseconds from the poll
 * that finds it until the last one has it, the median of nine events, against the same bytes written to as many plain
 * connections. The feed must be polled once a tick, however many listen.
 */
const LISTENERS = 10_000;
const TICK_MS = 1_000;
const EVENTS = 9;
const TARGET = 4;
const TARGET_MS = 300;

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
    securityContact: undefined,
    hosts: [],
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

const rssBefore = process.memoryUsage().rss;
const listening = await startListeners(new URL(url).port, EVENTS_PATH);
const kbEach = (process.memoryUsage().rss - rssBefore) / 1_024 / LISTENERS;
const pollsBefore = polls;
const from = performance.now();
const eventTimes: number[] = [];
for (let event = 0; event < EVENTS; event += 1) {
  const received = once(listening, 'message');
  pending = true;
  await received;
  eventTimes.push(performance.now() - foundAt);
}
const pollsPerSecond = ((polls - pollsBefore) * 1_000) / (performance.now() - from);
listening.disconnect();
await once(listening, 'exit');

const listeningPlainly = await startListeners(String(port), '/');
const plainTimes: number[] = [];
for (let event = 0; event < EVENTS; event += 1) {
  const received = once(listeningPlainly, 'message');
  const at = performance.now();
  for (const raw of plain) raw.write(`filled${'1'.repeat(290)}`);
  await received;
  plainTimes.push(performance.now() - at);
}
listeningPlainly.disconnect();
await once(listeningPlainly, 'exit');
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
  target: `at most ${TARGET_MS} ms, ratio <= ${TARGET}, one poll a tick`,
  met: value <= TARGET_MS && value / limit <= TARGET && pollsPerSecond <= 1_100 / TICK_MS,
  details: {
    listeners: LISTENERS,
    spread: [Math.min(...eventTimes), Math.max(...eventTimes)].map((ms) => roundTo(ms, 1)),
    kbEach: roundTo(kbEach, 1),
    pollsPerSecond: roundTo(pollsPerSecond, 2),
  },
});

/** Starts a process with all listeners of a server; returns it once each is connected. */
async function startListeners(toPort: string, path: string): Promise<ChildProcess> {
  const child = fork(new URL('measure/listen.ts', import.meta.url), [toPort, path, String(LISTENERS)]);
  await once(child, 'message');
  return child;
}
