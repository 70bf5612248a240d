import type { Client } from '@city-mint/api-contract/client';
import type { ReplyOf } from '@city-mint/api-contract/endpoints';

/** An entry of the public log of operator actions. */
export type LogEntry = ReplyOf<'GET /api/app/operatorLog'>['items'][number];

/** How much later or earlier than the signer's clock an entry can be: a signature is valid that long, and some. */
const CLOCK_MS = 900_000;

/**
 * Returns the entry of the public log that a signed request led to, by its id; null where there is none, so that it was
 * refused or never performed. Throws `NetworkError` where the log does not answer.
 */
export async function findOutcome(
  client: Client,
  { requestId, issuedAt }: { readonly requestId: string; readonly issuedAt: number },
): Promise<LogEntry | null> {
  for await (const entry of readLog(client)) {
    if (entry.signed.message['requestId'] === requestId) return entry;
    if (entry.at < issuedAt - CLOCK_MS) return null;
  }
  return null;
}

/** A call of the log that was refused, in the user's language. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

/** Returns the entries of the public log, the newest first. Throws `LogRefused` where the log is refused. */
export async function* readLog(client: Client): AsyncGenerator<LogEntry> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.call('GET /api/app/operatorLog', { cursor });
    if (!page.ok) throw new LogRefused(page.msg);
    yield* page.data.items;
    cursor = page.data.nextCursor;
  }
}
