import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PickedPort, pickPort } from './ports.ts';

/** Which port a part of the local system had at the start before; wallets and bookmarks rely on it. */
export type StoredPort = {
  /** The port of the start before, else the default. */
  readonly preferred: number;
  /** Returns the preferred port when it is free, else any other. */
  pick(): Promise<PickedPort>;
  /** Makes a port the preferred one of the next starts. */
  store(port: number): void;
};

/**
 * Returns the port of a part of the local system, stored in NAME.port in `dataDir`. `--fresh` does not delete the file,
 * since wallets and bookmarks outlive the data.
 */
export function openStoredPort({ dataDir, name, first }: { dataDir: string; name: string; first: number }): StoredPort {
  const file = join(dataDir, `${name}.port`);
  const before = readPort(file);
  const preferred = before ?? first;
  return {
    preferred,
    pick: () => pickPort(preferred),
    store(port) {
      if (port === before) return;
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, String(port));
    },
  };
}

/** The port in a file; undefined where there is none, or something else. */
function readPort(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const port = Number(readFileSync(file, 'utf8'));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
