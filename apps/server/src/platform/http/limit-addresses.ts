import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRefused } from './answer.ts';
import type { Exceeded, LimitedRoute, RateLimiter } from './rate-limiter.ts';
import type { ServerDeps } from './server-deps.ts';

/** A monitor calls often, from one address. */
const OF_MONITORS = /^\/(health\/|metrics$)/;

/**
 * Refuses the calls of an address that calls too often, before any of its input is read. A call that was answered
 * `busy` does not count against the limit of its route.
 */
export function limitAddresses(app: FastifyInstance, deps: ServerDeps, limiter: RateLimiter): void {
  app.decorateRequest('limitedWallet', null);
  app.decorateRequest('isBusy', false);
  app.addHook('onRequest', (request, reply, done) => {
    const exceeded = OF_MONITORS.test(request.url)
      ? limiter.ofMonitor(request.ip)
      : limiter.ofAddress(request.ip, limitedRoute(request));
    // Without `done` the call ends here, because an answer was sent.
    if (exceeded === null) done();
    else answerExceeded(deps, { request, reply }, exceeded);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const called = request.isBusy ? limitedRoute(request) : undefined;
    if (called !== undefined) limiter.giveBack({ ip: request.ip, wallet: request.limitedWallet, called });
    done();
  });
}

/** Sends the refusal of a call above a limit, with the time of the next retry, and returns the reply. */
export function answerExceeded(
  deps: ServerDeps,
  call: { request: FastifyRequest; reply: FastifyReply },
  { scope, limit, retryAfterSeconds }: Exceeded,
): FastifyReply {
  const { rate = 'none' } = call.request.routeOptions.config;
  deps.metrics.countLimited({ scope, rate });
  const seconds = String(retryAfterSeconds);
  call.reply.header('cache-control', 'no-store');
  if (!call.request.url.startsWith('/api/')) {
    return call.reply.code(429).header('retry-after', seconds).type('text/plain').send('too many requests');
  }
  const details = { limit: String(limit), retryAfterSeconds: seconds };
  return answerRefused(deps, call, { error: 'too-many-requests', details });
}

/** The route of a request, if it has a class. */
function limitedRoute({ routeOptions: { url, config } }: FastifyRequest): LimitedRoute | undefined {
  return url === undefined || config.rate === undefined ? undefined : { route: url, rate: config.rate };
}
