import { inEveryLanguage } from '@city-mint/domain/languages';
import { loadTexts } from '@city-mint/texts/load-texts';
import { createDelivery } from '#notices/push/deliver.ts';
import { sendPushNotices } from '#notices/push/jobs.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';
import { pushServices } from './push-services.ts';

const PUSH_MS = 2_000;

type PushStart = { readonly timers: Timers; readonly config: Config; readonly db: Database };

/** Sends notices by web push, if the worker has the keys for it. */
export async function startPushWork({ timers, config, db }: PushStart): Promise<void> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_CONTACT: contact } = config;
  if (publicKey === undefined || privateKey === undefined || contact === undefined) return;
  const texts = await pushTexts();
  const deliver = createDelivery({ publicKey, privateKey, contact }, pushServices(config));
  timers.everyMs('web push', PUSH_MS, async (signal) => void (await sendPushNotices({ db, deliver, texts }, signal)));
}

/** Returns the sentences of notices, by language. */
export async function pushTexts() {
  const files = await loadTexts('push');
  return inEveryLanguage((language) => files[language].push);
}
