import { contentSecurityPolicy } from '@city-mint/server/platform/http/content-security-policy';
import type { Plugin } from 'vite';

/** Of a server that only this machine reaches, and the same for every document. */
export const DEV_NONCE = 'development';

/**
 * Returns the policy of page and console for sources that Vite serves: that of the built page, which also trusts what
 * Vite itself adds to a document, and its connection for changes. What would break under the policy breaks here too.
 */
export function devPagePolicy({ connects, port }: { readonly connects: readonly string[]; readonly port: number }) {
  const added: Readonly<Record<string, readonly string[]>> = {
    'script-src': [`'nonce-${DEV_NONCE}'`],
    'style-src': [`'nonce-${DEV_NONCE}'`],
    'connect-src': [`ws://localhost:${port}`, `ws://127.0.0.1:${port}`],
  };
  return Object.entries(contentSecurityPolicy({ pageConnects: connects, secure: false }))
    .map(([name, values]) => [name, ...values, ...(added[name] ?? [])].join(' '))
    .join('; ');
}

/**
 * Vite's script waits for a server that restarts in a worker that the policy does not trust; where browsers have no
 * such workers it waits without one.
 */
export function withoutSharedWorker(): Plugin {
  return {
    name: 'without-shared-worker',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: { nonce: DEV_NONCE },
          children: 'delete globalThis.SharedWorker',
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/**
 * Ends the service worker that a built page has registered at this address: it would answer with files of that build,
 * and the browser asks for its script at each load.
 */
export function retireServiceWorker(): Plugin {
  return {
    name: 'retire-service-worker',
    configureServer({ middlewares }) {
      middlewares.use('/service-worker.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(RETIRING_WORKER);
      });
    },
  };
}

const RETIRING_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url);
})()));
`;
