import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { isExchangeMessage, SIGNATURE_HEADER, signExchangeMessage, TIME_HEADER } from './exchange-signature.ts';

/** A grant of hash power to send to the exchange; hash rate in base units. */
export type Grant = { readonly grantId: string; readonly uid: string; readonly hashRate: bigint };

/**
 * The outcome of sending a grant. `acknowledged`: the exchange confirms exactly this grant. `failed`: no authentic
 * answer; the grant may have arrived all the same, so it is sent again under the same id. `wrong`: the exchange, by its
 * own signature, confirms something else or refuses it; a retry would not help.
 */
export type GrantAnswer =
  | { readonly state: 'acknowledged' }
  | { readonly state: 'failed' | 'wrong'; readonly problem: string };

export type ExchangeSettings = {
  /** Origin and path before /grants. */
  readonly url: string;
  readonly key: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds until a grant without an answer counts as failed. */
  readonly timeoutMs?: number;
};

export type SendGrant = (grant: Grant, signal?: AbortSignal) => Promise<GrantAnswer>;

const MAX_ANSWER_BYTES = 16_384;

const answerSchema = z.object({ grantId: z.string(), uid: z.string(), hashPower: z.string(), status: z.string() });

/** Returns a function that sends one signed grant to the exchange and verifies the signed answer; it never throws. */
export function createExchangeClient(settings: ExchangeSettings): SendGrant {
  const { url, key, fetch = globalThis.fetch, timeoutMs = 10_000 } = settings;
  return async (grant, signal) => {
    const body = JSON.stringify({
      grantId: grant.grantId,
      uid: grant.uid,
      hashPower: formatAmount(grant.hashRate),
    });
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}/grants`, {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json', ...signExchangeMessage({ key, body, now: Date.now() }) },
        body,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      return await readAnswer({ grant, key, response });
    } catch (error) {
      return { state: 'failed', problem: timeout.aborted ? `no answer in ${timeoutMs} ms` : causeOf(error) };
    }
  };
}

type Received = { readonly grant: Grant; readonly key: string; readonly response: Response };

async function readAnswer({ grant, key, response }: Received): Promise<GrantAnswer> {
  const text = await readLimited(response);
  const time = response.headers.get(TIME_HEADER);
  const signature = response.headers.get(SIGNATURE_HEADER);
  if (!isExchangeMessage({ key, body: text, now: Date.now(), time, signature })) {
    return { state: 'failed', problem: `HTTP ${response.status}, not signed by the exchange` };
  }
  if (response.status >= 500 || response.status === 429) {
    return { state: 'failed', problem: `HTTP ${response.status}` };
  }
  const parsed = answerSchema.safeParse(parseOrNull(text));
  if (!parsed.success) return { state: 'wrong', problem: `HTTP ${response.status}, an answer of another shape` };
  const { grantId, uid, hashPower, status } = parsed.data;
  const wrong = [
    ...(grantId === grant.grantId ? [] : [`grant ${grantId}`]),
    ...(uid === grant.uid ? [] : [`uid ${uid}`]),
    ...(hashPower === formatAmount(grant.hashRate) ? [] : [`hash power ${hashPower}`]),
    ...(status === 'accepted' && response.status === 200 ? [] : [`status ${status}, HTTP ${response.status}`]),
  ];
  if (wrong.length === 0) return { state: 'acknowledged' };
  return { state: 'wrong', problem: `answered with ${wrong.join(', ')}`.slice(0, 500) };
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
