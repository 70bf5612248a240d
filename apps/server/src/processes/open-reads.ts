import { SHARED_AGE_MS } from '@city-mint/api-contract/shared-age';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Database, databaseOver } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { createSharedAnswers, type ShareRead } from '#platform/shared-answers.ts';
import type { StandbyPools } from '#platform/standbys/standby-pools.ts';
import { createStandbyReads, type StandbyReads } from '#platform/standbys/standby-reads.ts';
import {
  type HandlerDeps,
  type HandlerSettings,
  type ParticipantKey,
  participantHandlers,
} from './participant-handlers.ts';

type Settings = HandlerSettings & {
  readonly sessionPool: pg.Pool;
  readonly readDatabases?: readonly StandbyPools[];
  readonly sharedAgeMs?: number;
  readonly logger: Logger;
};

type Shared = { readonly shared: Omit<HandlerDeps, 'db' | 'share'>; readonly registry: Registry };

/**
 * Returns handlers that choose a database for each call, with all its queries: a standby that has everything from
 * before the call, or the primary. Without databases to choose from they are those of the primary. `share` shares
 * answers of the primary, which are at most `sharedAgeMs` old; `forgetShared` drops them.
 * docs/decisions/0114-reads-on-standbys.md
 */
export function openReads(settings: Settings, { shared, registry }: Shared) {
  const {
    readDatabases: databases = [],
    sessionPool,
    logger: log,
    sharedAgeMs: maximumAgeMs = SHARED_AGE_MS,
  } = settings;
  const { share: shareAnswer, forget: forgetShared } = createSharedAnswers({ maximumAgeMs });
  const share: ShareRead = (key, read) => shareAnswer(key, () => read(shared.primaryDb));
  const over = (db: Database) => participantHandlers(settings, { ...shared, db, share });
  const handlers = over(shared.primaryDb);
  if (databases.length === 0) return { share, handlers, forgetShared, stop: async () => undefined };
  const reads = createStandbyReads({ databases, primary: sessionPool, registry, log });
  const others = databases.map(({ readers }) => over(databaseOver(readers)));
  return { share, handlers: chooseEach(handlers, others, reads), forgetShared, stop: reads.stop };
}

type AnyHandler = (request: unknown, context: unknown) => Promise<unknown>;

function chooseEach(
  readers: Handlers<ParticipantKey>,
  onStandbys: readonly Handlers<ParticipantKey>[],
  reads: StandbyReads,
): Handlers<ParticipantKey> {
  const keys = Object.keys(readers).filter((key): key is ParticipantKey => key in readers);
  const choosing = keys.map((key) => {
    // The handlers of a key have the same type on each database, which the compiler cannot follow.
    const onPrimary = readers[key] as AnyHandler;
    const others = onStandbys.map((handlers) => (handlers[key] ?? onPrimary) as AnyHandler);
    const handler: AnyHandler = (request, context) =>
      reads.read({
        onStandby: (n) => (others[n] ?? onPrimary)(request, context),
        onPrimary: () => onPrimary(request, context),
      });
    return [key, handler];
  });
  return Object.fromEntries(choosing);
}
