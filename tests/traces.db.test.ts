// @module-tag soak-3
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { signInCrowd } from './faults/crowd.ts';
import type { ServerProcess } from './faults/server-process.ts';
import { NO_CHAIN, openSystem } from './faults/system.ts';
import { createTestDatabase } from './setup/create-test-database.ts';
import { type ReceivedSpan, startCollector } from './setup/start-collector.ts';

const CALL_ID = 'a-join-that-fills_1';
/** The amount of the join in whole JU, which is in no attribute. */
const QUOTA = 654_321n;
/** A trace that a caller names: sampled, and not trusted. */
const FOREIGN = '0123456789abcdef0123456789abcdef';

/** Everything that a span may show (docs/operating/monitoring.md), with the form of its values. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  'http.route': /^\/api\/[\w/:]+$/,
  'http.request.method': /^(GET|POST)$/,
  'http.response.status_code': /^\d{3}$/,
  'error.type': /^\w{1,40}$/,
  'city_mint.code': /^\d{1,4}$/,
  'city_mint.call_id': /^[A-Za-z0-9._-]{8,64}$/,
  'city_mint.request_id': /^[0-9a-f-]{36}$/,
  'city_mint.job': /^[a-z ]+$/,
  'city_mint.round': /^\d{1,6}$/,
  'city_mint.state': /^[a-z]+$/,
  'city_mint.step': /^[a-z0-9-]+$/,
  'city_mint.chunk': /^\d{1,6}$/,
  'city_mint.withdrawal': /^\d+$/,
  'city_mint.batch_size': /^\d{1,4}$/,
  'city_mint.retries': /^\d$/,
  'rpc.method': /^\w+$/,
  'server.address': /^[\w.:-]+$/,
};

async function openTraced() {
  const [database, collector] = await Promise.all([createTestDatabase(), startCollector()]);
  const system = await openSystem({ databaseUrl: database.url, chain: NO_CHAIN });
  onTestFinished(async () => {
    await system.stop();
    await Promise.all([database.drop(), collector.stop()]);
  });
  return { system, collector };
}

test('default: a collector receives a join from its call to the steps that settle it; logs name it', async () => {
  const { system, collector } = await openTraced();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' };
  const [api, worker] = await Promise.all([system.start('api', traced), system.start('worker', traced)]);
  const [member] = await signInCrowd(system.owner, { url: system.url, count: 1 });
  if (member === undefined) throw new Error('no member');
  await system.offerRound({ quota: QUOTA, windowMs: 600_000 });
  await expect.poll(() => system.openRounds().length).toBe(1);
  const [round] = system.openRounds();
  if (round === undefined) throw new Error('no round');
  const requestId = randomUUID();
  const answer = await fetch(`${system.url}/api/biz/crowdfund`, {
    method: 'POST',
    headers: {
      authorization: member.token,
      'content-type': 'application/json',
      'x-request-id': CALL_ID,
      traceparent: `00-${FOREIGN}-0123456789abcdef-01`,
      tracestate: 'secret=of-the-caller',
      baggage: 'secret=of-the-caller',
    },
    body: JSON.stringify({ ...round, amount: QUOTA.toString(), requestId }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
  const find = (is: (span: ReceivedSpan) => boolean) => collector.spans().find(is);
  const stepOf = (name: string) =>
    find(({ attributes }) => attributes['city_mint.round'] === round.roundId && attributes['city_mint.step'] === name);
  await expect.poll(() => stepOf('close')).toBeDefined();
  // Each process exports by a timer of its own, so the worker's steps can arrive before the call that caused them.
  const callSpan = () => find(({ attributes }) => attributes['city_mint.call_id'] === CALL_ID);
  await expect.poll(callSpan).toBeDefined();
  const batchOf = (id: string | undefined) =>
    find(({ name, links }) => name === 'join batch' && links.some(({ spanId }) => spanId === id));
  const waitSpan = () => find(({ name, traceId }) => name === 'join wait' && traceId === callSpan()?.traceId);
  await expect.poll(() => batchOf(waitSpan()?.spanId)).toBeDefined();

  const call = callSpan();
  expect(call).toMatchObject({
    service: 'city-mint api',
    name: 'POST /api/biz/crowdfund',
    attributes: { 'http.route': '/api/biz/crowdfund', 'http.response.status_code': 200, 'city_mint.code': 200 },
  });
  expect(call?.parentSpanId ?? '').toBe('');
  const wait = waitSpan();
  expect(wait).toMatchObject({
    parentSpanId: call?.spanId,
    attributes: { 'city_mint.round': round.roundId, 'city_mint.request_id': requestId },
  });
  const batch = batchOf(wait?.spanId);
  expect(batch?.traceId).not.toBe(call?.traceId);
  expect(wait?.links).toMatchObject([{ traceId: batch?.traceId, spanId: batch?.spanId }]);
  expect(find(({ name, parentSpanId }) => name === 'transaction' && parentSpanId === batch?.spanId)).toBeDefined();
  for (const step of ['compute', 'fees', 'pay', 'mint', 'close']) {
    expect(stepOf(step), step).toMatchObject({
      service: 'city-mint worker',
      name: 'round step',
      attributes: { 'city_mint.request_id': requestId },
    });
  }
  expectTraceIn(api, call);
  assertNothingElse(collector.spans());
  const text = collector.text();
  for (const secret of [member.token, QUOTA.toString(), FOREIGN, 'of-the-caller']) expect(text).not.toContain(secret);
  expect(await Promise.all([api, worker].map((each) => each.end('SIGTERM')))).toEqual([0, 0]);
});

function expectTraceIn(api: ServerProcess, call: ReceivedSpan | undefined): void {
  const line = api.lines.find((each) => each.includes('"call"') && each.includes(`"callId":"${CALL_ID}"`)) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ trace_id: call?.traceId, span_id: call?.spanId });
}

function assertNothingElse(spans: readonly ReceivedSpan[]): void {
  expect(new Set(spans.map(({ name }) => name)).size).toBeGreaterThan(4);
  for (const { name, attributes, events, status } of spans) {
    for (const [key, value] of Object.entries(attributes))
      expect(String(value), `${name}: ${key}`).toMatch(ALLOWED[key] ?? /$never/);
    expect([events, status.message ?? '']).toEqual([[], '']);
  }
}

/** Prints each module of OpenTelemetry that a process loads, but for the API, which prom-client loads too. */
const REPORT_LOADED = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => {
  if (/opentelemetry.(?!api.)/.test(url)) console.log('loaded ' + url);
  return next(url, context);
} });`;

test('behavior: without a collector nothing of the SDK is loaded, and logs have no trace; twin: with one', async () => {
  const { system, collector } = await openTraced();
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(REPORT_LOADED)}`;
  const ofTraces = async (name: 'api' | 'second-api', url: string, env: Record<string, string>) => {
    const api = await system.start(name, { NODE_OPTIONS, LOG_LEVEL: 'debug', ...env });
    await fetch(`${url}/api/app/home`);
    await expect.poll(() => api.lines.some((line) => line.includes('"call"'))).toBe(true);
    return api.lines.filter((line) => /^loaded|trace_id/.test(line));
  };
  const off = await ofTraces('api', system.url, {});
  const on = await ofTraces('second-api', system.secondUrl, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(off).toEqual([]);
  expect(on).toEqual(expect.arrayContaining([expect.stringMatching(/^loaded .*sdk-trace/)]));
});
