import type { TextStorage } from '@city-mint/client/browser-storage.ts';
import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { EVERYBODY } from './query-meta.ts';

const KEY = 'fmc.copy';
/** Storage has a few million characters; the copy leaves most of them to others. */
const MAX_CHARACTERS = 600_000;
const SAVE_AFTER_MS = 2_000;

/** The stored copy: the replies to one account, in the format of one release of the page. */
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
  /** The address of the signed-in account, or null. */
  readonly address: () => string | null;
  /** Identifies this build of the page: another one may interpret replies differently. */
  readonly release: string;
};

/**
 * Restores the balances and records that the account saw last, so that they can be read offline; keeps newer replies in
 * the cache. Returns the time of the restored replies, in UTC milliseconds of the device, or null if there are none.
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

/** Stores the replies to the account's reads as they arrive. Returns the function that stops it. */
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

/** Removes the copy when its account is left, since another person may use this device next. */
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
    // Also a reply whose refresh failed: the device may have been offline since.
    shouldDehydrateQuery: (query) => query.state.data !== undefined && isCopied(query, owner),
    shouldDehydrateMutation: () => false,
  });
  // Latest first, so that the oldest replies are dropped if the size is exceeded.
  const queries = state.queries
    .map(firstPages)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const savedAt = queries[0]?.state.dataUpdatedAt;
  if (savedAt === undefined) return;
  const copy: StoredCopy = { release, address: owner, savedAt, state: { mutations: [], queries: thatFit(queries) } };
  storage.setItem(KEY, JSON.stringify(copy));
}

/** Leaves the later pages of a list out: writing thousands of records would stop the page for a moment each time. */
function firstPages(query: DehydratedState['queries'][number]): DehydratedState['queries'][number] {
  const { pages, pageParams } = Object(query.state.data);
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return query;
  return {
    ...query,
    state: { ...query.state, data: { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) } },
  };
}

/** Marks a reply as stale, so that a screen that shows it fetches it again, and without the error of a refresh. */
function asOutdated(query: DehydratedState['queries'][number]): DehydratedState['queries'][number] {
  const fetched = { status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null } as const;
  return { ...query, state: { ...query.state, ...fetched, isInvalidated: true } };
}

/** The query's meta names the owner of the copy. */
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
