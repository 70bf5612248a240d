import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS_PATH } from '@city-mint/api-contract/live-events';
import type { TestApi } from './start-test-api.ts';

export type EventStream = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Everything that came so far. */
  readonly text: () => string;
  readonly close: () => void;
  readonly ended: Promise<void>;
};

/** Listens to the live events; the answer's head has come when this is done. */
export function listen({ url }: Pick<TestApi, 'url'>, headers: Record<string, string> = {}): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}${EVENTS_PATH}`, { headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', () => undefined);
      const ended = new Promise<void>((end) => response.once('close', end));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        close: () => request.destroy(),
        ended,
      });
    });
    request.on('error', reject);
  });
}

/** Waits for a state, however busy the machine is. Throws when it did not come about. */
export async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 50) {
    if (waited > 20_000) throw new Error('it did not come about');
    await sleep(50);
  }
}
