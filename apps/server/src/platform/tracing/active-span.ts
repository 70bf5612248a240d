import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanAttributes, SpanStart, Tracing } from './span.ts';

/** What the current work belongs to: a span, or a job whose span begins once it has a part. */
type Active = { readonly span: Span } | { readonly begin: () => Span | undefined };

let tracing: Tracing | undefined;
const active = new AsyncLocalStorage<Active>();

/** Makes this process record spans; undefined ends that. Without tracing the functions of this file only run work. */
export function useTracing(next: Tracing | undefined): void {
  tracing = next;
}

/** Returns the tracing of this process, or undefined where it is off. */
export function currentTracing(): Tracing | undefined {
  return tracing;
}

/** Returns the span of the current work, if it has one. */
export function activeSpan(): Span | undefined {
  const found = active.getStore();
  return found !== undefined && 'span' in found ? found.span : undefined;
}

/**
 * Returns the fields that link a log line to its trace; none outside of one that is recorded. A job that logs begins
 * its span.
 */
export function traceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = beginActive();
  return span?.isSampled === true ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Begins a span of the current work, for a caller that ends it. Returns undefined where tracing is off. */
export function startSpan(name: string, start: SpanStart = {}): Span | undefined {
  return tracing?.start(name, { parent: activeSpan(), ...start });
}

/** Runs `work` within a span, without ending it, and returns its result. */
export function within<Result>(span: Span | undefined, work: () => Result): Result {
  return span === undefined ? work() : active.run({ span }, work);
}

/** Runs `work` in a span of its own, which belongs to the current one if there is one. Returns its result. */
export function traced<Result>(
  name: string,
  start: Omit<SpanStart, 'parent'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return work();
  return endAfter(tracing.start(name, { ...start, parent: beginActive() }), work);
}

/** Like `traced`, but only within another span: outside of one `work` runs without. Returns its result. */
export function tracedPart<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const parent = tracing === undefined ? undefined : activeSpan();
  if (tracing === undefined || parent === undefined) return work();
  return endAfter(tracing.start(name, { parent }), work);
}

function beginActive(): Span | undefined {
  const found = active.getStore();
  return found !== undefined && 'begin' in found ? found.begin() : found?.span;
}

/**
 * Runs a job and returns its result. Its span begins with its first call of the chain or log line: most runs have
 * neither.
 */
export async function tracedJob<Result>(job: string, work: () => Promise<Result>): Promise<Result> {
  const on = tracing;
  if (on === undefined) return work();
  const startedAt = Date.now();
  let span: Span | undefined;
  let hasEnded = false;
  const begin = () => {
    // A connection that the job opened calls it later, too.
    if (hasEnded) return undefined;
    span ??= on.start('job', { startedAt, attributes: { 'city_mint.job': job } });
    return span;
  };
  try {
    return await active.run({ begin }, work);
  } catch (error) {
    span?.fail(kindOf(error));
    throw error;
  } finally {
    hasEnded = true;
    span?.end();
  }
}

/** Adds attributes to the span of the current work, if it has one. */
export function annotate(attributes: SpanAttributes): void {
  if (tracing !== undefined) activeSpan()?.set(attributes);
}

/** Runs `work` within a span and ends it. Returns the result. */
export async function endAfter<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await active.run({ span }, work);
  } catch (error) {
    span.fail(kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

const KIND = /^\w{1,40}$/;

/** Returns the code (SQLSTATE) or the name of an error, never its text. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return KIND.test(code) ? code : 'Error';
}
