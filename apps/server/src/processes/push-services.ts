import type { PushServices } from '#notices/push/push-service.ts';
import { pushRoutes } from '#notices/push/routes.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';

/** Returns the push services of the configuration; those of this machine are only for development. */
export function pushServices({ PUSH_HOSTS, NODE_ENV }: Config): PushServices {
  return { hosts: PUSH_HOSTS, allowsLocal: NODE_ENV !== 'production' };
}

/** Returns the handlers of web push for the configuration; without a key no browser can subscribe. */
export function pushCalls(config: Config, db: Database) {
  return pushRoutes({ db, publicKey: config.VAPID_PUBLIC_KEY ?? null, services: pushServices(config) });
}
