import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';

export type Listener = { readonly stop: () => Promise<void> };

const RECONNECT_MS = 1_000;
const CONNECT_MS = 5_000;
/** How often the connection is probed. */
const TRY_MS = 3_000;
/** After so many deaf connections, and none that heard, waiting does not help. */
const MOST_DEAF = 3;

export type ListenSettings = {
  /** The database itself: behind a pooler of transactions nothing is heard (DATABASE_DIRECT_URL). */
  readonly url: string;
  /** The connections of the process's other statements. */
  readonly db: Database;
  readonly channels: Readonly<Record<string, (payload?: string) => void>>;
  readonly log: Logger;
  /** Gets a function that returns the seconds since it last heard itself, or since it began. */
  readonly observe?: (silentSeconds: () => number) => void;
  /** Called when it never heard itself; by default the process ends. */
  readonly onDeaf?: () => void;
  readonly tryMs?: number;
};

/**
 * Calls back with the payload at each NOTIFY on the channels, and once without a payload after each connect, because
 * notifications during a disconnection are lost. A callback only wakes: the rows determine the due work. Every few
 * seconds the process notifies itself by its other connections: a listener that does not hear it is silent, behind a
 * pooler of transactions or at another server, and is replaced. Returns a function that stops it.
 */
export function listen(settings: ListenSettings): Listener {
  const { url, channels, log } = settings;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let probe: Probe | undefined;
  let deaf = 0;
  let heardAt = performance.now();
  let isStopped = false;
  settings.observe?.(() => (performance.now() - heardAt) / 1_000);

  const startLater = () => {
    clearTimeout(retry);
    probe?.stop();
    if (!isStopped) retry = setTimeout(start, RECONNECT_MS);
  };
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      // The probe begins only once all channels are listened to.
      query_timeout: CONNECT_MS,
      application_name: 'city-mint listen',
    });
    client = fresh;
    const own = probing(settings, {
      onHeard: () => {
        deaf = Number.NEGATIVE_INFINITY;
        heardAt = performance.now();
      },
      onDeaf: () => {
        deaf += 1;
        if (deaf >= MOST_DEAF) refuse(settings);
        fresh.connection.stream.destroy(new Error('the listening connection does not hear'));
      },
    });
    probe = own;
    fresh.on('error', (error) => log.warn({ err: error }, 'the listening connection failed'));
    fresh.on('end', startLater);
    fresh.on('notification', ({ channel, payload }) =>
      channel === own.channel ? own.hear(payload) : channels[channel]?.(payload),
    );
    await fresh.connect();
    for (const channel of [own.channel, ...Object.keys(channels)]) {
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    for (const wake of Object.values(channels)) wake();
    if (!isStopped) own.start();
  };
  const start = () => {
    connect().catch((error: unknown) => {
      log.warn({ err: error }, 'cannot listen; retrying');
      client?.end().catch(() => {});
      startLater();
    });
  };
  start();

  const stop = async () => {
    isStopped = true;
    clearTimeout(retry);
    probe?.stop();
    await client?.end().catch(() => {});
  };
  return { stop };
}

function refuse({ log, onDeaf = () => process.exit(1) }: ListenSettings): void {
  log.fatal(
    'DATABASE_DIRECT_URL (by default DATABASE_URL) does not deliver notifications: it must lead to PostgreSQL ' +
      'itself, not to a pooler of transactions, and to the database of DATABASE_URL (docs/operating/start.md)',
  );
  onDeaf();
}

type Probe = { readonly channel: string; hear(payload?: string): void; start(): void; stop(): void };

/** Notifies one channel again and again; calls `onDeaf` when one was sent and not heard for a whole interval. */
function probing(
  { db, tryMs = TRY_MS }: ListenSettings,
  { onHeard, onDeaf }: { readonly onHeard: () => void; readonly onDeaf: () => void },
): Probe {
  const channel = `city_mint_hears_${randomUUID()}`;
  let timer: NodeJS.Timeout | undefined;
  let next = 1;
  let isSending = false;
  let [sent, sentBefore, heard] = [0, 0, 0];
  const send = async () => {
    if (isSending) return;
    isSending = true;
    const number = next++;
    // While the other connections cannot send, nothing is known about this one.
    await sql`select pg_notify(${channel}, ${String(number)})`.execute(db).then(
      () => {
        sent = number;
      },
      () => undefined,
    );
    isSending = false;
  };
  return {
    channel,
    hear(payload) {
      heard = Number(payload);
      onHeard();
    },
    start() {
      void send();
      timer = setInterval(() => {
        if (heard < sentBefore) return onDeaf();
        sentBefore = sent;
        return void send();
      }, tryMs);
    },
    stop: () => clearInterval(timer),
  };
}
