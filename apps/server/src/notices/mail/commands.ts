import { PUSH_EVENTS, type PushEvent } from '@city-mint/api-contract/push/endpoints';
import type { Language } from '@city-mint/domain/languages';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { limitedNetworks } from '#platform/limited-address.ts';

/** An address, and the events that its user chose. */
export type MailChoice = {
  /** As `readEmail` returns it. */
  readonly address: string;
  /** Whether an unconfirmed address gets another link. */
  readonly again: boolean;
  /** The random secret of the browser. */
  readonly device: string;
  /** The caller's IP address. */
  readonly ip: string;
  readonly language: Language;
  readonly events: readonly PushEvent[];
};

/** A user's address; `isRefused` = its server refused it permanently. */
export type StoredMail = {
  readonly address: string;
  readonly isConfirmed: boolean;
  readonly isRefused: boolean;
  readonly events: readonly PushEvent[];
};

/**
 * Stores the address of the session's user, and with a new one that a link is sent to it. Returns false, and changes
 * nothing, where a limit allows no further link.
 */
export async function saveMail(db: Database, token: SessionToken, choice: MailChoice): Promise<boolean> {
  const { address, again, device, language, events } = choice;
  const { rows } = await sql<{ saved: boolean }>`select mail_save(${token}, ${address}, ${again}, ${bytes(device)},
    ${bytes(networkOf(choice.ip))}, ${language}, ${[...events]}::text[]) as saved`.execute(db);
  return rows[0]?.saved === true;
}

/** Returns the address of the session's user; undefined without one. */
export async function readMail(db: Database, token: SessionToken): Promise<StoredMail | undefined> {
  const { rows } = await sql<{ address: string; is_confirmed: boolean; is_bounced: boolean; events: string[] }>`
    select * from mail_of(${token})`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const events = PUSH_EVENTS.filter((event) => row.events.includes(event));
  return { address: row.address, isConfirmed: row.is_confirmed, isRefused: row.is_bounced, events };
}

/** Names a new session of the browser that entered the address, by its secret, and its language; else does nothing. */
export async function renewMail(
  db: Database,
  token: SessionToken,
  { device, language }: Pick<MailChoice, 'device' | 'language'>,
): Promise<void> {
  await sql`select mail_renew(${token}, ${bytes(device)}, ${language})`.execute(db);
}

/** Deletes the address of the session's user. */
export async function removeMail(db: Database, token: SessionToken): Promise<void> {
  await sql`select mail_remove(${token})`.execute(db);
}

/** Confirms the address of a link. Returns whether the link was valid: sent within a day, and unused. */
export async function confirmMail(db: Database, confirmToken: string): Promise<boolean> {
  const { rows } = await sql<{ confirmed: boolean }>`select mail_confirm(${confirmToken}) as confirmed`.execute(db);
  return rows[0]?.confirmed === true;
}

/** Deletes the address whose mails carry this token; does nothing for an unknown one. */
export async function stopMail(db: Database, stopToken: string): Promise<void> {
  await sql`select mail_stop(${stopToken})`.execute(db);
}

/** The network that the limits count; of IPv6 the /56, since the owner of one has 256 smaller ones. */
function networkOf(ip: string): string {
  const [own, wider] = limitedNetworks(ip);
  return (wider ?? own)?.network ?? ip;
}

function bytes(text: string): Buffer {
  return Buffer.from(text);
}
