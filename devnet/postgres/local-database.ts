import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of the local system's database. */
export const LOCAL_DATABASE = 'city_mint';

/**
 * Returns the connection string of the owner of the local system's database, whose data are in `dataDir`; null where no
 * server runs on them.
 */
export function readLocalDatabase(dataDir: string): { readonly url: string } | null {
  const [pidFile, passwordFile] = [join(dataDir, 'cluster', 'postmaster.pid'), join(dataDir, 'password')];
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return null;
  // Its fourth line is the port; PostgreSQL removes the file when it ends.
  const port = Number(readFileSync(pidFile, 'utf8').split('\n')[3]);
  if (!Number.isInteger(port) || port <= 0) return null;
  const password = readFileSync(passwordFile, 'utf8');
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/${LOCAL_DATABASE}` };
}
