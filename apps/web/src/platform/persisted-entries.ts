import type { TextStorage } from '@city-mint/client/browser-storage.ts';
import { create, type StoreApi, type UseBoundStore } from 'zustand';

type EntriesState<Entry> = { readonly entries: readonly Entry[] };

export type PersistedEntries<Entry> = {
  readonly useStore: UseBoundStore<StoreApi<EntriesState<Entry>>>;
  /** Returns all entries in their order, including those that other tabs have stored since. */
  readonly read: () => readonly Entry[];
  /** Stores an entry, replacing the one with the same id. */
  readonly put: (entry: Entry) => void;
  readonly remove: (id: string) => void;
  /** Follows changes by other tabs of this browser; returns the function that stops it. */
  readonly followOtherTabs: () => () => void;
};

type EntriesSettings<Entry> = {
  /** Each entry's key is this prefix and its id. */
  readonly prefix: string;
  readonly storage: TextStorage;
  readonly idOf: (entry: Entry) => string;
  /** Returns whether a stored value is exactly an entry; others are ignored. */
  readonly isEntry: (value: unknown) => value is Entry;
  readonly compare: (one: Entry, other: Entry) => number;
};

/**
 * Returns a list that is persisted with one key per entry, so that tabs that write simultaneously do not undo each
 * other's changes.
 */
export function createPersistedEntries<Entry>(settings: EntriesSettings<Entry>): PersistedEntries<Entry> {
  const { prefix, storage, idOf } = settings;
  const read = () => readEntries(settings);
  const useStore = create<EntriesState<Entry>>(() => ({ entries: read() }));
  const reload = () => useStore.setState({ entries: read() });
  return {
    useStore,
    read,
    put(entry) {
      storage.setItem(prefix + idOf(entry), JSON.stringify(entry));
      reload();
    },
    remove(id) {
      storage.removeItem(prefix + id);
      reload();
    },
    followOtherTabs() {
      // Changes until now were not followed.
      reload();
      const handle = (event: StorageEvent) => {
        // The key is null when another tab has cleared the storage.
        if (event.key === null || event.key.startsWith(prefix)) reload();
      };
      addEventListener('storage', handle);
      return () => removeEventListener('storage', handle);
    },
  };
}

function readEntries<Entry>({ prefix, storage, idOf, isEntry, compare }: EntriesSettings<Entry>): readonly Entry[] {
  return storage
    .keys(prefix)
    .map((key) => ({ key, value: parse(storage.getItem(key)) }))
    .flatMap(({ key, value }) => (isEntry(value) && key === prefix + idOf(value) ? [value] : []))
    .toSorted(compare);
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
