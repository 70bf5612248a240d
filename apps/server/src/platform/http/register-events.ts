import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { EventHub } from '../events/event-hub.ts';
import type { Listener } from '../events/listener.ts';
import { answerRefused } from './answer.ts';
import { languageOf } from './languages.ts';
import { parseRequest } from './parse-request.ts';
import type { ServerDeps } from './server-deps.ts';

const NO_FIELDS = z.strictObject({});

/** Listeners that lost their connections together reconnect over this time, each after a random pause. */
const LEAST_RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 5_000;
const PARTING_MS = 2_000;
/** A listener gets a heartbeat every fifteen seconds; a connection that receives none of them is dead. */
const SILENCE_MS = 60_000;

/** Registers the stream of live events: of rounds for all listeners, and of their own balances for signed-in ones. */
export function registerEvents(app: FastifyInstance, hub: EventHub, deps: ServerDeps): void {
  new Gauge({
    name: 'city_mint_event_listeners',
    help: 'Connections that currently listen to live events.',
    registers: [deps.metrics.registry],
    collect() {
      this.set(hub.size());
    },
  });
  new Gauge({
    name: 'city_mint_event_listeners_dropped',
    help: 'Listeners that this process dropped because they read too slowly.',
    registers: [deps.metrics.registry],
    collect() {
      this.set(hub.dropped());
    },
  });
  app.addHook('preClose', async () => hub.close());

  app.get(EVENTS_PATH, { config: { rate: 'read' } }, async (request, reply) => {
    const read = parseRequest(NO_FIELDS, request.query);
    if (!read.ok) return answerRefused(deps, { request, reply }, read);
    const token = request.headers.authorization;
    const session = token === undefined ? null : await deps.authenticate(token);
    if (session !== null && session.state !== 'valid') {
      const error = session.state === 'ended' ? 'session-ended' : 'unauthorized';
      return answerRefused(deps, { request, reply }, { error, details: {} });
    }
    if (!hub.hasRoom(request.ip)) return answerFull(deps, request, reply);
    const isAllowed = async () => token === undefined || (await deps.authenticate(token)).state === 'valid';
    const userId = session?.participant.userId ?? null;
    const sessionHash = session?.participant.sessionHash.toString('hex') ?? null;
    const listener = openStream(request, reply, { userId, sessionHash, isAllowed });
    request.raw.once('close', () => hub.remove(listener));
    await hub.add(listener, headerOf(request, 'last-event-id')).catch((error: unknown) => {
      request.log.warn({ err: error }, 'cannot send a listener its snapshot');
      hub.remove(listener);
      listener.drop();
    });
  });
}

/** Browsers only reconnect automatically after an HTTP error status, so this refusal has one. */
function answerFull(deps: ServerDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, msg } = deps.describeRefusal({ error: 'busy', details: {} }, languageOf(request.headers['lang']));
  return reply
    .code(503)
    .header('retry-after', String(Math.ceil(retryMs() / 1_000)))
    .type('application/json')
    .send(JSON.stringify({ code, msg, data: null, error: 'busy', details: {} }));
}

function openStream(
  { ip }: FastifyRequest,
  reply: FastifyReply,
  { userId, sessionHash, isAllowed }: Pick<Listener, 'userId' | 'sessionHash' | 'isAllowed'>,
): Listener {
  reply.hijack();
  const { raw } = reply;
  raw.setTimeout(SILENCE_MS);
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // A proxy that buffers answers would delay events.
    'x-accel-buffering': 'no',
  });
  raw.write(`retry: ${retryMs()}\n\n`);
  // A connection that failed during a write has already been removed.
  raw.on('error', () => undefined);
  return {
    address: ip,
    userId,
    sessionHash,
    isAllowed,
    write: (text) => void raw.write(text),
    waitingBytes: () => raw.writableLength,
    end: (lastWord) => {
      raw.end(`retry: ${retryMs()}\n${lastWord}`);
      // A client that does not read does not delay the end.
      setTimeout(() => raw.destroy(), PARTING_MS).unref();
    },
    drop: () => void raw.destroy(),
    isReady: false,
    lastOwnData: null,
  };
}

function retryMs(): number {
  return LEAST_RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS);
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
