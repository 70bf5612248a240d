// A worker that only sends notices by web push: the test that starts it kills it.

import { createDelivery } from '@city-mint/server/notices/push/deliver';
import { sendPushNotices } from '@city-mint/server/notices/push/jobs';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { pushTexts } from '@city-mint/server/processes/start-notice-work';
import { asRole } from '../setup/as-role.ts';

const { DATABASE_URL: url = '', VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: privateKey = '' } = process.env;
const db = createDatabase({ ...asRole(url, 'city_mint_worker'), maxConnections: 2 });
const services = { hosts: ['127.0.0.1'], allowsLocal: true };
const deliver = createDelivery({ publicKey, privateKey, contact: 'mailto:operator@mint.example' }, services);
await sendPushNotices({ db, deliver, texts: await pushTexts() }, new AbortController().signal);
await db.destroy();
