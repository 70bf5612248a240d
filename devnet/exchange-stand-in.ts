import { randomInt } from 'node:crypto';
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

const ACCOUNT_SCHEMA = z.strictObject({
  requestId: z.uuid(),
  uid: z.string().regex(/^[0-9]{6,12}$/),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  code: z.string(),
});

const PAIR_SCHEMA = ACCOUNT_SCHEMA.pick({ uid: true, address: true });

/** The question whether an account is that of an address, whose owner entered this code. */
export type AccountQuestion = z.infer<typeof ACCOUNT_SCHEMA>;

/** The response to a grant or a question; `no-reply` leaves the request open, `hang-up` closes its connection. */
export type GrantReply =
  | { readonly status: number; readonly content: object; readonly isSigned?: boolean }
  | 'no-reply'
  | 'hang-up';

export type ExchangeStandIn = {
  readonly url: string;
  /** Returns the code that the owner of an account is shown for an address; the same until it is confirmed. */
  showCode(uid: string, address: string): string;
  stop(): Promise<void>;
};

type ExchangeSettings = {
  readonly key: string;
  readonly port?: number;
  /** Decides the response to a signed grant; accepts every grant by default. */
  readonly handleGrant?: (grant: ExchangeGrant) => Promise<GrantReply>;
  /** Decides the response to a signed question; by default it confirms who entered the code that was shown. */
  readonly handleAccount?: (question: AccountQuestion) => Promise<GrantReply>;
};

/**
 * Starts a stand-in for the external exchange on the loopback address. It answers signed grants at POST /grants and
 * signed questions at POST /accounts with signed replies, and shows the code of a pair at
 * GET /codes?uid=...&address=..., as the real one does to the signed-in owner of the account. Returns its URL and what
 * shows a code.
 */
export async function startExchange(settings: ExchangeSettings): Promise<ExchangeStandIn> {
  const codes = createCodes();
  const {
    key,
    port = 0,
    handleGrant = async (grant) => acceptedGrant(grant),
    handleAccount = async (question) => codes.answer(question),
  } = settings;
  const replies: Readonly<Record<string, (content: unknown) => Promise<GrantReply>>> = {
    '/grants': (content) => handleGrant(GRANT_SCHEMA.parse(content)),
    '/accounts': (content) => handleAccount(ACCOUNT_SCHEMA.parse(content)),
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET' && pathname === '/codes') {
      const pair = PAIR_SCHEMA.parse(Object.fromEntries(searchParams));
      response.writeHead(200, { 'content-type': 'text/plain' }).end(codes.show(pair.uid, pair.address));
      return;
    }
    const body = await readBody(request);
    const isSigned = isExchangeMessage({
      key,
      body,
      now: Date.now(),
      time: singleHeader(request.headers[TIME_HEADER]),
      signature: singleHeader(request.headers[SIGNATURE_HEADER]),
    });
    const replyTo = request.method === 'POST' ? replies[pathname] : undefined;
    if (!isSigned || replyTo === undefined) {
      response.writeHead(isSigned ? 404 : 401).end();
      return;
    }
    const reply = await replyTo(JSON.parse(body));
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
    showCode: codes.show,
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

/** Returns the reply to a question: `confirmed` or `rejected`, for exactly the request and pair that it names. */
export function accountReply({ requestId, uid, address }: AccountQuestion, isConfirmed: boolean): GrantReply {
  const status = isConfirmed ? 'confirmed' : 'rejected';
  return { status: isConfirmed ? 200 : 422, content: { requestId, uid, address, status } };
}

/** Codes that were shown: each is for one pair of account and address, used once; the answer to a request stays. */
function createCodes() {
  const shown = new Map<string, string>();
  const confirmed = new Set<string>();
  const pairOf = (uid: string, address: string) => `${uid} ${address.toLowerCase()}`;
  const show = (uid: string, address: string): string => {
    const pair = pairOf(uid, address);
    const code = shown.get(pair) ?? String(randomInt(10_000_000, 100_000_000));
    shown.set(pair, code);
    return code;
  };
  const answer = (question: AccountQuestion): GrantReply => {
    const { requestId, uid, address, code } = question;
    const pair = pairOf(uid, address);
    if (shown.get(pair) === code) {
      shown.delete(pair);
      confirmed.add(`${requestId} ${pair}`);
    }
    return accountReply(question, confirmed.has(`${requestId} ${pair}`));
  };
  return { show, answer };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function singleHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
