import { resolve } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { ServerSettings } from './server-deps.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Serves the built page: files with a hash in their name as immutable, every other path as the page's own document,
 * never below /api.
 */
export async function registerPage(app: FastifyInstance, webDist: string, settings: ServerSettings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(settings) },
    strictTransportSecurity: settings.secure ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Wallets open windows of their own and answer through them.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    frameguard: { action: 'deny' },
  });
  await app.register(fastifyStatic, {
    root: resolve(webDist),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html', 'robots.txt'],
    setHeaders: (response, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      response.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  // Link previews and monitors ask by HEAD first.
  const method = ['GET', 'HEAD'];
  app.route({
    method,
    url: '/robots.txt',
    handler: async (_request, reply) =>
      reply.type('text/plain').send('User-agent: *\nDisallow: /api/\nDisallow: /docs\n'),
  });
  app.route({
    method,
    url: '/*',
    handler: async (request, reply) => (isPagePath(request.url) ? reply.sendFile('index.html') : reply.callNotFound()),
  });
}

/** A path that names a file, or one of the API's, is not the page's: it is there or it is not found. */
function isPagePath(url: string): boolean {
  const [path = ''] = url.split('?');
  return (
    !path.includes('%') &&
    !/^\/((api|docs|health|metrics)(\/|$)|assets\/)/.test(path) &&
    !/\.[A-Za-z0-9]{1,12}$/.test(path)
  );
}
