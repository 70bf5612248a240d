import type { FastifyInstance } from 'fastify';

const ALLOWED_HEADERS = 'authorization, content-type, lang, last-event-id, x-request-id';
const EXPOSED_HEADERS = 'x-request-id, x-page-release';

/**
 * Allows only pages of these origins to read the API; without any, browsers only allow the API's own origin. There are
 * no cookies, so no credentials.
 */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS);
  });
  app.options('/api/*', async (request, reply) => {
    if (allowed.has(request.headers.origin ?? '')) {
      reply
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', ALLOWED_HEADERS)
        .header('access-control-max-age', '600');
    }
    return reply.code(204).send();
  });
}
