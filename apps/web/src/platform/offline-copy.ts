import type { TextStorage } from '@city-mint/client/browser-storage.ts';
import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { EVERYBODY } from './query-meta.ts';

const KEY = 'fmc.copy';
/** Storage has a few million characters; the copy leaves most of them to others. */
const MAX_CHARACTERS = 600_000;
const SAVE_AFTER_MS = 2_000;

/** What is stored: the answers of one account, as one release of the page understands them. */
type StoredCopy = {
  readonly release: string;
  readonly address: string;
  /** UTC milliseconds of the device. */
  readonly savedAt: number;
  readonly state: DehydratedState;
};

type CopySettings = {
  readonly client: QueryClient;
  readonly storage: TextStorage;
  /** The address of who is signed in, or null. */
  readonly address: () => string | null;
  /** Names this build of the page: another one may read answers differently. */
  readonly release: string;
};

/**
 * Returns when the restored answers were received, in UTC milliseconds of the device, or null where there are none: the
 * balances and records that the account saw last, so that they can be read without a network. A newer answer remains.
 */
export function restoreOfflineCopy({ client, storage, address, release }: CopySettings): number | null {
  const copy = parseCopy(storage.getItem(KEY));
  if (copy === null) return null;
  if (copy.release !== release || copy.address !== address()) {
    storage.removeItem(KEY);
    return null;
  }
  hydrate(client, { ...copy.state, queries: copy.state.queries.map(asOutdated) });
  return copy.savedAt;
}

/**
 * Stores the answers to the account's reads as they arrive. Returns how to stop.
 */
export function keepOfflineCopy(settings: CopySettings): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = settings.client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      saveCopy(settings);
    }, SAVE_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Removes the copy: at sign-out, since the next reader of this device may be another person. */
export function removeOfflineCopy(storage: TextStorage): void {
  storage.removeItem(KEY);
}

function saveCopy({ client, storage, address, release }: CopySettings): void {
  const owner = address();
  if (owner === null) {
    storage.removeItem(KEY);
    return;
  }
  const state = dehydrate(client, {
    shouldDehydrateQuery: (query) => query.state.status === 'success' && isCopied(query, owner),
    shouldDehydrateMutation: () => false,
  });
  // The latest ones first: what does not fit was read longest ago.
  const queries = state.queries.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const savedAt = queries[0]?.state.dataUpdatedAt;
  if (savedAt === undefined) return;
  const copy: StoredCopy = { release, address: owner, savedAt, state: { mutations: [], queries: thatFit(queries) } };
  storage.setItem(KEY, JSON.stringify(copy));
}

/** However young an answer is, a screen that shows it asks again: things have happened since the page was closed. */
function asOutdated(query: DehydratedState['queries'][number]): DehydratedState['queries'][number] {
  return { ...query, state: { ...query.state, isInvalidated: true } };
}

/** Its meta says whose copy it belongs to. */
function isCopied({ meta }: Query, owner: string): boolean {
  return meta?.copiedFor === owner || meta?.copiedFor === EVERYBODY;
}

function thatFit(queries: DehydratedState['queries']): DehydratedState['queries'] {
  let left = MAX_CHARACTERS;
  return queries.filter((query) => {
    left -= JSON.stringify(query).length;
    return left >= 0;
  });
}

function parseCopy(text: string | null): StoredCopy | null {
  try {
    const copy: unknown = JSON.parse(text ?? 'null');
    return isCopy(copy) ? copy : null;
  } catch {
    return null;
  }
}

function isCopy(value: unknown): value is StoredCopy {
  if (typeof value !== 'object' || value === null || !('state' in value) || !('savedAt' in value)) return false;
  const { state } = value;
  if (typeof state !== 'object' || state === null || !('queries' in state)) return false;
  return typeof value.savedAt === 'number' && Array.isArray(state.queries);
}
