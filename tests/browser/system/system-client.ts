import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, createClient } from '@city-mint/api-contract/client';
import type { EndpointKey, ReplyOf } from '@city-mint/api-contract/endpoints';
import { systemAddresses } from './system-addresses.ts';

const BUSY_PAUSE_MS = 200;
const MOST_TRIES = 100;

type SystemClientSettings = { readonly token?: () => string | null; readonly lang?: string };

/**
 * Returns an API client of the system under test, without a session by default. A call that the server was too busy for
 * has changed nothing and is made again, as a user would.
 */
export function systemClient({ token = () => null, lang = 'en' }: SystemClientSettings = {}): Client {
  const { url } = systemAddresses();
  const client = createClient({ baseUrl: url, fetch: globalThis.fetch, token, lang: () => lang });
  return {
    async call(key, request, signal) {
      for (let tries = 1; ; tries += 1) {
        const answer = await client.call(key, request, signal);
        if (answer.ok || answer.error !== 'busy' || tries === MOST_TRIES) return answer;
        await sleep(BUSY_PAUSE_MS);
      }
    },
  };
}

/** Returns the data of an answer; throws when it is a refusal. */
export function dataOf<Key extends EndpointKey>(answer: Answer<Key>): ReplyOf<Key> {
  if (!answer.ok) throw new Error(`refused: ${answer.error} ${JSON.stringify(answer.details)}`);
  return answer.data;
}
