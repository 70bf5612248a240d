import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { TextStorage } from './browser-storage.ts';
import { newRequestId } from './new-request-id.ts';

/** A request that moves money, as the visitor confirmed it, until its answer came. */
export type PendingRequest<Body> = {
  readonly requestId: string;
  /** The account that confirmed it. */
  readonly address: string;
  readonly body: Body;
};

type Kept<Body> = { readonly requests: readonly PendingRequest<Body>[] };

export type PendingRequests<Body> = {
  readonly useStore: UseBoundStore<StoreApi<Kept<Body>>>;
  /** The request of this account that has no answer yet. */
  readonly find: (address: string) => PendingRequest<Body> | null;
  /** Keeps a new request under a new id; while this account has one without an answer, gives that one back instead. */
  readonly keep: (address: string, body: Body) => PendingRequest<Body>;
  /** Its answer came. */
  readonly forget: (requestId: string) => void;
};

type PendingRequestsSettings<Body> = {
  readonly key: string;
  readonly isBody: (value: unknown) => value is Body;
  readonly storage: TextStorage;
};

/**
 * Requests kept in local storage from before they are sent until they are answered, at most one an account: after a network error or a
 * reload the same id is sent again, so that one confirmation never moves money twice.
 */
export function createPendingRequests<Body>(settings: PendingRequestsSettings<Body>): PendingRequests<Body> {
  const { key, storage } = settings;
  const useStore = create<Kept<Body>>(() => ({ requests: readPersisted(settings) }));
  const replace = (requests: readonly PendingRequest<Body>[]) => {
    if (requests.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(requests));
    useStore.setState({ requests });
  };
  const find = (address: string) =>
    useStore.getState().requests.find((request) => request.address.toLowerCase() === address.toLowerCase()) ?? null;
  return {
    useStore,
    find,
    keep(address, body) {
      const earlier = find(address);
      if (earlier !== null) return earlier;
      const request = { requestId: newRequestId(), address, body };
      replace([...useStore.getState().requests, request]);
      return request;
    },
    forget(requestId) {
      replace(useStore.getState().requests.filter((request) => request.requestId !== requestId));
    },
  };
}

/** What is not exactly a list of kept requests counts as nothing kept. */
function readPersisted<Body>({ key, storage, isBody }: PendingRequestsSettings<Body>): readonly PendingRequest<Body>[] {
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
