import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  isExchangeMessage,
  SIGNATURE_HEADER,
  signExchangeMessage,
  TIME_HEADER,
} from '@city-mint/server/miner/exchange/exchange-signature';
import { z } from 'zod';

const GRANT_SCHEMA = z.strictObject({
  grantId: z.uuid(),
  uid: z.string().regex(/^[0-9]{6,12}$/),
  hashPower: z.string().regex(/^(0|[1-9]\d*)(\.\d{1,18})?$/),
});

/** A grant of hash power (whole units) to an account of the exchange. */
export type ExchangeGrant = z.infer<typeof GRANT_SCHEMA>;

/** The response to a grant; `no-reply` leaves the request open, `hang-up` closes its connection. */
export type GrantReply =
  | { readonly status: number; readonly content: object; readonly isSigned?: boolean }
  | 'no-reply'
  | 'hang-up';

export type ExchangeStandIn = { readonly url: string; stop(): Promise<void> };

type ExchangeSettings = {
  readonly key: string;
  readonly port?: number;
  /** Decides the response to a signed grant; accepts every grant by default. */
  readonly handleGrant?: (grant: ExchangeGrant) => Promise<GrantReply>;
};

/**
 * Starts a stand-in for the external exchange on the loopback address, which answers signed grants at POST /grants with
 * signed replies. Returns its URL.
 */
export async function startExchange(settings: ExchangeSettings): Promise<ExchangeStandIn> {
  const { key, port = 0, handleGrant = async (grant) => acceptedGrant(grant) } = settings;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const isSigned = isExchangeMessage({
      key,
      body,
      now: Date.now(),
      time: singleHeader(request.headers[TIME_HEADER]),
      signature: singleHeader(request.headers[SIGNATURE_HEADER]),
    });
    if (!isSigned || request.method !== 'POST' || request.url !== '/grants') {
      response.writeHead(isSigned ? 404 : 401).end();
      return;
    }
    const reply = await handleGrant(GRANT_SCHEMA.parse(JSON.parse(body)));
    if (reply === 'no-reply') return;
    if (reply === 'hang-up') {
      response.destroy();
      return;
    }
    const text = JSON.stringify(reply.content);
    const signature = reply.isSigned === false ? {} : signExchangeMessage({ key, body: text, now: Date.now() });
    response.writeHead(reply.status, { 'content-type': 'application/json', ...signature }).end(text);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.headersSent || response.writeHead(400).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the exchange has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the reply that confirms a grant as it was sent. */
export function acceptedGrant(grant: ExchangeGrant): GrantReply {
  return { status: 200, content: { ...grant, status: 'accepted' } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function singleHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
