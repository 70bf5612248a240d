import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ReadinessCheck, ServerDeps } from './server-deps.ts';

const CHECK_TIMEOUT_MS = 3_000;

/** Liveness, readiness with each dependency's state, and metrics. Readiness names dependencies and says no more of them. */
export function registerHealth(app: FastifyInstance, { readiness, metrics, settings, logger }: ServerDeps): void {
  app.get('/health/live', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => {
        const problem = await problemOf(check);
        if (problem !== null) logger.warn({ dependency: name, problem }, 'not ready');
        return [name, problem === null ? 'ok' : 'failed'] as const;
      }),
    );
    const isReady = results.every(([, state]) => state === 'ok');
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'failed', dependencies: Object.fromEntries(results) });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(settings.metricsToken, request.headers.authorization)) return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

async function problemOf(check: ReadinessCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check(), timeout]);
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown error';
  } finally {
    clearTimeout(timer);
  }
}

function mayRead(token: string | null | undefined, header: string | undefined): boolean {
  if (token === null) return true;
  if (token === undefined || header === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}
