import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, NetworkError } from '@city-mint/api-contract/client';
import type { EndpointKey } from '@city-mint/api-contract/endpoints';

const PAUSE_MS = 200;

/** Calls again while there is no answer, or only that the server is busy. Returns the first other answer. */
export async function untilDecided<Key extends EndpointKey>(call: () => Promise<Answer<Key>>): Promise<Answer<Key>> {
  for (;;) {
    const answer = await call().catch((error: unknown) => {
      if (error instanceof NetworkError) return null;
      throw error;
    });
    if (answer !== null && (answer.ok || answer.error !== 'busy')) return answer;
    await sleep(PAUSE_MS);
  }
}
