import type { FastifyInstance } from 'fastify';
import { answerRefused } from './answer.ts';
import type { OneClickRoute } from './one-click-route.ts';
import type { ServerDeps } from './server-deps.ts';

const BODY_LIMIT_BYTES = 4_096;
/** As a form, or as a part of one with several. */
const FORMS = [/^application\/x-www-form-urlencoded\b/, /^multipart\/form-data\b/];
const ONE_CLICK = /List-Unsubscribe(=|"[^\r\n]*(\r?\n[^\r\n]+)*\r?\n\r?\n)\s*One-Click/;

/**
 * Serves one-click routes: a POST of the form that mail programs send performs it, a GET only leads to the page,
 * because scanners open every link.
 */
export async function registerOneClick(
  app: FastifyInstance,
  routes: readonly OneClickRoute[],
  deps: ServerDeps,
): Promise<void> {
  await app.register(async (scope) => {
    const options = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const;
    for (const form of FORMS) scope.addContentTypeParser(form, options, (_request, body, done) => done(null, body));
    for (const { path, isToken, pageOf, perform } of routes) {
      scope.get<{ Params: { token: string } }>(`${path}:token`, { config: { rate: 'read' } }, (request, reply) => {
        const { token } = request.params;
        if (isToken(token)) return reply.redirect(pageOf(token), 303);
        return answerRefused(deps, { request, reply }, { error: 'not-found', details: { field: 'token' } });
      });
      scope.post<{ Params: { token: string } }>(
        `${path}:token`,
        { config: { rate: 'write' } },
        async (request, reply) => {
          const { token } = request.params;
          const isClick = typeof request.body === 'string' && ONE_CLICK.test(request.body);
          if (!isToken(token) || !isClick)
            return answerRefused(deps, { request, reply }, { error: 'not-found', details: { field: 'token' } });
          await perform(token);
          return reply.type('text/plain').send('stopped');
        },
      );
    }
  });
}
