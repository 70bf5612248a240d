import { createHash } from 'node:crypto';
import type { PushEvent } from '@city-mint/api-contract/push/endpoints';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@city-mint/domain/languages';
import type { PushTexts } from '@city-mint/texts/push-texts';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Deliver, PushOutcome } from './deliver.ts';

/** A notice that this process has claimed for a minute. */
type ClaimedNotice = {
  readonly subscription_id: bigint;
  readonly event_key: string;
  readonly kind: PushEvent;
  readonly path: string;
  readonly attempts: number;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly lang: string;
  readonly stop_token: string;
};

type PushWork = {
  readonly db: Database;
  readonly deliver: Deliver;
  readonly texts: Readonly<Record<Language, PushTexts>>;
};

/** Sent at a time; a claim lasts longer than each can take. */
const BATCH = 20;
const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 60 * 60;

/**
 * Makes the notices of new events and sends those that are due, until none is. A process that dies between sending and
 * recording leaves the notice due again: it is sent at least once, and the browser shows it once, by its tag. Returns
 * how many were sent.
 */
export async function sendPushNotices({ db, deliver, texts }: PushWork, signal: AbortSignal): Promise<number> {
  await sql`select gather_push_notices()`.execute(db);
  let sent = 0;
  while (!signal.aborted) {
    const { rows } = await sql<ClaimedNotice>`select * from claim_push_notices(${BATCH})`.execute(db);
    await Promise.all(
      rows.map(async (notice) => {
        const outcome = await deliver({
          endpoint: notice.endpoint,
          keys: { p256dh: notice.p256dh, auth: notice.auth },
          payload: JSON.stringify(contentOf(notice, texts)),
          topic: createHash('sha256').update(notice.event_key).digest('base64url').slice(0, 32),
        });
        await record(db, notice, outcome);
        if (outcome.outcome === 'sent') sent += 1;
      }),
    );
    if (rows.length < BATCH) return sent;
  }
  return sent;
}

/** The content for the browser, without amounts and names. */
function contentOf({ kind, lang, event_key, path, stop_token }: ClaimedNotice, texts: PushWork['texts']) {
  const language = LANGUAGES.find((each) => each === lang) ?? DEFAULT_LANGUAGE;
  const { [kind]: body, stop } = texts[language];
  return { body, tag: event_key, path, lang: language, stop, stopToken: stop_token };
}

async function record(db: Database, notice: ClaimedNotice, outcome: PushOutcome): Promise<void> {
  const { subscription_id, event_key, attempts } = notice;
  const seconds = outcome.outcome === 'retry' ? retrySeconds(attempts, outcome.afterSeconds) : null;
  await sql`select settle_push_notice(${subscription_id}, ${event_key}, ${outcome.outcome}, ${seconds}::int)`.execute(
    db,
  );
}

/** Returns the pause before the next attempt: it doubles, or is the service's wish; at most an hour. */
export function retrySeconds(attempts: number, wished: number | null): number {
  const seconds = wished ?? FIRST_RETRY_SECONDS * 2 ** Math.min(attempts - 1, 10);
  return Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS);
}
