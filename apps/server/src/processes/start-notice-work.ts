import { inEveryLanguage } from '@city-mint/domain/languages';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import { loadTexts } from '@city-mint/texts/load-texts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createMailDelivery } from '#notices/mail/deliver.ts';
import { sendMailNotices } from '#notices/mail/jobs.ts';
import { readMailServer } from '#notices/mail/mail-server.ts';
import { createDelivery } from '#notices/push/deliver.ts';
import { sendPushNotices } from '#notices/push/jobs.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';
import { pushServices } from './notice-calls.ts';

const PUSH_MS = 2_000;
const MAIL_MS = 2_000;
const GATHER_MS = 10 * MINUTE_MS;

type NoticeStart = {
  readonly timers: Timers;
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
};

/** Sends notices by web push and by mail, each if the worker has the settings for it. */
export async function startNoticeWork(start: NoticeStart): Promise<void> {
  await Promise.all([startPushWork(start), startMailWork(start)]);
  // Also deletes what is out of date: nothing that a system without settings had stored stays.
  start.timers.everyMs(
    'gather notices',
    GATHER_MS,
    async () => void (await sql`select gather_notices()`.execute(start.db)),
  );
}

async function startPushWork({ timers, config, db }: NoticeStart): Promise<void> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_CONTACT: contact } = config;
  if (publicKey === undefined || privateKey === undefined || contact === undefined) return;
  const texts = await pushTexts();
  const deliver = createDelivery({ publicKey, privateKey, contact }, pushServices(config));
  timers.everyMs('web push', PUSH_MS, async (signal) => void (await sendPushNotices({ db, deliver, texts }, signal)));
}

async function startMailWork({ timers, config, db, log }: NoticeStart): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from, PAGE_ORIGIN: pageOrigin } = config;
  if (url === undefined || from === undefined || pageOrigin === undefined) return;
  const work = {
    ...{ db, pageOrigin, texts: await mailTexts() },
    deliver: createMailDelivery({
      ...{ server: readMailServer(url), from },
      onFault: (fault) => log.warn({ fault }, 'a mail was not accepted'),
    }),
  };
  timers.everyMs('mail', MAIL_MS, async (signal) => void (await sendMailNotices(work, signal)));
}

/** Returns the sentences of notices, by language. */
export async function pushTexts() {
  const files = await loadTexts('push');
  return inEveryLanguage((language) => files[language].push);
}

/** Returns the texts of mails, by language. */
export async function mailTexts() {
  const [files, sentences] = await Promise.all([loadTexts('mail'), pushTexts()]);
  return inEveryLanguage((language) => ({ mail: files[language].mail, sentences: sentences[language] }));
}
