import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentTracing, startSpan, within } from '../tracing/active-span.ts';
import type { RemoteSpan, Span } from '../tracing/span.ts';
import type { ServerSettings } from './server-deps.ts';
import { createTrustedNetworks } from './trusted-networks.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the call; null where tracing is off, and before the handler runs. */
    span: Span | null;
  }
}

type Call = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Runs the handler of a declared call, in a span where tracing is on, and returns its result. */
export type TraceCall = <Result>(call: Call, work: () => Promise<Result>) => Promise<Result>;

/**
 * Returns the function that runs handlers in spans. A call that a limit refused has none, so that a flood stores
 * nothing. Only a trusted proxy decides with its `traceparent` whether a call is recorded, and of which trace it is
 * part: a caller could have every call stored, or join the traces of others. `tracestate` and `baggage` are never read.
 */
export function createTraceCall({ trustedProxies }: Pick<ServerSettings, 'trustedProxies'>): TraceCall {
  const isTrusted = createTrustedNetworks(trustedProxies);
  return ({ request, reply }, work) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined || currentTracing() === undefined) return work();
    const { traceparent } = request.headers;
    const parent = traceparent !== undefined && isTrusted(request.socket.remoteAddress ?? '') ? traceparent : undefined;
    const span = startSpan(endpoint, {
      kind: 'server',
      parent: readTraceparent(parent),
      startedAt: Date.now() - reply.elapsedTime,
      attributes: {
        'http.route': request.routeOptions.url ?? '',
        'http.request.method': request.method,
        'city_mint.call_id': request.id,
      },
    });
    if (span === undefined) return work();
    request.span = span;
    // Also after the caller has left.
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode, 'city_mint.code': request.answeredCode });
      if (!reply.raw.writableFinished) span.fail('aborted');
      span.end();
    });
    return within(span, work);
  };
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/;

/** Returns the span of a `traceparent` header (W3C Trace Context); undefined for another form, and for ids of zeros. */
export function readTraceparent(header: string | string[] | undefined): RemoteSpan | undefined {
  const [, traceId = '', spanId = '', flag] = typeof header === 'string' ? (TRACEPARENT.exec(header) ?? []) : [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: flag === '1' };
}
