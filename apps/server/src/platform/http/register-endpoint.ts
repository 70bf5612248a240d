import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@city-mint/api-contract/endpoint';
import { type EndpointKey, endpoints } from '@city-mint/api-contract/endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerDone, answerRefused } from './answer.ts';
import type { Caller } from './handler.ts';
import { languageOf } from './languages.ts';
import { answerExceeded } from './limit-addresses.ts';
import { parseRequest } from './parse-request.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { readJsonBody, refuseFields } from './read-json-body.ts';
import type { Refused } from './refused.ts';
import type { ServerDeps } from './server-deps.ts';
import type { TraceCall } from './trace-call.ts';

type AnyOutcome =
  | { readonly data: unknown }
  | { readonly refusal: Refused['error']; readonly details?: Refused['details'] };
type AnyHandler = (request: unknown, context: unknown) => Promise<AnyOutcome>;

/** Dependencies that all routes of declared calls share. */
export type EndpointDeps = ServerDeps & {
  readonly limiter: RateLimiter;
  readonly regionOf: (request: FastifyRequest) => string | null;
  readonly traceCall: TraceCall;
};

/**
 * Answers one declared call: checks the session and the rate limits, parses the request, runs the handler and sends the
 * envelope.
 */
export function registerEndpoint(app: FastifyInstance, key: EndpointKey, deps: EndpointDeps): void {
  const declaration: Endpoint = endpoints[key];
  // The declaration parses the handler's input, which the compiler cannot follow through a registry of all calls.
  const handle = deps.handlers[key] as AnyHandler;
  const [method = '', url = ''] = key.split(' ');
  const { rate } = declaration;

  const answerCall = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const session = await openSession(declaration, request, deps);
    if ('error' in session) return answerRefused(deps, { request, reply }, session);
    const { participant } = session;
    const exceeded = participant && deps.limiter.ofWallet(participant.address, { route: url, rate });
    if (exceeded !== null) return answerExceeded(deps, { request, reply }, exceeded);
    request.limitedWallet = participant?.address ?? null;
    const read = readRequest(declaration, request);
    if (!read.ok) return answerRefused(deps, { request, reply }, read);
    const outcome = await handle(read.request, {
      requestId: request.id,
      lang: languageOf(request.headers['lang']),
      ip: request.ip,
      region: deps.regionOf(request),
      origin: request.headers.origin ?? null,
      participant,
    });
    return answer(declaration, { request, reply, outcome }, deps);
  };

  app.route({
    method,
    url,
    config: { endpoint: key, rate },
    handler: (request, reply) => deps.traceCall({ request, reply }, () => answerCall(request, reply)),
  });
}

type Session = { readonly participant: Caller | null } | Refused;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

async function openSession({ who }: Endpoint, request: FastifyRequest, deps: ServerDeps): Promise<Session> {
  const token = request.headers.authorization;
  const found =
    token !== undefined && TOKEN.test(token) ? await deps.authenticate(token) : { state: 'unknown' as const };
  if (who === 'all') return { participant: found.state === 'valid' ? found.participant : null };
  if (found.state !== 'valid') {
    return { error: found.state === 'ended' ? 'session-ended' : 'unauthorized', details: {} };
  }
  return { participant: found.participant };
}

function readRequest({ request: schema, readPlain }: Endpoint, request: FastifyRequest) {
  if (request.method === 'GET') {
    const { query, params } = request;
    const fields = { ...asObject(query), ...asObject(params) };
    const refused = refuseFields(fields);
    return refused === undefined ? parseRequest(schema, fields) : { ok: false as const, ...refused };
  }
  if (typeof request.body !== 'string') {
    return { ok: false as const, error: 'content-type-not-json' as const, details: { limit: 'application/json' } };
  }
  const plain = readPlain?.(request.body);
  if (plain !== undefined) return { ok: true as const, request: plain };
  const body = readJsonBody(request.body);
  return body.ok ? parseRequest(schema, body.value) : body;
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

type Answered = { request: FastifyRequest; reply: FastifyReply; outcome: AnyOutcome };

function answer(declaration: Endpoint, { request, reply, outcome }: Answered, deps: ServerDeps): FastifyReply {
  if ('refusal' in outcome) {
    const details = outcome.details ?? {};
    return answerRefused(deps, { request, reply }, { error: outcome.refusal, details });
  }
  if (deps.settings.checkReplies) assertReply(declaration, outcome.data);
  return answerDone(request, reply, outcome.data);
}

/** Throws for a reply that differs from its declaration, including extra fields. */
function assertReply({ reply, summary }: Endpoint, data: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const parsed = reply.safeParse(sent);
  if (!parsed.success) throw new Error(`reply of "${summary}" breaks its declaration: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, sent)) {
    throw new Error(`reply of "${summary}" has fields that its declaration does not name`);
  }
}
