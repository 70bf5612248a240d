/** The part of `Storage` that the page uses. */
export type TextStorage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * Returns a storage that uses localStorage, or memory when that is disabled or full: the page then works until it is
 * reloaded. Its methods do not throw.
 */
export function createBrowserStorage(findStorage: () => TextStorage | undefined): TextStorage {
  const memory = new Map<string, string>();
  const attempt = <Result>(action: (storage: TextStorage) => Result): Result | undefined => {
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
  };
}

export const browserStorage = createBrowserStorage(() => globalThis.localStorage);
