import { mailRoutes, mailStopRoute } from '#notices/mail/routes.ts';
import type { PushServices } from '#notices/push/push-service.ts';
import { pushRoutes } from '#notices/push/routes.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { OneClickRoute } from '#platform/http/one-click-route.ts';

/** Returns the push services of the configuration; those of this machine are only for development. */
export function pushServices({ PUSH_HOSTS, NODE_ENV }: Config): PushServices {
  return { hosts: PUSH_HOSTS, allowsLocal: NODE_ENV !== 'production' };
}

/**
 * Returns the handlers of notices for the configuration: without a key no browser can subscribe, without a sender's
 * address no mail is offered.
 */
export function noticeCalls(config: Config, db: Database) {
  return {
    ...pushRoutes({ db, publicKey: config.VAPID_PUBLIC_KEY ?? null, services: pushServices(config) }),
    ...mailRoutes({ db, isOffered: config.MAIL_FROM !== undefined }),
  };
}

/** Returns the actions that the receiver of a notice performs by one click. */
export function noticeClicks(db: Database): OneClickRoute[] {
  return [mailStopRoute(db)];
}
