import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { NodeErrorRow } from '../field/node-errors/row.ts';

/** A reply as a row of a table in tests/field states it. */
export type FieldReply = Pick<NodeErrorRow, 'body' | 'error' | 'headers' | 'isGzip' | 'status'>;

/** Sends a reply to the call with this id. */
export function sendFieldReply(response: ServerResponse, reply: FieldReply, id: unknown): void {
  const { status = 200, headers = {}, isGzip = false, error } = reply;
  const body = reply.body?.replaceAll('ID', String(id)) ?? JSON.stringify({ jsonrpc: '2.0', id, error });
  const encoding = isGzip ? { 'content-encoding': 'gzip' } : {};
  const type = /^[[{]/.test(body) ? 'application/json' : 'text/html';
  response.writeHead(status, { 'content-type': type, ...encoding, ...headers });
  response.end(isGzip ? gzipSync(body) : body);
}

/** Starts a node for one test that answers every call as `replyTo` says; returns its URL. */
export async function startBadNode(replyTo: (method: string) => FieldReply): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { id, method } = JSON.parse(text);
    sendFieldReply(response, replyTo(method), id);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
