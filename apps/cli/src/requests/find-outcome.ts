import type { Client } from '@city-mint/api-contract/client';
import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';

/** An entry of the public log of operator actions. */
export type LogEntry = ReplyOf<'GET /api/app/operatorLog'>['items'][number];

/** What entries of the log have to fit, each as the call has it. */
export type LogFilters = Omit<RequestOf<'GET /api/app/operatorLog'>, 'cursor'>;

/**
 * Returns the entry of the public log that a signed request led to, by its id; null where there is none, so that it was
 * never performed, or one of a refusal. Throws `NetworkError` where the log does not answer.
 */
export async function findOutcome(client: Client, requestId: string): Promise<LogEntry | null> {
  for await (const entry of readLog(client, { requestId })) return entry.action.startsWith('refuse ') ? null : entry;
  return null;
}

/** A call of the log that was refused, in the user's language. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

/** Returns the entries of the public log that fit, newest first. Throws `LogRefused` where the log is refused. */
export async function* readLog(client: Client, filters: LogFilters): AsyncGenerator<LogEntry> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.call('GET /api/app/operatorLog', { ...filters, cursor });
    if (!page.ok) throw new LogRefused(page.msg);
    yield* page.data.items;
    cursor = page.data.nextCursor;
  }
}
