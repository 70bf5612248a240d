import { readApi } from '#platform/api.ts';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { findDevice } from './mail-device.ts';
import { findPush, pushFields } from './push-device.ts';

/** Names the new session to the server, which would otherwise report this sign-in as one of another browser. */
export async function renewNotices(): Promise<void> {
  await Promise.all([renewPush(), renewMail()]);
}

async function renewPush(): Promise<void> {
  const subscription = await findPush();
  if (subscription === null) return;
  const fields = pushFields(subscription);
  const events = await readApi('POST /api/app/user/pushEvents', { pushUrl: fields.pushUrl });
  if (!Object.values(events).includes(true)) return;
  const { language } = useLanguageStore.getState();
  await readApi('POST /api/app/user/pushSave', { ...fields, ...events, language });
}

async function renewMail(): Promise<void> {
  const device = findDevice();
  const { language } = useLanguageStore.getState();
  if (device !== undefined) await readApi('POST /api/app/user/mailDevice', { device, language });
}
