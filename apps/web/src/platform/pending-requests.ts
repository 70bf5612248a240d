import type { TextStorage } from '@city-mint/client/browser-storage.ts';
import { createPersistedEntries, type PersistedEntries } from './persisted-entries.ts';

/** A request that moves money, as the user confirmed it, while its outcome is unknown. */
export type PendingRequest<Body> = {
  readonly requestId: string;
  /** The account that confirmed it. */
  readonly address: string;
  readonly body: Body;
};

export type PendingRequests<Body> = Pick<
  PersistedEntries<PendingRequest<Body>>,
  'useStore' | 'remove' | 'followOtherTabs'
> & {
  /** Returns the account's pending request, from any tab, or null. */
  readonly find: (address: string) => PendingRequest<Body> | null;
  /** Persists a new request with a new id; if the account has a pending request, returns that instead. */
  readonly add: (address: string, body: Body) => PendingRequest<Body>;
};

type PendingRequestsSettings<Body> = {
  /** Prefix of the storage keys; each request has a separate key. */
  readonly key: string;
  readonly isBody: (value: unknown) => value is Body;
  readonly storage: TextStorage;
};

/**
 * Returns a store of requests that are persisted from before they are sent until their outcome is known, at most one
 * per account. A retry after a network error or a reload uses the same id as idempotency key, so that one confirmation
 * never moves money twice.
 */
export function createPendingRequests<Body>(settings: PendingRequestsSettings<Body>): PendingRequests<Body> {
  const { key, storage, isBody } = settings;
  const entries = createPersistedEntries<PendingRequest<Body>>({
    prefix: `${key}.`,
    storage,
    idOf: ({ requestId }) => requestId,
    isEntry: (value): value is PendingRequest<Body> => isPendingRequest(value) && isBody(value.body),
    compare: (one, other) => one.requestId.localeCompare(other.requestId),
  });
  const find = (address: string) =>
    entries.read().find((request) => request.address.toLowerCase() === address.toLowerCase()) ?? null;
  return {
    useStore: entries.useStore,
    followOtherTabs: entries.followOtherTabs,
    remove: entries.remove,
    find,
    add(address, body) {
      const pending = find(address);
      if (pending !== null) return pending;
      const request = { requestId: crypto.randomUUID(), address, body };
      entries.put(request);
      return request;
    },
  };
}

function isPendingRequest(value: unknown): value is PendingRequest<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  if (!('requestId' in value) || !('address' in value) || !('body' in value)) return false;
  return (
    typeof value.requestId === 'string' &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value.requestId) &&
    typeof value.address === 'string' &&
    /^0x[0-9a-fA-F]{40}$/.test(value.address)
  );
}
