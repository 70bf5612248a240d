import pg from 'pg';
import type { Logger } from 'pino';

export type Listener = { readonly stop: () => Promise<void> };

const RECONNECT_MS = 1_000;
const CONNECT_MS = 5_000;
/** How often the connection is probed; it is replaced when no answer arrives before the next probe. */
const TRY_MS = 5_000;

/**
 * Calls back with the payload at each NOTIFY on the channels, and once without a payload after each connect, because
 * notifications during a disconnection are lost. A callback only wakes: the rows determine the due work. A connection
 * whose other end is silent is replaced within ten seconds. Returns a function that stops it.
 */
export function listen(settings: {
  url: string;
  channels: Readonly<Record<string, (payload?: string) => void>>;
  log: Logger;
}): Listener {
  const { url, channels, log } = settings;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let trying: NodeJS.Timeout | undefined;
  let isStopped = false;

  const startLater = () => {
    clearTimeout(retry);
    clearInterval(trying);
    if (!isStopped) retry = setTimeout(start, RECONNECT_MS);
  };
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'city-mint listen',
    });
    client = fresh;
    fresh.on('error', (error) => log.warn({ err: error }, 'the listening connection failed'));
    fresh.on('end', startLater);
    fresh.on('notification', ({ channel, payload }) => channels[channel]?.(payload));
    await fresh.connect();
    for (const channel of Object.keys(channels)) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    for (const wake of Object.values(channels)) wake();
    if (!isStopped) trying = setInterval(tryOut(fresh), TRY_MS);
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
    clearInterval(trying);
    await client?.end().catch(() => {});
  };
  return { stop };
}

/** Sends an empty query; if the previous one has no answer by then, ends the connection, which is then replaced. */
function tryOut(client: pg.Client): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) {
      client.connection.stream.destroy(new Error('the database is silent'));
      return;
    }
    isWaiting = true;
    client.query('select 1').then(
      () => {
        isWaiting = false;
      },
      // The failure of the connection has been reported, and the connection is replaced.
      () => undefined,
    );
  };
}
