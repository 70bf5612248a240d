import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Problem, ReadinessCheck, ServerDeps } from './server-deps.ts';

const CHECK_TIMEOUT_MS = 3_000;
/** Requests within this time share one answer, so that the cost of the checks does not depend on their number. */
const ANSWER_VALID_MS = 1_000;

/** The dependencies of health, for servers with and without other calls. */
export type HealthDeps = Pick<ServerDeps, 'readiness' | 'warnings' | 'logger'> & {
  readonly metrics: Pick<ServerDeps['metrics'], 'registry'>;
  readonly settings: Pick<ServerDeps['settings'], 'metricsToken'>;
};

/**
 * Registers liveness, readiness with each dependency's state, and metrics. Readiness names dependencies without further
 * details.
 */
export function registerHealth(app: FastifyInstance, deps: HealthDeps): void {
  const { readiness, warnings = {}, metrics, settings, logger } = deps;
  app.get('/health/live', async () => ({ status: 'ok' }));

  const look = (checks: Readonly<Record<string, ReadinessCheck>>, isFatal: boolean) =>
    Object.entries(checks).map(async ([name, check]) => {
      const problem = await problemOf(check);
      if (problem !== null) logger.warn({ dependency: name, problem }, isFatal ? 'not ready' : 'ready, but');
      return [name, problem === null ? 'ok' : isFatal ? 'failed' : 'warning'] as const;
    });
  const read = cached(() => Promise.all([...look(readiness, true), ...look(warnings, false)]));
  app.get('/health/ready', async (_request, reply) => {
    const results = await read();
    const isReady = results.every(([, state]) => state !== 'failed');
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

function cached<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { readonly answer: Promise<Answer>; readonly atMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (last === undefined || nowMs - last.atMs >= ANSWER_VALID_MS) last = { answer: ask(), atMs: nowMs };
    return last.answer;
  };
}

async function problemOf(check: ReadinessCheck): Promise<Problem | null> {
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
