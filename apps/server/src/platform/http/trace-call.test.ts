import { startCollector } from '@city-mint/tests/setup/start-collector';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTracing, stopTracing } from '../tracing/start-tracing.ts';
import { createTraceCall, readTraceparent } from './trace-call.ts';

const TRACE = '0123456789abcdef0123456789abcdef';
const SPAN = '0123456789abcdef';
const PROXY = '10.0.0.9';

/** A server with one declared route behind a proxy; returns what the collector received of calls with this header. */
async function spansOf(call: { traceparent: string; from: string; share: number }) {
  const collector = await startCollector();
  onTestFinished(async () => {
    await stopTracing();
    await collector.stop();
  });
  await startTracing({ service: 'test', endpoint: collector.url, share: call.share, onSent: () => undefined });
  const traceCall = createTraceCall({ trustedProxies: [`${PROXY}/32`] });
  const app = Fastify({ trustProxy: [PROXY] });
  app.decorateRequest('span', null).decorateRequest('answeredCode', 200);
  app.get('/a/:id', {
    config: { endpoint: 'GET /a/:id' },
    handler: (request, reply) => traceCall({ request, reply }, async () => 'done'),
  });
  const { traceparent, from } = call;
  const headers = { traceparent, tracestate: 'a=secret', baggage: 'b=secret', 'x-forwarded-for': PROXY };
  await app.inject({ url: '/a/secret?token=secret', remoteAddress: from, headers });
  await app.close();
  await stopTracing();
  expect(collector.text()).not.toContain('secret');
  return collector.spans();
}

describe('traceparent', () => {
  test('attack: a caller that asks for its calls to be stored stores nothing and joins no trace', async () => {
    const traceparent = `00-${TRACE}-${SPAN}-01`;
    expect(await spansOf({ traceparent, from: '192.0.2.1', share: 0 })).toEqual([]);
    const [span] = await spansOf({ traceparent, from: '192.0.2.1', share: 1 });
    expect(span).toMatchObject({ name: 'GET /a/:id', attributes: { 'http.route': '/a/:id' } });
    expect([span?.traceId, span?.parentSpanId ?? '']).toEqual([expect.not.stringContaining(TRACE), '']);
  });

  test('default: a trusted proxy decides whether its call is stored, and of which trace it is part', async () => {
    const [span] = await spansOf({ traceparent: `00-${TRACE}-${SPAN}-01`, from: PROXY, share: 0 });
    expect(span).toMatchObject({ traceId: TRACE, parentSpanId: SPAN });
    expect(await spansOf({ traceparent: `00-${TRACE}-${SPAN}-00`, from: PROXY, share: 1 })).toEqual([]);
  });

  test.each([
    undefined,
    '',
    [`00-${TRACE}-${SPAN}-01`],
    `01-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-ff`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
  ])('behavior: %j is no traceparent', (header) => expect(readTraceparent(header)).toBeUndefined());
});
