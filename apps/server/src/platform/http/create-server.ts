import { Server as NetServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EndpointKey, endpoints } from '@city-mint/api-contract/endpoints';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { within } from '../tracing/active-span.ts';
import { answerFault } from './answer-fault.ts';
import { answerUnknown } from './answer-unknown.ts';
import { callIdOf } from './call-id.ts';
import { CallLogger } from './call-logger.ts';
import { limitAddresses } from './limit-addresses.ts';
import { limitConnections } from './limit-connections.ts';
import { RELEASE_HEADER, readPageRelease } from './page-release.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRegionOf } from './region-of.ts';
import { registerCors } from './register-cors.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { registerEvents } from './register-events.ts';
import { registerFiles } from './register-files.ts';
import { registerHealth } from './register-health.ts';
import { registerOneClick } from './register-one-click.ts';
import { registerPage } from './register-page.ts';
import { registerReference } from './register-reference.ts';
import { registerSecurityText } from './register-security-text.ts';
import type { ServerDeps } from './server-deps.ts';
import { createTraceCall } from './trace-call.ts';

const DEADLINE_MS = 10_000;
/** How long connections stay open for their next call when the server closes. */
const PARTING_MS = 250;
/** A year, like the page's. */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';
const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Returns the HTTP server of all declared calls, with the API's reference page, health, metrics and the page itself. It
 * does not listen yet.
 */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.logger;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'callId' }),
    childLoggerFactory: (logger, bindings, options) =>
      new CallLogger(deps.logger, () => logger.child(bindings, options)),
    genReqId: ({ headers }) => callIdOf(headers['x-request-id']),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: DEADLINE_MS,
    // Longer than any call takes.
    connectionTimeout: 60_000,
    http: { headersTimeout: DEADLINE_MS, connectionsCheckingInterval: 1_000 },
    forceCloseConnections: 'idle',
    // A call that arrives during the stop is answered normally, as the last one of its connection.
    return503OnClosing: false,
    trustProxy: deps.settings.trustedProxies.length > 0 ? [...deps.settings.trustedProxies] : false,
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => answerFault(error, { request, reply }, deps),
  });
  const limiter = createRateLimiter(deps.settings.rateLimits, deps.clock);
  app.decorateRequest('answeredCode', 0);
  app.decorateRequest('span', null);
  app.setErrorHandler((error, request, reply) => answerFault(error, { request, reply }, deps));
  closeAsCallsEnd(app);
  cutOffSlowReaders(app);
  const { connectionsPerAddress: maximum, trustedProxies } = deps.settings;
  limitConnections(app.server, { maximum, trustedProxies });
  readJsonAsText(app);
  observeCalls(app, deps);
  protectAnswers(app, deps);
  registerCors(app, deps.settings.publicOrigins);
  limitAddresses(app, deps, limiter);
  answerUnknown(app, deps);

  await app.register(async (api) => {
    api.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store');
      done();
    });
    const regionOf = createRegionOf(deps.settings);
    const traceCall = createTraceCall(deps.settings);
    for (const key of handledKeys(deps)) registerEndpoint(api, key, { ...deps, limiter, regionOf, traceCall });
    registerFiles(api, deps.files ?? [], deps);
    await registerOneClick(api, deps.oneClicks ?? [], deps);
    if (deps.events !== undefined) registerEvents(api, deps.events, deps);
  });
  registerHealth(app, deps);
  const described = { keys: handledKeys(deps), hasEvents: deps.events !== undefined };
  registerReference(app, described);
  registerSecurityText(app, deps.settings);
  const { webDist } = deps.settings;
  if (webDist !== undefined) await app.register((scope) => registerPage(scope, webDist, deps));
  return app;
}

function handledKeys({ handlers }: ServerDeps): EndpointKey[] {
  return Object.keys(handlers).filter((key): key is EndpointKey => key in endpoints);
}

/**
 * While the server closes, ends each connection as soon as its call is answered, because keep-alive would delay the end
 * for a minute. New connections are refused immediately. Connected clients get `Connection: close` with an answer
 * before idle connections are cut, because the next call of a seemingly idle connection may be on its way.
 */
function closeAsCallsEnd(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    // The HTTP server's own close would also cut idle connections immediately.
    if (app.server.listening) NetServer.prototype.close.call(app.server);
    if ((await countConnections(app)) > 0) await sleep(PARTING_MS);
    const timer = setInterval(() => app.server.closeIdleConnections(), 50);
    timer.unref();
    app.server.once('close', () => clearInterval(timer));
  });
}

/** After its answer an inactive connection is cut off; the next call of an active one gets the full time again. */
function cutOffSlowReaders(app: FastifyInstance): void {
  // biome-ignore lint/complexity/useMaxParams: Fastify calls it with these; a promise for each call costs more.
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    if (raw.socket instanceof Socket) raw.socket.setTimeout(DEADLINE_MS);
    done(null, payload);
  });
}

function countConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

/** Routes parse bodies, because each has its own schema; anything but JSON is refused here. */
function readJsonAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/** Forbids everything that no answer needs; the page and the reference have their own policies. */
function protectAnswers(app: FastifyInstance, { settings }: ServerDeps): void {
  const headers = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...(settings.secure ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
  };
  const release = settings.webDist === undefined ? null : readPageRelease(settings.webDist);
  const ofCalls = release === null ? headers : { ...headers, [RELEASE_HEADER]: release };
  app.addHook('onRequest', (request, reply, done) => {
    // A call's headers are written together with those of its reply, which can replace them, as the page's do.
    if (request.url.startsWith('/api/')) reply.headers(ofCalls);
    else for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    done();
  });
}

function observeCalls(app: FastifyInstance, { metrics }: ServerDeps): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { endpoint: route, rate } = request.routeOptions.config;
    if (route !== undefined) {
      const code = request.answeredCode;
      metrics.observeCall({ route, code, seconds: reply.elapsedTime / 1000 });
      // Calls with effects leave a log line. Joins are the exception: there are ten thousand a second, and they leave
      // rows.
      const level = rate === 'write' || rate === 'money' ? 'info' : 'debug';
      const fields = { route, code, ms: Math.round(reply.elapsedTime) };
      within(request.span ?? undefined, () => request.log[level](fields, 'call'));
    }
    done();
  });
}
