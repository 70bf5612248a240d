// A worker that only sends notices by mail: the test that starts it kills it.
import { createMailDelivery } from '@city-mint/server/notices/mail/deliver';
import { sendMailNotices } from '@city-mint/server/notices/mail/jobs';
import { readMailServer } from '@city-mint/server/notices/mail/mail-server';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { mailTexts } from '@city-mint/server/processes/start-notice-work';
import { asRole } from '../setup/as-role.ts';

const { DATABASE_URL: url = '', SMTP_URL = '' } = process.env;
const db = createDatabase({ ...asRole(url, 'city_mint_worker'), maxConnections: 2 });
const deliver = createMailDelivery({ server: readMailServer(SMTP_URL), from: 'notices@mint.example' });
const work = { db, deliver, texts: await mailTexts(), pageOrigin: 'https://mint.example' };
await sendMailNotices(work, new AbortController().signal);
await db.destroy();
