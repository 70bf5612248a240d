import pg from 'pg';

/** Where PostgreSQL reports that someone cancelled the wait of a commit for its synchronous standby. */
const CANCELLED_WAIT = 'SyncRepWaitForLSN';

/**
 * Rejects the statement whose commit has not reached the synchronous standby because someone cancelled its wait
 * (`pg_cancel_backend`), and closes its connection. PostgreSQL only warns and reports success, though a promotion would
 * lose the commit. The caller may retry: the repeated request waits for the standby too.
 */
export function rejectUnreplicated(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    if (!(client instanceof pg.Client)) return;
    const { connection } = client;
    client.on('notice', ({ routine }) => {
      if (routine !== CANCELLED_WAIT) return;
      const error = new Error('Connection terminated: the wait of a commit for the standby was cancelled');
      // Immediately, since the success may be in the same packet.
      connection.emit('error', error);
      connection.stream.destroy();
    });
  });
}
