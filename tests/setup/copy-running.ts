import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Copies the data folder of a running server and its write-ahead log until the copy is complete, as pg_basebackup does.
 * The copy can be started as a server.
 */
export async function copyRunning(url: string, { from, to }: { from: string; to: string }): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('copy', true)`);
    // Files may change or vanish during the copy, since the write-ahead log has the changes. Owners are preserved.
    await copy(from, to);
    rmSync(join(to, 'cluster', 'postmaster.pid'), { force: true });
    rmSync(join(to, 'cluster', 'pg_wal'), { recursive: true });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await copy(join(from, 'cluster', 'pg_wal'), join(to, 'cluster', 'pg_wal'));
    writeFileSync(join(to, 'cluster', 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o644 });
  } finally {
    await client.end();
  }
}

/** Resolves also when a file vanished, which `cp` reports as a failure; the server does not start with other gaps. */
function copy(from: string, to: string): Promise<void> {
  return new Promise((resolve) => void execFile('cp', ['-a', from, to], () => resolve()));
}
