import { createHash } from 'node:crypto';
import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import Fastify, { type FastifyInstance } from 'fastify';

type Described = { readonly keys: readonly EndpointKey[]; readonly hasEvents: boolean };

const PATHS = ['/docs', '/docs/', '/docs/js/scalar.js', '/docs/openapi.json'] as const;

type Answer = { readonly code: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

/**
 * Serves the description of these calls at /docs/openapi.json and its reference page at /docs, entirely from this
 * server. They are composed on the first request, because few are made and composing them would delay the start of
 * every process. All callers share the same bytes, so that many requests by a client that does not read the answers use
 * no memory.
 */
export function registerReference(app: FastifyInstance, described: Described): void {
  let answers: Promise<ReadonlyMap<string, Answer>> | undefined;
  const forget = (error: unknown) => {
    answers = undefined;
    throw error;
  };
  for (const path of PATHS) {
    app.get(path, async (_request, reply) => {
      answers ??= composeAnswers(described).catch(forget);
      const answer = (await answers).get(path);
      if (answer === undefined) return reply.callNotFound();
      return reply.code(answer.code).headers(answer.headers).send(answer.body);
    });
  }
}

async function composeAnswers({ keys, hasEvents }: Described): Promise<ReadonlyMap<string, Answer>> {
  const [{ default: scalar }, { openapiDocument }] = await Promise.all([
    import('@scalar/fastify-api-reference'),
    import('./openapi-document.ts'),
  ]);
  const app = Fastify();
  app.get('/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(openapiDocument(keys, { hasEvents }))),
  );
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/docs/openapi.json',
      pageTitle: 'City Mint API',
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  });
  await app.ready();
  const answers = new Map<string, Answer>();
  for (const path of PATHS) {
    const {
      statusCode: code,
      headers: sent,
      rawPayload: body,
      payload,
    } = await app.inject({ method: 'GET', url: path });
    const named = ['content-type', 'location'].flatMap((name) => (sent[name] ? [[name, String(sent[name])]] : []));
    const policy = payload.startsWith('<!doctype html>') ? { 'content-security-policy': policyFor(payload) } : {};
    answers.set(path, { code, headers: { ...Object.fromEntries(named), ...policy }, body });
  }
  await app.close();
  return answers;
}

/** The reference page starts itself by one inline script, which is allowed by its hash; no other inline script is. */
function policyFor(html: string): string {
  const hashes = [...html.matchAll(/<script(?:\s+type="[^"]*")?>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    // Its bundle writes its own styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
