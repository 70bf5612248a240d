import { mkdirSync } from 'node:fs';
import { BackupError } from './backup-error.ts';
import { ask, assertReplicationLogin } from './base-backups.ts';
import { runOrThrow, runProgram } from './run-program.ts';
import type { BackupTask } from './settings.ts';

/**
 * Receives the WAL by pg_receivewal until the signal: each record is on this disk within moments of its commit, and the
 * slot, which is created if there is none, lets the database retain all WAL until then. Throws BackupError when
 * pg_receivewal ends by itself.
 */
export async function receiveWal({ settings: { wal, slot, program }, login, signal }: BackupTask): Promise<void> {
  await ask(login.full, assertReplicationLogin);
  mkdirSync(wal, { recursive: true, mode: 0o700 });
  const file = program('pg_receivewal');
  const shared = [`--dbname=${login.url}`, '--no-password', `--slot=${slot}`];
  await runOrThrow({ file, args: [...shared, '--create-slot', '--if-not-exists'], env: login.env, signal });
  const receive = { file, args: [...shared, `--directory=${wal}`, '--synchronous'], env: login.env };
  if (signal.aborted) return;
  const { code } = await runProgram({ ...receive, signal, showsErrors: true });
  if (!signal.aborted || code !== 0) throw new BackupError(`pg_receivewal ended with ${code}`);
}
