import { PUSH_EVENTS, type PushEvent } from '@city-mint/api-contract/push/endpoints';
import type { Language } from '@city-mint/domain/languages';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';

/** A browser's subscription, and the events that its user chose. */
export type PushChoice = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language;
  readonly events: readonly PushEvent[];
};

/** Stores of which events a browser of the session's user is notified; none ends its subscription. */
export async function savePush(db: Database, token: SessionToken, choice: PushChoice): Promise<void> {
  const { endpoint, p256dh, auth, language, events } = choice;
  await sql`select push_subscribe(${token}, ${endpoint}, ${p256dh}, ${auth}, ${language},
    ${[...events]}::text[])`.execute(db);
}

/** Returns the events of which a browser of the session's user is notified. */
export async function readPushEvents(db: Database, token: SessionToken, endpoint: string): Promise<PushEvent[]> {
  const { rows } = await sql<{ events: string[] }>`select push_events_of(${token}, ${endpoint}) as events`.execute(db);
  const stored = rows[0]?.events ?? [];
  return PUSH_EVENTS.filter((event) => stored.includes(event));
}

/** Ends the subscription whose notices carry this token; does nothing for an unknown one. */
export async function stopPush(db: Database, stopToken: string): Promise<void> {
  await sql`select push_stop(${stopToken})`.execute(db);
}
