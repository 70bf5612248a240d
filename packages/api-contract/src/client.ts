import type { EndpointKey, RefusalOf, ReplyOf, RequestOf } from './endpoints.ts';
import { CODES, type RefusalDetails } from './envelope.ts';

/** The answer of a call: the data, or the refusal with its code, its text in the caller's language and its details. */
export type Answer<Key extends EndpointKey> =
  | { readonly ok: true; readonly data: ReplyOf<Key> }
  | {
      readonly ok: false;
      readonly code: number;
      readonly error: RefusalOf<Key>;
      readonly msg: string;
      readonly details: RefusalDetails;
    };

/** No usable answer came: no connection, no answer within the time, or an HTTP status that the API does not use. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** Origin of the server that was called; undefined where it is not known. */
  readonly baseUrl: string | undefined;

  constructor(message: string, { baseUrl, cause }: { readonly baseUrl?: string; readonly cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.baseUrl = baseUrl;
  }
}

export type ClientSettings = {
  /** Origin of the API without a slash at its end; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string | null;
  readonly lang: () => string;
  /** Called on code 501 and on HTTP 401: the session of this token, with which the call was sent, is gone. */
  readonly onLoggedOut?: (token: string | null) => void;
  /** Milliseconds until a call without an answer counts as a network error; 60,000 unless given. */
  readonly timeoutMs?: number;
};

export type Client = {
  call<Key extends EndpointKey>(key: Key, request: RequestOf<Key>, signal?: AbortSignal): Promise<Answer<Key>>;
};

/**
 * The typed client that page, tests, bench and devnet share. A refusal is an answer; `NetworkError` is thrown only for
 * failures of the transport.
 */
export function createClient(settings: ClientSettings): Client {
  return {
    async call(key, request, signal) {
      const [method = 'GET', template = ''] = key.split(' ');
      const { path, rest } = fillPath(template, request);
      const url = settings.baseUrl + path + (method === 'GET' ? queryOf(rest) : '');
      const token = settings.token();
      const timeout = AbortSignal.timeout(settings.timeoutMs ?? 60_000);
      let response: Response;
      let body: unknown;
      try {
        response = await settings.fetch(url, {
          method,
          headers: {
            lang: settings.lang(),
            ...(token === null ? {} : { Authorization: token }),
            ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
          },
          ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        body = response.status === 401 ? await response.json().catch(() => null) : await response.json();
      } catch (cause) {
        if (signal?.aborted) throw cause;
        throw new NetworkError('no answer', { baseUrl: settings.baseUrl, cause });
      }
      return answerFrom({ status: response.status, body, token }, settings);
    },
  };
}

type Received = { readonly status: number; readonly body: unknown; readonly token: string | null };

/** A gateway's HTTP 401 has no envelope; like the API's, it ends the session. */
const LOGGED_OUT: AnyEnvelope = { code: CODES.loggedOut, msg: '', data: null, error: 'unauthorized' };

function answerFrom<Key extends EndpointKey>(received: Received, settings: ClientSettings): Answer<Key> {
  const { status, token } = received;
  const { baseUrl } = settings;
  const body = status === 401 && !isEnvelope(received.body) ? LOGGED_OUT : received.body;
  if (!isEnvelope(body)) throw new NetworkError(`unreadable answer, HTTP ${status}`, { baseUrl });
  if (status === 401 || body.code === CODES.loggedOut) settings.onLoggedOut?.(token);
  else if (status !== 200) throw new NetworkError(`HTTP ${status}`, { baseUrl });
  // The server checks its replies against the same declaration, so their shape is taken on trust here.
  if (body.code === 200) return { ok: true, data: body.data as ReplyOf<Key> };
  return {
    ok: false,
    code: body.code,
    error: (body.error ?? 'internal') as RefusalOf<Key>,
    msg: body.msg,
    details: body.details ?? {},
  };
}

type AnyEnvelope = { code: number; msg: string; data: unknown; error?: string; details?: RefusalDetails };

function isEnvelope(body: unknown): body is AnyEnvelope {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number' && 'msg' in body;
}

/** Puts path parameters (`:roundId`) in place; the other fields are the query or the body. */
function fillPath(template: string, request: object): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...request };
  const path = template.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
