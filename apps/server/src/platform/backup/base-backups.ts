import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { runOrThrow } from './run-program.ts';
import type { BackupSettings, BackupTask } from './settings.ts';

/** A complete base backup. */
export type BaseBackup = { readonly path: string; readonly endedAt: Date };

const UNFINISHED = 'unfinished';
/** An ISO time without colons, which other programs take for a host's name. */
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

/** Returns the base backups, the newest last. */
export function listBases(folder: string): BaseBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => ({ path: join(folder, name), endedAt: new Date(name.replace(NAME, '$1:$2:$3')) }));
}

/**
 * Copies the running cluster by pg_basebackup, with a manifest of SHA-256 and the WAL that the copy needs, verifies the
 * copy by pg_verifybackup and names it by the database's time after it. Returns it. Throws BackupError when the login
 * can do more than replicate, no one receives the WAL, or the copy fails.
 */
export async function takeBase({ settings: { bases, slot, program }, login, signal }: BackupTask): Promise<BaseBackup> {
  await ask(login.full, assertReplicationLogin);
  const isReceived = await ask(login.full, async (client) => {
    const { rows } = await client.query('select active from pg_replication_slots where slot_name = $1', [slot]);
    return rows[0]?.active === true;
  });
  if (!isReceived) {
    throw new BackupError(
      `no one receives the WAL of slot ${slot}: start city-mint backup wal first, or nothing after the end of this ` +
        'base backup could be restored',
    );
  }
  const unfinished = join(bases, UNFINISHED);
  if (existsSync(unfinished)) {
    throw new BackupError(`${unfinished} exists: another base backup runs, or one was killed; then remove the folder`);
  }
  mkdirSync(bases, { recursive: true, mode: 0o700 });
  try {
    await runOrThrow({
      file: program('pg_basebackup'),
      args: [
        ...[`--dbname=${login.url}`, '--no-password', `--pgdata=${unfinished}`, '--wal-method=stream'],
        ...['--checkpoint=fast', '--manifest-checksums=SHA256', '--label=city-mint'],
      ],
      env: login.env,
      signal,
    });
    await verifyBase(unfinished, { program, signal });
    const endedAt = await ask(login.full, readClock);
    const path = join(bases, endedAt.toISOString().replaceAll(':', '-'));
    renameSync(unfinished, path);
    return { path, endedAt };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Throws BackupError, with the file, when a base backup differs from its manifest. */
export async function verifyBase(
  path: string,
  { program, signal }: Pick<BackupSettings, 'program'> & { readonly signal: AbortSignal },
): Promise<void> {
  await runOrThrow({ file: program('pg_verifybackup'), args: ['--exit-on-error', path], signal });
}

/** Returns the name of the first file of the WAL that a recovery from the backup reads. */
export function firstWalFile({ path }: BaseBackup): string {
  const name = /\(file ([0-9A-F]{24})\)/.exec(readFileSync(join(path, 'backup_label'), 'utf8'))?.[1];
  if (name === undefined) throw new BackupError(`${path}/backup_label names no file of the WAL`);
  return name;
}

/** Throws BackupError when the login may do anything but replicate. */
export async function assertReplicationLogin(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ why: string | null }>(`select case
      when not l.rolreplication then 'may not replicate'
      when l.rolsuper then 'is a superuser'
      when l.rolcreaterole or l.rolcreatedb or l.rolbypassrls then 'may do more than replicate'
      when exists (select from pg_auth_members m where m.member = l.oid) then 'has another role'
    end as why from pg_roles l where l.rolname = session_user`);
  const why = rows[0]?.why;
  if (why !== null) {
    throw new BackupError(`the login of DATABASE_URL ${why}: a backup needs one with REPLICATION only`);
  }
}

/** Runs one question on a separate connection. Returns its answer. */
export async function ask<T>(url: string, question: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return question(client).finally(() => client.end());
}

async function readClock(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}
