import type { EndpointKey, RefusalOf, ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';

type Refusal<Key extends EndpointKey> = {
  readonly error: RefusalOf<Key>;
  readonly code?: number;
  readonly msg?: string;
  readonly details?: Readonly<Record<string, string>>;
};

type RpcReply = (params: readonly unknown[]) => unknown;
/** Handles a call with its parsed body, or the values of its query. */
type Handler = (request: unknown) => Response | Promise<Response>;

/** The stream of live events, which is not a call. */
export const EVENTS_KEY = `GET ${EVENTS_PATH}` as const;
/** A published settlement file, which is no call either. */
type FileKey = `GET /api/app/rounds/${string}/settlement.jsonl`;
type Key = EndpointKey | typeof EVENTS_KEY | FileKey;

/** The network of a test, replacing `fetch`: the API by endpoint, the node by JSON-RPC method. */
export type FakeNetwork = {
  /** Replies to an endpoint with these data, from now on. */
  reply<Key extends EndpointKey>(key: Key, data: ReplyOf<Key>): void;
  /** Replies to an endpoint with the data that `replyOf` returns for each request, from now on. */
  answer<Key extends EndpointKey>(key: Key, replyOf: (request: RequestOf<Key>) => ReplyOf<Key>): void;
  /** Refuses an endpoint from now on. */
  refuse<Key extends EndpointKey>(key: Key, refusal: Refusal<Key>): void;
  /** Breaks the connection of an endpoint from now on. */
  disconnect(key: Key): void;
  /** Answers an endpoint's calls with a handler of the test's own, from now on. */
  handle(key: Key, handler: Handler): void;
  /** Fails calls without a reply with HTTP 503, of the node too, while `isOther` returns true; they throw otherwise. */
  failOthers(isOther: () => boolean): void;
  /** Answers a JSON-RPC method of the node from now on; a handler that throws answers with an error. */
  rpc(method: string, reply: RpcReply): void;
  /** The bodies of the calls of an endpoint so far; of a GET the values of its query. */
  calls(key: Key): readonly unknown[];
  restore(): void;
};

type NetworkOptions = {
  /** The address of the node, whose calls are JSON-RPC. */
  readonly rpcUrl?: string;
  /** Returns what is wrong with a call or with its answer, or null. */
  readonly check?: (key: string, call: { readonly request: unknown; readonly answer: unknown }) => string | null;
};

/**
 * Replaces `fetch` until `restore` is called; returns the network. A call without a reply throws an error that names
 * it.
 */
export function installNetwork({ rpcUrl, check }: NetworkOptions = {}): FakeNetwork {
  const handlers = new Map<string, Handler>();
  const rpcReplies = new Map<string, RpcReply>();
  const bodies = new Map<string, unknown[]>();
  const realFetch = globalThis.fetch;
  let answered = 0;
  let isOther = () => false;

  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    const body: unknown = JSON.parse(String((input instanceof Request ? await input.text() : init?.body) || 'null'));
    if (rpcUrl !== undefined && url.startsWith(rpcUrl)) {
      const isKnown = [body].flat().every((call) => rpcReplies.has(Object(call).method));
      return !isKnown && isOther() ? failed() : Response.json(answerRpc(rpcReplies, body));
    }
    const [path = '', query] = url.split('?');
    const called = `${init?.method ?? 'GET'} ${path}`;
    const key = handlers.has(called)
      ? called
      : ([...handlers.keys()].find((other) => matches(other, called)) ?? called);
    const request = query === undefined ? body : Object.fromEntries(new URLSearchParams(query));
    bodies.set(key, [...(bodies.get(key) ?? []), request]);
    const handler = handlers.get(key);
    if (handler === undefined && isOther()) return failed();
    if (handler === undefined) throw new UnexpectedCall(`${key} was called, which the test does not answer`);
    const response = await handler(request);
    const problem =
      check?.(key, {
        request,
        answer: await response
          .clone()
          .json()
          .catch(() => null),
      }) ?? null;
    if (problem !== null) throw new UnexpectedCall(problem);
    answered += 1;
    // Like the API, which assigns an id to each reply.
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', `request-${answered}`);
    return response;
  };
  return {
    reply: (key, data) => void handlers.set(key, () => Response.json({ code: 200, msg: '', data })),
    answer: (key, replyOf) =>
      void handlers.set(key, (request) =>
        // The page made the request by the type of the call.
        Response.json({ code: 200, msg: '', data: replyOf(request as Parameters<typeof replyOf>[0]) }),
      ),
    refuse: (key, { error, code = 422, msg = '', details = {} }) =>
      void handlers.set(key, () => Response.json({ code, msg, data: null, error, details })),
    disconnect: (key) =>
      void handlers.set(key, () => {
        throw new TypeError('fetch failed');
      }),
    handle: (key, handler) => void handlers.set(key, handler),
    failOthers(decide) {
      isOther = decide;
    },
    rpc: (method, reply) => void rpcReplies.set(method, reply),
    calls: (key) => bodies.get(key) ?? [],
    restore() {
      globalThis.fetch = realFetch;
      if (unexpected.length > 0) throw new Error(unexpected.splice(0).join('; '));
    },
  };
}

const failed = () => new Response(null, { status: 503 });

/** Returns whether a call matches a key with parameters in its path, such as `GET /api/app/rounds/:roundId/plan`. */
function matches(key: string, called: string): boolean {
  return key.includes(':') && new RegExp(`^${key.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(called);
}

/** Also collected, because code under test may mistake a thrown error for a network failure. */
const unexpected: string[] = [];

class UnexpectedCall extends Error {
  constructor(message: string) {
    super(message);
    unexpected.push(message);
  }
}

function answerRpc(replies: ReadonlyMap<string, RpcReply>, body: unknown): object {
  if (Array.isArray(body)) return body.map((call: unknown) => answerRpc(replies, call));
  const { id, method, params } = Object(body);
  const reply = replies.get(method);
  if (reply === undefined) throw new UnexpectedCall(`the node was asked for ${method}`);
  try {
    return { jsonrpc: '2.0', id, result: reply(params ?? []) };
  } catch (error) {
    const { code = -32000, message = 'failed', data } = Object(error);
    return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}
