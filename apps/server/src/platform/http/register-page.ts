import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Language } from '@city-mint/domain/languages';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { DRAWN_PATHS, type DrawDocument } from './draw-document.ts';
import { languageOf } from './languages.ts';
import type { ServerDeps } from './server-deps.ts';

type PageDeps = Pick<ServerDeps, 'settings' | 'drawDocument'>;

/** The screen of the empty path. */
const FIRST_PATH = '/index';
/** Link previews and monitors send HEAD first. */
const METHODS = ['GET', 'HEAD'];
/** Proves to WalletConnect that the domain is the project's; in builds with VITE_WC_VERIFICATION. */
const WALLETCONNECT_PROOF = '.well-known/walletconnect.txt';
const YEAR_SECONDS = 31_536_000;
/** Neither the page nor a script in it asks for any of these. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** It hashes in WebAssembly, which its own policy has to allow; the page's does not. */
const HASHING_WORKER = /[\\/]assets[\\/]recompute-worker-[\w-]+\.js(?:\.br)?$/;

function withWebAssembly(reply: { getHeader(name: string): unknown }): string {
  return String(reply.getHeader('content-security-policy')).replace(
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
  );
}

/**
 * Serves the built page: files with a hash in their name as immutable, every other path as the page's own document,
 * never below /api.
 */
export async function registerPage(app: FastifyInstance, webDist: string, deps: PageDeps): Promise<void> {
  const { settings, drawDocument } = deps;
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(settings) },
    strictTransportSecurity: settings.secure ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Wallets open their own windows and answer through them.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    done();
  });
  await app.register(fastifyStatic, {
    root: resolve(webDist),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The folder `server` has the module that renders documents; those in `pages` are served under their screens'
    // paths.
    globIgnore: ['**/*.br', '**/*.gz', 'index.html', 'robots.txt', 'server/**', 'pages/**'],
    setHeaders: (response, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      response.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      if (HASHING_WORKER.test(path)) response.header('content-security-policy', withWebAssembly(response));
    },
  });
  const documents = documentsOf(webDist);
  app.route({
    method: METHODS,
    url: '/robots.txt',
    handler: async (_request, reply) =>
      reply.type('text/plain').send('User-agent: *\nDisallow: /api/\nDisallow: /docs\n'),
  });
  if (existsSync(resolve(webDist, WALLETCONNECT_PROOF))) {
    app.route({
      method: METHODS,
      url: `/${WALLETCONNECT_PROOF}`,
      handler: async (_request, reply) => reply.sendFile(WALLETCONNECT_PROOF),
    });
  }
  const sendBuilt: SendBuilt = (request, reply) => {
    const document = `pages/${readerLanguage(request)}${pathOf(request)}.html`;
    if (!documents.has(document)) return reply.sendFile('index.html');
    return reply.header('vary', 'cookie, accept-encoding').sendFile(document);
  };
  if (drawDocument !== undefined) serveDrawn(app, { drawDocument, sendBuilt });
  app.route({
    method: METHODS,
    url: '/*',
    handler: async (request, reply) => (isPagePath(request.url) ? sendBuilt(request, reply) : reply.callNotFound()),
  });
}

type SendBuilt = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

type Serving = { readonly drawDocument: DrawDocument; readonly sendBuilt: SendBuilt };

/** Serves the rendered screens, or the built ones where rendering fails. */
function serveDrawn(app: FastifyInstance, { drawDocument, sendBuilt }: Serving): void {
  for (const path of DRAWN_PATHS) {
    const isFirst = path === FIRST_PATH;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      // The first screen is the same for every address; other screens depend on their query.
      const isDrawn = isFirst || !request.url.includes('?');
      const drawn = isDrawn ? await drawDocument(path, readerLanguage(request)) : null;
      if (drawn === null) return sendBuilt(request, reply);
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'cookie, accept-encoding');
      if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(drawn.html);
      return reply.header('content-encoding', 'br').send(drawn.brotli);
    };
    for (const url of isFirst ? ['/', path] : [path]) app.route({ method: METHODS, url, handler });
  }
}

/** Returns the names of the documents that the build made for screens, which preload their code. */
function documentsOf(webDist: string): ReadonlySet<string> {
  const folder = resolve(webDist, 'pages');
  if (!existsSync(folder)) return new Set();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(names.filter((name) => name.endsWith('.html')).map((name) => `pages/${name}`));
}

function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?');
  return path;
}

function readerLanguage({ headers }: FastifyRequest): Language {
  return languageOf(cookieOf(headers.cookie, 'lang'));
}

/** Returns the value of a cookie, or undefined. */
function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/**
 * A path of a file or of the API is not the page's: it exists or is not found. No screen has a dot in its path, files
 * have one before their ending or, as in /.well-known/, before a folder.
 */
function isPagePath(url: string): boolean {
  const [path = ''] = url.split('?');
  return !/[.%]/.test(path) && !/^\/((api|docs|health|metrics)(\/|$)|assets\/)/.test(path);
}
