import { type Answer, type ClientSettings, createClient } from '@city-mint/api-contract/client';
import type { EndpointKey, ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { replyOf } from '@city-mint/client/refusal-error.ts';
import { useLanguage } from './language-store.ts';
import { recordRelease } from './release-store.ts';
import { currentSession, endExpiredSession } from './session-store.ts';

const settings: ClientSettings = {
  baseUrl: '',
  async fetch(input, init) {
    const reply = await globalThis.fetch(input, init);
    recordRelease(reply);
    return reply;
  },
  token: () => currentSession()?.token ?? null,
  lang: () => useLanguage.getState().language,
  onLoggedOut: endExpiredSession,
};

/** Client of the operators' process, which serves the console, with the token of this tab's session. */
export const client = createClient(settings);

/** The same for requests that must survive closing the tab (`keepalive`): at most 64 KiB in flight. */
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

/** Returns the data of a read; throws `RefusalError` or `NetworkError`. For query functions. */
export async function readApi<Key extends EndpointKey>(
  key: Key,
  request: RequestOf<Key>,
  signal?: AbortSignal,
): Promise<ReplyOf<Key>> {
  return replyOf(await callApi(key, request, signal));
}
