import { type Answer, type ClientSettings, createClient } from '@city-mint/api-contract/client';
import type { EndpointKey, ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import { useLanguage } from './language-store.ts';
import { currentSession, endSession } from './session-store.ts';

/** A read that the server refused; its message is the server's text in the language of the console. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly error: string;
  readonly details: RefusalDetails;

  constructor(refusal: { readonly error: string; readonly msg: string; readonly details: RefusalDetails }) {
    super(refusal.msg);
    this.error = refusal.error;
    this.details = refusal.details;
  }
}

const settings: ClientSettings = {
  baseUrl: '',
  fetch: (input, init) => globalThis.fetch(input, init),
  token: () => currentSession()?.token ?? null,
  lang: () => useLanguage.getState().language,
  onLoggedOut: (token) => {
    // A session that began meanwhile goes on.
    if (token !== null && currentSession()?.token === token) endSession({ ended: true });
  },
};

/** The calls of the operators' process, which serves the console, with the token of this tab's session. */
export const client = createClient(settings);

/** The same, for what the browser goes on to send after the tab is closed: 64 KiB at a time. */
export const lastingClient = createClient({
  ...settings,
  fetch: (input, init) => globalThis.fetch(input, { ...init, keepalive: true }),
});

/** Returns the answer of a call, which may be a refusal. Throws `NetworkError`. */
export function callApi<Key extends EndpointKey>(
  key: Key,
  request: RequestOf<Key>,
  signal?: AbortSignal,
): Promise<Answer<Key>> {
  return client.call(key, request, signal);
}

/** Returns the data of a read; throws `RefusedError` or `NetworkError`. For query functions. */
export async function readApi<Key extends EndpointKey>(
  key: Key,
  request: RequestOf<Key>,
  signal?: AbortSignal,
): Promise<ReplyOf<Key>> {
  const answer = await callApi(key, request, signal);
  if (!answer.ok) throw new RefusedError(answer);
  return answer.data;
}
