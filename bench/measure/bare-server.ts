import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Fastify from 'fastify';

/** What answers: Node's own HTTP server, or Fastify, which also parses the body and writes the answer as JSON. */
export type BareKind = 'node:http' | 'fastify';

type Order = { readonly kind: BareKind; readonly port: number; readonly answer: string };

// As a separate process, which startBareServer forks.
if (import.meta.main) {
  process.once('message', (order: Order) => void serve(order).then(() => process.send?.('listening')));
}

/**
 * Starts a server in a separate process that answers every POST with `answer`, a JSON text, and does nothing else;
 * returns the process once it listens.
 */
export async function startBareServer(order: Order): Promise<ChildProcess> {
  const server = fork(import.meta.filename, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--max-semi-space-size=32'],
  });
  server.send(order);
  await once(server, 'message');
  return server;
}

async function serve({ kind, port, answer }: Order): Promise<void> {
  if (kind === 'fastify') {
    const app = Fastify();
    const reply: unknown = JSON.parse(answer);
    app.post('/*', async () => reply);
    await app.listen({ host: '127.0.0.1', port });
    return;
  }
  const head = { 'Content-Type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(answer) };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      Buffer.concat(parts);
      response.writeHead(200, head).end(answer);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
