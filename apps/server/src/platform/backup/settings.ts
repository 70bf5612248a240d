import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#platform/config/config-error.ts';
import { parseSettings } from '#platform/config/parse-settings.ts';

const settings = z.object({
  BACKUP_FOLDER: z.string().refine(isAbsolute, 'is no absolute path'),
  BACKUP_METRICS_FILE: z.string().refine(isAbsolute, 'is no absolute path').optional(),
  BACKUP_SLOT: z
    .string()
    .regex(/^[a-z0-9_]{1,63}$/, 'has other characters than a to z, 0 to 9 and _')
    .default('city_mint_backup'),
  POSTGRES_PROGRAMS: z.string().refine(isAbsolute, 'is no absolute path').optional(),
});

export type BackupSettings = {
  /** Base backups, one folder each, named by the time of its end. */
  readonly bases: string;
  /** The write-ahead log as pg_receivewal writes it. */
  readonly wal: string;
  /** Where a drill restores; removed after it. */
  readonly scratch: string;
  /** File for the times of the last drill that passed, in the text format of Prometheus. */
  readonly metrics: string | undefined;
  readonly slot: string;
  /** Returns how to call a program of PostgreSQL. */
  readonly program: (name: string) => string;
};

/** Returns the settings of the backup commands. Throws ConfigError with each one that is missing or bad. */
export function readBackupSettings(env: NodeJS.ProcessEnv): BackupSettings {
  const read = parseSettings(settings, env);
  const { BACKUP_FOLDER: folder, BACKUP_SLOT: slot, POSTGRES_PROGRAMS: programs } = read;
  return {
    bases: join(folder, 'base'),
    wal: join(folder, 'wal'),
    scratch: join(folder, 'drill'),
    metrics: read.BACKUP_METRICS_FILE,
    slot,
    program: (name) => (programs === undefined ? name : join(programs, name)),
  };
}

/** A login, for programs of PostgreSQL: the password is in the environment, since all users see arguments. */
export type LibpqLogin = { readonly url: string; readonly env: NodeJS.ProcessEnv };

/** The input of a backup: `signal` ends it, `full` is the login's address with its password. */
export type BackupTask = {
  readonly settings: BackupSettings;
  readonly login: LibpqLogin & { readonly full: string };
  readonly signal: AbortSignal;
};

/**
 * Returns the login of DATABASE_DIRECT_URL, else DATABASE_URL: a pooler passes no replication on. Throws ConfigError
 * when it is missing.
 */
export function readLogin(env: NodeJS.ProcessEnv): BackupTask['login'] {
  const full = env['DATABASE_DIRECT_URL'] || env['DATABASE_URL'] || '';
  if (!URL.canParse(full)) {
    throw new ConfigError([{ setting: 'DATABASE_URL', problem: full === '' ? 'is missing' : 'is no address' }]);
  }
  const url = new URL(full);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { full, url: url.href, env: password === '' ? env : { ...env, PGPASSWORD: password } };
}
