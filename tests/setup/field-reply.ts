import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { NodeErrorRow } from '../field/node-errors/row.ts';

/** A reply as a row of a table in tests/field states it; without `body` it is an ordinary answer. */
export type FieldReply = Pick<NodeErrorRow, 'body' | 'error' | 'headers' | 'isGzip' | 'status'> & {
  readonly result?: unknown;
};

/** Sends a reply to the call with this id. */
export function sendFieldReply(response: ServerResponse, reply: FieldReply, id: unknown): void {
  const { status = 200, headers = {}, isGzip = false, error, result } = reply;
  const body = reply.body?.replaceAll('ID', String(id)) ?? JSON.stringify({ jsonrpc: '2.0', id, error, result });
  const encoding = isGzip ? { 'content-encoding': 'gzip' } : {};
  const type = /^[[{]/.test(body) ? 'application/json' : 'text/html';
  response.writeHead(status, { 'content-type': type, ...encoding, ...headers });
  response.end(isGzip ? gzipSync(body) : body);
}
