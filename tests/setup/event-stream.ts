import { get, type IncomingMessage } from 'node:http';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { waitUntil } from '@city-mint/devnet/wait-until';
import type { TestApi } from './start-test-api.ts';

/** An open response of the live events. */
export type EventStream = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Returns all text received so far. */
  readonly text: () => string;
  readonly close: () => void;
  readonly ended: Promise<void>;
};

/** Opens the live events; resolves with the stream when the head of the response has arrived. */
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

/** Waits up to 20 seconds until the condition holds; throws when it does not. */
export async function until(holds: () => boolean): Promise<void> {
  if (!(await waitUntil(holds))) throw new Error('the condition did not hold within 20 seconds');
}
