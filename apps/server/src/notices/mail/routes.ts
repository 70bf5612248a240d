import type { mailEndpoints } from '@city-mint/api-contract/mail/endpoints';
import { readEmail } from '@city-mint/api-contract/mail/read-email';
import { PUSH_EVENTS } from '@city-mint/api-contract/push/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import type { OneClickRoute } from '#platform/http/one-click-route.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { toChoices } from '../choices.ts';
import { confirmMail, readMail, removeMail, renewMail, saveMail, stopMail } from './commands.ts';
import { STOP_PATH, stopPagePath } from './links.ts';

type MailDeps = {
  readonly db: Database;
  /** Whether the system sends mail. */
  readonly isOffered: boolean;
};

const RETRY_SECONDS = DAY_MS / 1_000;
const STOP_TOKEN = /^[0-9a-f]{64}$/;

/** Returns the handlers of the endpoints of notices by mail. */
export function mailRoutes({ db, isOffered }: MailDeps): Handlers<keyof typeof mailEndpoints> {
  const stateOf = async (token: SessionToken) => {
    const mail = await readMail(db, token);
    if (mail === undefined) return { isOffered, email: null, state: 'none' as const, ...toChoices([]) };
    const state = mail.isRefused ? 'refused' : mail.isConfirmed ? 'confirmed' : 'unconfirmed';
    return { isOffered, email: mail.address, state, ...toChoices(mail.events) } as const;
  };
  return {
    async 'POST /api/app/user/mail'(_request, { participant }) {
      return { data: await stateOf(participant.token) };
    },
    async 'POST /api/app/user/mailSave'({ email, again, device, language, ...choices }, { participant, ip }) {
      const address = readEmail(email);
      if (address === null) return { refusal: 'email-format', details: { field: 'email' } };
      if (!isOffered) return { refusal: 'value-not-allowed', details: { field: 'email' } };
      const events = PUSH_EVENTS.filter((event) => choices[event]);
      const isSaved = await saveMail(db, participant.token, { address, again, device, ip, language, events });
      // Which limit it was would tell strangers what others requested.
      if (!isSaved) return { refusal: 'too-many-requests', details: { retryAfterSeconds: String(RETRY_SECONDS) } };
      return { data: await stateOf(participant.token) };
    },
    async 'POST /api/app/user/mailDevice'(device, { participant }) {
      await renewMail(db, participant.token, device);
      return { data: {} };
    },
    async 'POST /api/app/user/mailRemove'(_request, { participant }) {
      await removeMail(db, participant.token);
      return { data: {} };
    },
    async 'POST /api/app/mail/confirm'({ confirmToken }) {
      const isConfirmed = await confirmMail(db, confirmToken);
      return isConfirmed ? { data: {} } : { refusal: 'not-found', details: { field: 'confirmToken' } };
    },
    async 'POST /api/app/mail/stop'({ stopToken }) {
      await stopMail(db, stopToken);
      return { data: {} };
    },
  };
}

/** Returns the route by which mail programs stop the mails of an address with one click (RFC 8058). */
export function mailStopRoute(db: Database): OneClickRoute {
  return {
    path: STOP_PATH,
    isToken: (token) => STOP_TOKEN.test(token),
    pageOf: stopPagePath,
    perform: (token) => stopMail(db, token),
  };
}
