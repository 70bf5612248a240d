/** The part of `Storage` that the page uses. */
export type TextStorage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * localStorage where the browser allows it, else memory: with storage switched off or full the page works on, and forgets at reload.
 * Nothing it does throws.
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
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (!kept) memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

export const browserStorage = createBrowserStorage(() => globalThis.localStorage);
