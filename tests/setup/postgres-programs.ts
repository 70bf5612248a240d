import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The version of the server that npm installs; programs of an older one refuse it. */
const MAJOR = 18;

/**
 * Returns the folder of PostgreSQL's programs, such as pg_basebackup, which npm does not have: POSTGRES_PROGRAMS or
 * where Debian installs them; null where there are none of this version.
 */
export function findPostgresPrograms(): string | null {
  const folders = [process.env['POSTGRES_PROGRAMS'] ?? '', `/usr/lib/postgresql/${MAJOR}/bin`];
  const isThere = (folder: string) =>
    spawnSync(join(folder, 'pg_basebackup'), ['--version'], { encoding: 'utf8' }).stdout?.includes(` ${MAJOR}.`) ===
    true;
  return folders.find((folder) => folder !== '' && isThere(folder)) ?? null;
}
