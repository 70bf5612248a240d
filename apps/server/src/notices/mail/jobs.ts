import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { sendDueNotices } from '../outbox.ts';
import { type ClaimedMail, composeMail, type MailWriting } from './compose.ts';
import type { DeliverMail } from './deliver.ts';

type MailWork = MailWriting & { readonly db: Database; readonly deliver: DeliverMail };

/**
 * Makes the notices of new events and sends those by mail that are due. A mail whose answer
 * was lost is sent again, with the same Message-ID. Returns how many were sent.
 */
export function sendMailNotices({ db, deliver, ...writing }: MailWork, signal: AbortSignal): Promise<number> {
  return sendDueNotices(
    {
      db,
      claim: async (most) => (await sql<ClaimedMail>`select * from claim_mail_notices(${most})`.execute(db)).rows,
      send: (notice: ClaimedMail) => deliver(composeMail(notice, writing)),
      record: ({ mail_id: id, event_key: key }, { outcome, seconds }) =>
        sql`select settle_mail_notice(${id}, ${key}, ${outcome}, ${seconds}::int)`.execute(db),
    },
    signal,
  );
}
