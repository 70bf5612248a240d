import { createHash } from 'node:crypto';
import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { openapiDocument } from './openapi-document.ts';

/** The description of these calls at /docs/openapi.json and its reference page at /docs, all from this server. */
export async function registerReference(
  app: FastifyInstance,
  described: { readonly keys: readonly EndpointKey[]; readonly hasEvents: boolean },
): Promise<void> {
  const document = JSON.stringify(openapiDocument(described.keys, described));
  app.get('/docs/openapi.json', async (_request, reply) => reply.type('application/json').send(document));
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || !payload.startsWith('<!doctype html>')) return payload;
    reply.header('content-security-policy', policyFor(payload)).header('x-content-type-options', 'nosniff');
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
