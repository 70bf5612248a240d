/** The part of `Storage` that page and console use. */
export type TextStorage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** The keys that begin with a prefix. */
  keys(prefix: string): readonly string[];
};

type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Returns a storage that uses the browser's, or memory when that is disabled or full: the page then works until it is
 * reloaded. Its methods do not throw.
 */
export function createBrowserStorage(findStorage: () => BrowserStorage | undefined): TextStorage {
  const memory = new Map<string, string>();
  const attempt = <Result>(action: (storage: BrowserStorage) => Result): Result | undefined => {
    try {
      const storage = findStorage();
      return storage && action(storage);
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key);
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (!isStored) memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys(prefix) {
      const stored = attempt((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index)));
      const all = new Set([...memory.keys(), ...(stored ?? [])]);
      return [...all].filter((key): key is string => key?.startsWith(prefix) === true);
    },
  };
}

/** The storage of all tabs of this browser. */
export const browserStorage = createBrowserStorage(() => globalThis.localStorage);
