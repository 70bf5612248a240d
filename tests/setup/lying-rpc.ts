import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RpcCall = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

/**
 * What a lie does with a call: answers it with `result`, with raw text, with an HTTP status, not at all (`hang`), or leaves it to the real
 * node by giving undefined. `ask` asks the real node.
 */
export type Lie = (
  call: RpcCall,
  ask: (call: RpcCall) => Promise<unknown>,
) => Promise<{ result: unknown } | { text: string } | { status: number } | { hang: true } | undefined>;

export type LyingRpc = {
  readonly url: string;
  /** Every call that came in, by method. */
  readonly calls: string[];
  /** Lies from now on; undefined = tells the truth again. */
  tell(lie: Lie | undefined): void;
  stop(): Promise<void>;
};

/** A node in front of a real one that tells the truth until it is told to lie. */
export async function startLyingRpc(realUrl: string): Promise<LyingRpc> {
  let lie: Lie | undefined;
  const calls: string[] = [];

  const ask = async (call: RpcCall): Promise<unknown> => {
    const reply = await post(realUrl, JSON.stringify({ jsonrpc: '2.0', ...call }));
    const { result } = JSON.parse(reply);
    return result;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const call: RpcCall = JSON.parse(body);
    calls.push(call.method);
    const told = await lie?.(call, ask);
    if (told !== undefined && 'hang' in told) return;
    response.writeHead(told !== undefined && 'status' in told ? told.status : 200, {
      'content-type': 'application/json',
    });
    if (told === undefined) response.end(await post(realUrl, body));
    else if ('result' in told) response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: told.result }));
    else if ('text' in told) response.end(told.text);
    else response.end('{}');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    tell: (next) => {
      lie = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function post(url: string, body: string): Promise<string> {
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return reply.text();
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
