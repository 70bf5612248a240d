import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Outcome of sending a notice of which no record says that it was sent. */
type Retry = { readonly outcome: 'retry'; readonly afterSeconds: number | null };

type Sending<Notice, Outcome extends string> = {
  readonly db: Database;
  /** Claims at most so many due notices of a channel, which no other process then sends before the claim ends. */
  readonly claim: (most: number) => Promise<readonly Notice[]>;
  /** Sends a claimed notice; never throws, and ends before the claim does. */
  readonly send: (notice: Notice) => Promise<{ readonly outcome: Outcome } | Retry>;
  /** Records the outcome; `seconds` = the pause before the next attempt of a retry. */
  readonly record: (
    notice: Notice,
    result: { readonly outcome: Outcome | 'retry'; readonly seconds: number | null },
  ) => Promise<unknown>;
};

/** Sent at a time. */
const BATCH = 20;
const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 60 * 60;

/**
 * Makes the notices of new events, and sends those of a channel that are due, until none is. A process that dies
 * between sending and recording leaves the notice due again: it is sent at least once. Returns how many were sent.
 */
export async function sendDueNotices<Notice extends { readonly attempts: number }, Outcome extends string>(
  { db, claim, send, record }: Sending<Notice, Outcome>,
  signal: AbortSignal,
): Promise<number> {
  await sql`select gather_notices()`.execute(db);
  let sent = 0;
  while (!signal.aborted) {
    const notices = await claim(BATCH);
    await Promise.all(
      notices.map(async (notice) => {
        const result = await send(notice);
        const { outcome } = result;
        const seconds = 'afterSeconds' in result ? retrySeconds(notice.attempts, result.afterSeconds) : null;
        await record(notice, { outcome, seconds });
        if (outcome === 'sent') sent += 1;
      }),
    );
    if (notices.length < BATCH) return sent;
  }
  return sent;
}

/**
 * Returns the pause before the next attempt in seconds: it doubles, or is the receiving server's wish; at most an hour.
 */
export function retrySeconds(attempts: number, wished: number | null): number {
  const seconds = wished ?? FIRST_RETRY_SECONDS * 2 ** Math.min(attempts - 1, 10);
  return Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS);
}
