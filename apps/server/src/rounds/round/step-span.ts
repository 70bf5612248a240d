import type { Database } from '#platform/database/database.ts';
import { currentTracing, startSpan } from '#platform/tracing/active-span.ts';
import type { Span, SpanAttributes } from '#platform/tracing/span.ts';
import { findLastRequest } from './store/rounds.ts';

/**
 * Begins the span of a step of a round, a trace of its own, and returns it; undefined where tracing is off. It names
 * the request of the round's last order, which filled it, so it is found together with the call that led to the step.
 */
export async function startStepSpan(
  tx: Database,
  { roundId, ...step }: { readonly roundId: bigint } & SpanAttributes,
): Promise<Span | undefined> {
  if (currentTracing() === undefined) return undefined;
  const startedAt = Date.now();
  const requestId = await findLastRequest(tx, roundId);
  const caused = requestId === undefined ? {} : { 'city_mint.request_id': requestId };
  const attributes = { 'city_mint.round': roundId.toString(), ...caused, ...step };
  return startSpan('round step', { parent: undefined, startedAt, attributes });
}
