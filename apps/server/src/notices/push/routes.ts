import { PUSH_EVENTS, type pushEndpoints } from '@city-mint/api-contract/push/endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { toChoices } from '../choices.ts';
import { readPushEvents, savePush, stopPush } from './commands.ts';
import { isPushService, type PushServices } from './push-service.ts';

type PushDeps = {
  readonly db: Database;
  /** Null where the system sends no notices. */
  readonly publicKey: string | null;
  readonly services: PushServices;
};

/** Returns the handlers of the endpoints of notices by web push. */
export function pushRoutes({ db, publicKey, services }: PushDeps): Handlers<keyof typeof pushEndpoints> {
  return {
    async 'POST /api/app/push/key'() {
      return { data: { publicKey } };
    },
    async 'POST /api/app/user/pushEvents'({ pushUrl }, { participant }) {
      return { data: toChoices(await readPushEvents(db, participant.token, pushUrl)) };
    },
    async 'POST /api/app/user/pushSave'({ pushUrl, p256dh, auth, language, ...choices }, { participant }) {
      const events = PUSH_EVENTS.filter((event) => choices[event]);
      const isRefused = publicKey === null || !isPushService(pushUrl, services);
      if (isRefused && events.length > 0) return { refusal: 'value-not-allowed', details: { field: 'pushUrl' } };
      await savePush(db, participant.token, { endpoint: pushUrl, p256dh, auth, language, events });
      return { data: toChoices(events) };
    },
    async 'POST /api/app/push/stop'({ stopToken }) {
      await stopPush(db, stopToken);
      return { data: {} };
    },
  };
}
