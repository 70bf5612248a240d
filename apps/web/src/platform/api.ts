import { type Answer, type Client, createClient, NetworkError } from '@city-mint/api-contract/client';
import type { EndpointKey, ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { replyOf } from '@city-mint/client/refusal-error.ts';
import { showToast } from '#platform/toast-store.ts';
import { buildSettings } from './build-settings.ts';
import { recordAnswer, recordNoAnswer } from './connection-store.ts';
import { useLanguageStore } from './i18n/language-store.ts';
import { translate } from './i18n/translate.ts';
import { duringBlockingCall } from './loading.ts';
import { recordRelease } from './release.ts';
import { recordServerTime } from './server-clock.ts';
import { currentSession, endExpiredSession } from './session-store.ts';

const client: Client = createClient({
  baseUrl: buildSettings.apiBase,
  async fetch(input, init) {
    const response = await globalThis.fetch(input, init);
    recordRelease(response);
    return response;
  },
  token: () => currentSession()?.token ?? null,
  lang: () => useLanguageStore.getState().language,
  onLoggedOut: reportExpiredSession,
});

/** Ends the session with this token, which the server has ended, and says why; keeps a newer session. */
export function reportExpiredSession(token: string | null): void {
  if (endExpiredSession(token)) showToast(translate('session.expired'), 'danger');
}

/** Returns the data of a read; throws `RefusalError` or `NetworkError`. For query functions, which show no toasts. */
export async function readApi<Key extends EndpointKey>(
  key: Key,
  request: RequestOf<Key>,
  signal?: AbortSignal,
): Promise<ReplyOf<Key>> {
  return replyOf(await timedCall(key, request, signal));
}

/**
 * Sends a command, with the loading overlay shown. Returns the reply, which may be a refusal. Returns null after a
 * network error, which a toast has shown; the command may have taken effect, so retry it with the same requestId.
 */
export async function commandApi<Key extends EndpointKey>(
  key: Key,
  request: RequestOf<Key>,
): Promise<Answer<Key> | null> {
  try {
    return await duringBlockingCall(() => timedCall(key, request));
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    showToast(translate('ui.networkError'), 'danger');
    return null;
  }
}

async function timedCall<Key extends EndpointKey>(
  key: Key,
  request: RequestOf<Key>,
  signal?: AbortSignal,
): Promise<Answer<Key>> {
  const sentAt = performance.now();
  const answer = await client.call(key, request, signal).catch((error: unknown) => {
    if (error instanceof NetworkError) recordNoAnswer();
    throw error;
  });
  recordAnswer();
  if (answer.ok) {
    const data: unknown = answer.data;
    if (typeof data === 'object' && data !== null && 'serverTime' in data && typeof data.serverTime === 'number') {
      recordServerTime(data.serverTime, performance.now() - sentAt);
    }
  }
  return answer;
}
