import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type FieldReply, sendFieldReply } from './field-reply.ts';

type Call = { readonly method: string; readonly params: readonly unknown[] };

/** Starts a node for one test that answers every call as `replyTo` says; returns its URL. */
export async function startBadNode(replyTo: (call: Call) => FieldReply): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { id, method, params = [] } = JSON.parse(text);
    sendFieldReply(response, replyTo({ method, params }), id);
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
