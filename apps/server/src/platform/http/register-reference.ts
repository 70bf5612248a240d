import { createHash } from 'node:crypto';
import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

type Described = { readonly keys: readonly EndpointKey[]; readonly hasEvents: boolean };

/**
 * The description of these calls at /docs/openapi.json and its reference page at /docs, all from this server. They are
 * composed when someone first asks for them: few do, and every process would take a fifth longer to start.
 */
export function registerReference(app: FastifyInstance, described: Described): void {
  let reference: Promise<FastifyInstance> | undefined;
  const answer = async ({ raw: { url = '' } }: FastifyRequest) => {
    reference ??= createReference(described);
    try {
      return await (await reference).inject({ method: 'GET', url });
    } catch (error) {
      reference = undefined;
      throw error;
    }
  };
  for (const path of ['/docs', '/docs/*']) {
    app.get(path, async (request, reply) => {
      const { statusCode, headers, rawPayload } = await answer(request);
      for (const name of ['content-type', 'content-security-policy', 'location', 'cache-control', 'etag'])
        if (headers[name] !== undefined) reply.header(name, headers[name]);
      if (statusCode === 404) return reply.callNotFound();
      return reply.code(statusCode).send(rawPayload);
    });
  }
}

async function createReference({ keys, hasEvents }: Described): Promise<FastifyInstance> {
  const [{ default: scalar }, { openapiDocument }] = await Promise.all([
    import('@scalar/fastify-api-reference'),
    import('./openapi-document.ts'),
  ]);
  const app = Fastify();
  const document = JSON.stringify(openapiDocument(keys, { hasEvents }));
  app.get('/docs/openapi.json', async (_request, reply) => reply.type('application/json').send(document));
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload === 'string' && payload.startsWith('<!doctype html>'))
      reply.header('content-security-policy', policyFor(payload));
    return payload;
  });
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
  return app;
}

/** The reference page starts itself by one inline script: it is allowed by its hash, and nothing else inline is. */
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
