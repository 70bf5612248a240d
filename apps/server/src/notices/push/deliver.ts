import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import webPush from 'web-push';
import { isPublicAddress, isPushService, type PushServices } from './push-service.ts';

/** The key pair by which push services know this system (RFC 8292), and whom they can contact. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string; readonly contact: string };

/** A notice for one browser. */
export type PushMessage = {
  readonly endpoint: string;
  /** Keys of the browser, by which only it can decrypt (RFC 8291). */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly payload: string;
  /** A push service that still holds a message of the same topic replaces it. */
  readonly topic: string;
};

/** Outcome of sending: `gone` = the browser ended the subscription; `retry` = later, when the service names it. */
export type PushOutcome =
  | { readonly outcome: 'sent' | 'gone' | 'dropped' }
  | { readonly outcome: 'retry'; readonly afterSeconds: number | null };

const TIMEOUT_MS = 10_000;
/** After this time a push service stops trying to reach the browser. */
const TTL_SECONDS = 12 * 60 * 60;

/** Returns the function that encrypts and sends a message. It never throws, and follows no redirect. */
export function createDelivery(vapid: VapidKeys, services: PushServices) {
  const vapidDetails = { subject: vapid.contact, publicKey: vapid.publicKey, privateKey: vapid.privateKey };
  return async ({ endpoint, keys, payload, topic }: PushMessage): Promise<PushOutcome> => {
    // Settings may have changed since the subscription.
    if (!isPushService(endpoint, services)) return { outcome: 'gone' };
    try {
      const options = { vapidDetails, TTL: TTL_SECONDS, topic, contentEncoding: 'aes128gcm' as const };
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { ...keys } }, payload, options);
      const { status, retryAfter } = await post({ endpoint, headers, body, services });
      return outcomeOf(status, retryAfter);
    } catch {
      return { outcome: 'retry', afterSeconds: null };
    }
  };
}

export type Deliver = ReturnType<typeof createDelivery>;

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status !== 429 && status < 500) return { outcome: 'dropped' };
  const afterSeconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  return { outcome: 'retry', afterSeconds };
}

type Post = {
  readonly endpoint: string;
  readonly headers: Record<string, string | number>;
  readonly body: Buffer | null;
  readonly services: PushServices;
};

function post({ endpoint, headers, body, services }: Post) {
  const request = endpoint.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { method: 'POST', headers, signal, ...(services.allowsLocal ? {} : { lookup: publicLookup }) };
    const sent = request(endpoint, options, (response) => {
      // The answer has no content of interest; a service must not be able to send much of it.
      response.destroy();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Resolves a name at the moment of the connection, and refuses one that leads into a private network. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 4);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new Error(`${hostname} has an address that is not public`), '', 4);
    }
    const [{ address, family }] = addresses as [{ address: string; family: number }];
    if (options.all === true) return callback(null, addresses);
    callback(null, address, family);
  });
};
