import type { FastifyInstance } from 'fastify';
import { answerRefused } from './answer.ts';
import type { ServerDeps } from './server-deps.ts';

type KnownPath = { readonly pattern: RegExp; readonly methods: Set<string> };

/**
 * Answers calls that no route takes: 405 with the methods in `Allow` where the path has routes of others, else not
 * found. Call before routes are declared.
 */
export function answerUnknown(app: FastifyInstance, deps: ServerDeps): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) path.methods.add(each);
    known.set(url, path);
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const isApi = path.startsWith('/api/');
    // The page's documents answer any path but those of the API.
    const own = [...known.values()].filter(({ pattern }) => pattern.test(path) && !(isApi && pattern.test('/any')));
    const allowed = new Set(own.flatMap(({ methods }) => [...methods]));
    if (allowed.size > 0 && !allowed.has(request.method)) {
      return reply
        .code(405)
        .header('allow', [...allowed].sort().join(', '))
        .type('text/plain')
        .send('method not allowed');
    }
    if (isApi) return answerRefused(deps, { request, reply }, { error: 'not-found', details: {} });
    return reply.code(404).type('text/plain').send('not found');
  });
}

/** A route's path: `:name` is a part of it, `*` any rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')}$`);
}
