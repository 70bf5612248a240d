import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { TextStorage } from './browser-storage.ts';

/** A request that moves money, as the user confirmed it, while its outcome is unknown. */
export type PendingRequest<Body> = {
  readonly requestId: string;
  /** The account that confirmed it. */
  readonly address: string;
  readonly body: Body;
};

type PendingState<Body> = { readonly requests: readonly PendingRequest<Body>[] };

export type PendingRequests<Body> = {
  readonly useStore: UseBoundStore<StoreApi<PendingState<Body>>>;
  /** Returns the account's pending request, or null. */
  readonly find: (address: string) => PendingRequest<Body> | null;
  /** Persists a new request with a new id; returns the account's pending request instead while there is one. */
  readonly add: (address: string, body: Body) => PendingRequest<Body>;
  /** Removes a request whose outcome is known. */
  readonly remove: (requestId: string) => void;
};

type PendingRequestsSettings<Body> = {
  readonly key: string;
  readonly isBody: (value: unknown) => value is Body;
  readonly storage: TextStorage;
};

/**
 * Returns a store of requests that are persisted from before they are sent until their outcome is known, at most one
 * per account. After a network error or a reload the same id is sent again (an idempotency key), so that one
 * confirmation never moves money twice.
 */
export function createPendingRequests<Body>(settings: PendingRequestsSettings<Body>): PendingRequests<Body> {
  const { key, storage } = settings;
  const useStore = create<PendingState<Body>>(() => ({ requests: readPersisted(settings) }));
  const replaceAll = (requests: readonly PendingRequest<Body>[]) => {
    if (requests.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(requests));
    useStore.setState({ requests });
  };
  const find = (address: string) =>
    useStore.getState().requests.find((request) => request.address.toLowerCase() === address.toLowerCase()) ?? null;
  return {
    useStore,
    find,
    add(address, body) {
      const pending = find(address);
      if (pending !== null) return pending;
      const request = { requestId: newRequestId(), address, body };
      replaceAll([...useStore.getState().requests, request]);
      return request;
    },
    remove(requestId) {
      replaceAll(useStore.getState().requests.filter((request) => request.requestId !== requestId));
    },
  };
}

/** Returns a random version 4 UUID. `crypto.randomUUID` does not exist on a page served without TLS. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hexBytes = [...bytes].map((byte, index) => {
    if (index === 6) return ((byte & 0x0f) | 0x40).toString(16).padStart(2, '0');
    if (index === 8) return ((byte & 0x3f) | 0x80).toString(16).padStart(2, '0');
    return byte.toString(16).padStart(2, '0');
  });
  const group = (from: number, to: number) => hexBytes.slice(from, to).join('');
  return [group(0, 4), group(4, 6), group(6, 8), group(8, 10), group(10, 16)].join('-');
}

/** Entries of the storage that are not exactly a pending request are dropped. */
function readPersisted<Body>(settings: PendingRequestsSettings<Body>): readonly PendingRequest<Body>[] {
  const { key, storage, isBody } = settings;
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter((entry): entry is PendingRequest<Body> => isPendingRequest(entry) && isBody(entry.body));
  } catch {
    return [];
  }
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
