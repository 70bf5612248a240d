// npm run catalogue: the parts of page and console, each in its states, served with hot reload.
import { createServer } from 'vite';
import { CATALOGUES, catalogueConfig } from './catalogue-builds.ts';

const FIRST_PORT = 5180;

for (const [index, app] of CATALOGUES.entries()) {
  const server = await createServer({
    ...catalogueConfig(app),
    server: { host: '127.0.0.1', port: FIRST_PORT + index },
    logLevel: 'warn',
  });
  await server.listen();
  console.log(`${app}: ${server.resolvedUrls?.local[0] ?? 'no address'}`);
}
console.log('A story by its address: ?story=button/disabled&lang=vi&theme=dark');
