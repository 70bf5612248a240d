import { join } from 'node:path';
import { notifyReady } from '@city-mint/server/platform/process/notify-ready';
import { createServer, type ProxyOptions } from 'vite';
import { DEV_NONCE, devPagePolicy, retireServiceWorker, withoutSharedWorker } from '../dev-page-policy.ts';

/**
 * Serves the page or the console (APP: web or console) from its sources on PORT, and passes calls on to API_ORIGIN. A
 * browser that has it open shows a changed file without being reloaded by hand.
 */
const { APP: app, PORT: portText, API_ORIGIN: apiOrigin, PAGE_CONNECTS: connects = '' } = process.env;
if (app === undefined || portText === undefined || apiOrigin === undefined) {
  throw new Error('APP, PORT and API_ORIGIN must be set');
}
const port = Number(portText);
const root = join(import.meta.dirname, '..', '..', 'apps', app);

/** While the process is restarted after a change, its calls are answered as by a proxy whose server is away. */
const passedOn: ProxyOptions = {
  target: apiOrigin,
  configure(proxy) {
    proxy.on('error', (_error, _request, response) => {
      if (!('writeHead' in response) || response.headersSent) return void response.end();
      response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('the process restarts');
    });
  },
};
const server = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  mode: 'devnet',
  clearScreen: false,
  html: { cspNonce: DEV_NONCE },
  plugins: [withoutSharedWorker(), retireServiceWorker()],
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    headers: {
      'content-security-policy': devPagePolicy({
        connects: connects.split(' ').filter((url) => url !== ''),
        port,
      }),
    },
    proxy: Object.fromEntries(['/api', '/docs', '/health', '/metrics'].map((path) => [path, passedOn])),
    warmup: { clientFiles: ['./src/main.tsx'] },
  },
});
try {
  await server.listen();
} catch (error) {
  console.error(error);
  process.exit(1);
}
notifyReady();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server.close().then(() => process.exit(0));
  });
}
