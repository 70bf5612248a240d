import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** WalletConnect's storage: its pairings, sessions and keys. */
export type RelayedStorage = ReturnType<typeof relayedStorage>;

/**
 * Returns a storage in memory; with a file it is read from there at first, and written after each change, so that
 * sessions outlive the process.
 */
export function relayedStorage(file?: string) {
  const entries = new Map<string, unknown>(file === undefined ? [] : readEntries(file));
  const save = () => {
    if (file === undefined) return;
    writeFileSync(`${file}.new`, JSON.stringify([...entries]), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    getKeys: async () => [...entries.keys()],
    getEntries: async <Value>() => [...entries] as [string, Value][],
    getItem: async <Value>(key: string) => entries.get(key) as Value | undefined,
    async setItem(key: string, value: unknown) {
      entries.set(key, value);
      save();
    },
    async removeItem(key: string) {
      entries.delete(key);
      save();
    },
  };
}

/** A file that cannot be read means no sessions: the owner pairs again. */
function readEntries(file: string): [string, unknown][] {
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
