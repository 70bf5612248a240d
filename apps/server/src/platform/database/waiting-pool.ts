import pg from 'pg';

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A config of `pg.Pool`, and how long a caller waits for a connection, in milliseconds. */
export type WaitingPoolConfig = pg.PoolConfig & { readonly waitMs: number };

/**
 * A pool whose callers wait for a connection at most `waitMs`, while a connection may take `connectionTimeoutMillis` to
 * open. `pg.Pool` has one limit for both: when the database needs longer than that for a handshake, it discards every
 * attempt, and its callers begin them again for as long as the database is slow. Here an attempt outlives its caller,
 * and the next caller gets the connection.
 */
export class WaitingPool extends pg.Pool {
  readonly #waitMs: number;

  constructor({ waitMs, ...config }: WaitingPoolConfig) {
    super(config);
    this.#waitMs = waitMs;
  }

  /** Returns a connection. Rejects after `waitMs` with the message that `pg.Pool` has for it. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const client = this.#connectInTime();
    if (callback === undefined) return client;
    client.then(
      (connected) => callback(undefined, connected, (release) => connected.release(release)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  #connectInTime(): Promise<pg.PoolClient> {
    // Idle connections are handed out later, first to the callers that wait already.
    const isIdle = this.idleCount > this.waitingCount;
    const connecting = super.connect();
    if (isIdle) return connecting;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.#waitMs);
      connecting.then(
        (client) => {
          clearTimeout(timer);
          if (isLate) client.release();
          else resolve(client);
        },
        (error: Error) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
  }
}
