import { createHash } from 'node:crypto';
import type { PushEvent } from '@city-mint/api-contract/push/endpoints';
import type { Language } from '@city-mint/domain/languages';
import type { PushTexts } from '@city-mint/texts/push-texts';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { languageOf } from '#platform/http/languages.ts';
import { sendDueNotices } from '../outbox.ts';
import type { Deliver } from './deliver.ts';

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

/**
 * Makes the notices of new events and sends those by web push that are due. One that is sent a second time replaces the
 * first in the browser, by its tag. Returns how many were sent.
 */
export function sendPushNotices({ db, deliver, texts }: PushWork, signal: AbortSignal): Promise<number> {
  return sendDueNotices(
    {
      db,
      claim: async (most) => (await sql<ClaimedNotice>`select * from claim_push_notices(${most})`.execute(db)).rows,
      send: (notice: ClaimedNotice) =>
        deliver({
          endpoint: notice.endpoint,
          keys: { p256dh: notice.p256dh, auth: notice.auth },
          payload: JSON.stringify(contentOf(notice, texts)),
          topic: createHash('sha256').update(notice.event_key).digest('base64url').slice(0, 32),
        }),
      record: ({ subscription_id: id, event_key: key }, { outcome, seconds }) =>
        sql`select settle_push_notice(${id}, ${key}, ${outcome}, ${seconds}::int)`.execute(db),
    },
    signal,
  );
}

/** The content for the browser, without amounts and names. */
function contentOf({ kind, lang, event_key, path, stop_token }: ClaimedNotice, texts: PushWork['texts']) {
  const language = languageOf(lang);
  const { [kind]: body, stop } = texts[language];
  return { body, tag: event_key, path, lang: language, stop, stopToken: stop_token };
}
