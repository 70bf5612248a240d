import { isExchangeMessage, SIGNATURE_HEADER, signExchangeMessage, TIME_HEADER } from './exchange-signature.ts';

export type ExchangeSettings = {
  /** Origin and path before /grants and /accounts. */
  readonly url: string;
  readonly key: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds until an unanswered request counts as failed. */
  readonly timeoutMs?: number;
};

/** A signed answer of the exchange, or the reason why there is none. */
export type SignedAnswer = { readonly status: number; readonly content: unknown } | { readonly problem: string };

const MAX_ANSWER_BYTES = 16_384;

/**
 * Sends a signed request to the exchange. Returns its answer (null for content that is not JSON), or the problem: no
 * answer, an answer without the exchange's signature, or a request to retry later. Never throws.
 */
export async function postSigned(
  settings: ExchangeSettings,
  {
    path,
    content,
    signal,
  }: { readonly path: string; readonly content: object; readonly signal?: AbortSignal | undefined },
): Promise<SignedAnswer> {
  const { url, key, fetch = globalThis.fetch, timeoutMs = 10_000 } = settings;
  const body = JSON.stringify(content);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...signExchangeMessage({ key, body, now: Date.now() }) },
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return await readAnswer(key, response);
  } catch (error) {
    return { problem: timeout.aborted ? `no answer in ${timeoutMs} ms` : causeOf(error) };
  }
}

async function readAnswer(key: string, response: Response): Promise<SignedAnswer> {
  const text = await readLimited(response);
  const time = response.headers.get(TIME_HEADER);
  const signature = response.headers.get(SIGNATURE_HEADER);
  if (!isExchangeMessage({ key, body: text, now: Date.now(), time, signature })) {
    return { problem: `HTTP ${response.status}, not signed by the exchange` };
  }
  if (response.status >= 500 || response.status === 429) return { problem: `HTTP ${response.status}` };
  return { status: response.status, content: parseOrNull(text) };
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`an answer of more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return (error.cause instanceof Error ? error.cause.message : error.message).slice(0, 500);
}
