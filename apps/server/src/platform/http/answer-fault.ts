import type { FastifyReply, FastifyRequest } from 'fastify';
import { databaseErrorCode, SESSION_ENDED } from '../database/transaction.ts';
import { within } from '../tracing/active-span.ts';
import { answerRefused } from './answer.ts';
import { classifyFault } from './classify-fault.ts';
import type { Refused } from './refused.ts';
import type { ServerDeps } from './server-deps.ts';

/** The refusals for errors that Fastify itself finds in a request, and for a session that ended during a call. */
const REFUSALS: Record<string, Refused> = {
  [SESSION_ENDED]: { error: 'session-ended', details: {} },
  FST_ERR_CTP_BODY_TOO_LARGE: { error: 'body-too-large', details: { field: 'body', limit: '65536' } },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { error: 'content-type-not-json', details: { limit: 'application/json' } },
  FST_ERR_CTP_EMPTY_JSON_BODY: { error: 'body-not-json', details: { field: 'body' } },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { error: 'body-not-json', details: { field: 'body' } },
  FST_ERR_CTP_INVALID_JSON_BODY: { error: 'body-not-json', details: { field: 'body' } },
  FST_ERR_BAD_URL: { error: 'text-format', details: { field: 'path' } },
  FST_ERR_MAX_PARAM_LENGTH: { error: 'not-found', details: {} },
};

/**
 * Answers any error that was thrown while a call was handled, and returns the reply: the caller learns nothing about
 * the internals, the log has everything.
 */
export function answerFault(
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  deps: ServerDeps,
): FastifyReply {
  const refused = REFUSALS[databaseErrorCode(error) ?? ''];
  if (refused !== undefined) return answerRefused(deps, { request, reply }, refused);
  const fault = classifyFault(error);
  deps.metrics.countFault(fault);
  request.span?.fail(fault);
  const level = fault === 'internal' ? 'error' : 'warn';
  const fields = { err: error, route: request.routeOptions.url };
  within(request.span ?? undefined, () => request.log[level](fields, 'call failed'));
  if (request.url.startsWith('/api/')) return answerRefused(deps, { request, reply }, { error: fault, details: {} });
  return reply
    .code(fault === 'busy' ? 503 : 500)
    .type('text/plain')
    .send(fault);
}
