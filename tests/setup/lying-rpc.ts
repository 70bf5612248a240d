import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FieldReply, sendFieldReply } from './field-reply.ts';

export type RpcCall = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

/**
 * Replaces the response to a call: by a `result`, raw text, an HTTP status, a row of a table in tests/field (`reply`),
 * or none at all (`hang`); undefined forwards the call to the real node, which `ask` also calls.
 */
export type Lie = (
  call: RpcCall,
  ask: (call: RpcCall) => Promise<unknown>,
) => Promise<
  { result: unknown } | { text: string } | { status: number } | { reply: FieldReply } | { hang: true } | undefined
>;

export type LyingRpc = {
  readonly url: string;
  /** The methods of all calls received. */
  readonly calls: string[];
  /** Sets the lie for all calls from now on; undefined forwards them all. */
  tell(lie: Lie | undefined): void;
  stop(): Promise<void>;
};

/** Starts a node in front of a real one, which forwards every call until `tell` sets a lie. */
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
    const lied = await lie?.(call, ask);
    if (lied !== undefined && 'hang' in lied) return;
    if (lied !== undefined && 'reply' in lied) return sendFieldReply(response, lied.reply, call.id);
    response.writeHead(lied !== undefined && 'status' in lied ? lied.status : 200, {
      'content-type': 'application/json',
    });
    if (lied === undefined) response.end(await post(realUrl, body));
    else if ('result' in lied) response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: lied.result }));
    else if ('text' in lied) response.end(lied.text);
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
