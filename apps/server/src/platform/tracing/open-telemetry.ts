import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RemoteSpan, Span, Tracing } from './span.ts';

/** Spans that wait for the collector, some 4 MB; further ones are dropped. */
const MOST_WAITING = 4_096;
const MOST_AT_ONCE = 512;
/** One while a process works; all that wait and the one under way when it ends. */
const MOST_REQUESTS = MOST_WAITING / MOST_AT_ONCE + 1;
const SEND_EACH_MS = 1_000;
/** Time for the collector's answer, with all retries. */
const ANSWER_MS = 5_000;
/** Time for the last spans when a process ends. */
const PARTING_MS = 2_000;
/** Links of a span; a larger batch names its size alone. */
const MOST_LINKS = 128;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

type CollectorSettings = {
  /** Base URL of the collector's OTLP over HTTP. */
  readonly endpoint: string;
  /** Name of the process. */
  readonly service: string;
  /** Share of the traces that are recorded, from 0 to 1. */
  readonly share: number;
  /** Called with the error of each batch that the collector did not accept, and with nothing for the others. */
  readonly onSent: (error?: unknown) => void;
};

/**
 * Returns tracing that sends spans to a collector in the background: work never waits for it, and spans are dropped
 * while it does not accept them.
 */
export function createTracing({ endpoint, service, share, onSent }: CollectorSettings): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const sender = new OTLPTraceExporter({ url, timeoutMillis: ANSWER_MS, concurrencyLimit: MOST_REQUESTS });
  const exporter = reporting(sender, onSent);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `city-mint ${service}`, 'service.namespace': 'city-mint' }),
    sampler: new ParentBasedSampler({ root: samplerOf(share) }),
    spanLimits: { linkCountLimit: MOST_LINKS, attributeValueLengthLimit: 128 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: MOST_AT_ONCE,
        scheduledDelayMillis: SEND_EACH_MS,
        exportTimeoutMillis: ANSWER_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('city-mint');
  return {
    start: (name, { kind = 'internal', parent, links = [], startedAt, attributes }) => {
      const context = parent === undefined ? ROOT_CONTEXT : contextOf(parent);
      const linked = (links.some(isSampled) ? links.filter(isSampled) : links).slice(0, MOST_LINKS);
      const options = {
        kind: KINDS[kind],
        links: linked.map((each) => ({ context: spanContextOf(each) })),
        ...(startedAt === undefined ? {} : { startTime: startedAt }),
        ...(attributes === undefined ? {} : { attributes: attributes }),
      };
      return wrap(tracer.startSpan(name, options, context));
    },
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, PARTING_MS);
      await Promise.race([provider.shutdown().catch(() => undefined), promise]);
      clearTimeout(timer);
    },
  };
}

function reporting(exporter: SpanExporter, onSent: (error?: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        onSent(result.code === 0 ? undefined : (result.error ?? new Error('the collector did not accept spans')));
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** A batch is recorded exactly when one of its calls is, which its links name; any other trace by its share. */
function samplerOf(share: number): Sampler {
  const [byShare, on, off] = [new TraceIdRatioBasedSampler(share), new AlwaysOnSampler(), new AlwaysOffSampler()];
  return {
    // biome-ignore lint/complexity/useMaxParams: the SDK calls it with these.
    shouldSample(_context, traceId, _name, _kind, _attributes, links) {
      if (links.length === 0) return byShare.shouldSample(ROOT_CONTEXT, traceId);
      return (links.some(({ context }) => (context.traceFlags & 1) === 1) ? on : off).shouldSample();
    },
    toString: () => `share ${share}`,
  };
}

const isSampled = (span: RemoteSpan) => span.isSampled;

function contextOf(parent: RemoteSpan): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...spanContextOf(parent), isRemote: !('end' in parent) });
}

function spanContextOf({ traceId, spanId, isSampled: sampled }: RemoteSpan) {
  return { traceId, spanId, traceFlags: sampled ? 1 : 0 };
}

function wrap(span: ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    spanId,
    isSampled: (traceFlags & 1) === 1,
    set: (attributes) => void span.setAttributes(attributes),
    link: (to) => void span.addLink({ context: spanContextOf(to) }),
    fail: (kind) => void span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  };
}
