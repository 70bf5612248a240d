import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isExchangeMessage,
  SIGNATURE_HEADER,
  signExchangeMessage,
  TIME_HEADER,
} from '@city-mint/server/miner/exchange/exchange-signature';
import { z } from 'zod';

/**
 * How the stand-in behaves: well; late; answering 500; hanging without an answer; booking and then hanging up; getting each request twice, as
 * behind a proxy that repeats; booking right and confirming another amount, another grant or another account; answering without the key;
 * refusing.
 */
export const EXCHANGE_MANNERS = [
  'well',
  'slow',
  'down',
  'hangs',
  'hangs-up',
  'doubled',
  'wrong-amount',
  'wrong-grant',
  'wrong-uid',
  'unsigned',
  'refuses',
] as const;
export type ExchangeManner = (typeof EXCHANGE_MANNERS)[number];

export type ExchangeStandIn = {
  readonly url: string;
  /** How it behaves from the next request on. */
  behave(manner: ExchangeManner): void;
  /** What it booked: hash power in whole units by grant id, and how many requests it got in all. */
  readonly booked: ReadonlyMap<string, { readonly uid: string; readonly hashPower: string }>;
  requests(): number;
  stop(): Promise<void>;
};

const grantSchema = z.strictObject({
  grantId: z.uuid(),
  uid: z.string().regex(/^[0-9]{6,12}$/),
  hashPower: z.string().regex(/^(0|[1-9]\d*)(\.\d{1,18})?$/),
});
type Grant = z.infer<typeof grantSchema>;

export type ExchangeSettings = {
  readonly key: string;
  readonly port?: number;
  readonly slowMs?: number;
  /** Books each grant once, by its id; only a test of the test turns it off. */
  readonly isIdempotent?: boolean;
};

/**
 * A stand-in for the external exchange: takes signed grants at POST /grants, books each once by its id, answers signed. `POST /manner` with
 * the name of a manner tells it to behave so. Binds the loopback address alone.
 */
export async function startExchange(settings: ExchangeSettings): Promise<ExchangeStandIn> {
  const { key, port = 0, slowMs = 2_000, isIdempotent = true } = settings;
  const booked = new Map<string, { uid: string; hashPower: string }>();
  let manner: ExchangeManner = 'well';
  let requests = 0;

  const book = ({ grantId, uid, hashPower }: Grant) => {
    const before = booked.get(grantId);
    if (before === undefined) booked.set(grantId, { uid, hashPower });
    else if (!isIdempotent) booked.set(`${grantId} again`, { uid, hashPower });
  };
  const answer = (response: ServerResponse, status: number, content: object) => {
    const body = JSON.stringify(content);
    const signed = manner === 'unsigned' ? {} : signExchangeMessage({ key, body, now: Date.now() });
    response.writeHead(status, { 'content-type': 'application/json', ...signed }).end(body);
  };
  const takeGrant = async (body: string, response: ServerResponse) => {
    const grant = grantSchema.parse(JSON.parse(body));
    if (manner === 'slow') await sleep(slowMs);
    if (manner === 'down') return answer(response, 500, { error: 'down' });
    if (manner === 'hangs') return;
    if (manner === 'refuses') return answer(response, 422, { ...grant, status: 'rejected' });
    book(grant);
    if (manner === 'doubled') book(grant);
    if (manner === 'hangs-up') return response.destroy();
    answer(response, 200, { ...confirmed(grant, manner), status: 'accepted' });
  };
  const server = createServer((request, response) => {
    const respond = async () => {
      const body = await readBody(request);
      if (request.method === 'POST' && request.url === '/manner') {
        manner = z.enum(EXCHANGE_MANNERS).parse(body);
        response.writeHead(204).end();
        return;
      }
      requests += 1;
      const time = request.headers[TIME_HEADER];
      const signature = request.headers[SIGNATURE_HEADER];
      const isSigned = isExchangeMessage({
        key,
        body,
        now: Date.now(),
        time: textOf(time),
        signature: textOf(signature),
      });
      if (request.method !== 'POST' || request.url !== '/grants' || !isSigned) {
        response.writeHead(isSigned ? 404 : 401).end();
        return;
      }
      await takeGrant(body, response);
    };
    respond().catch(() => response.headersSent || response.writeHead(400).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the exchange has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    behave(next) {
      manner = next;
    },
    booked,
    requests: () => requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function confirmed(grant: Grant, manner: ExchangeManner): Grant {
  if (manner === 'wrong-amount') return { ...grant, hashPower: `1${grant.hashPower}` };
  if (manner === 'wrong-grant') return { ...grant, grantId: crypto.randomUUID() };
  if (manner === 'wrong-uid') return { ...grant, uid: `9${grant.uid.slice(1)}9` };
  return grant;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
