import { createHeldByNetwork } from '../limited-address.ts';
import type { Listener } from './listener.ts';

export type ListenerSet = {
  readonly hasRoom: (address: string) => boolean;
  readonly add: (listener: Listener) => void;
  readonly remove: (listener: Listener) => void;
  readonly has: (listener: Listener) => boolean;
  readonly all: () => Iterable<Listener>;
  readonly size: () => number;
  /** Writes to a listener; drops it instead if it has too much unread data. */
  readonly send: (listener: Listener, text: string) => void;
  /** The number of dropped listeners. */
  readonly dropped: () => number;
  /** Ends a listener after a final text. */
  readonly end: (listener: Listener, lastWord: string) => void;
};

/** Maximum unread data of a listener. Above it the listener is dropped, and resumes when it can. */
const MOST_WAITING_BYTES = 64 * 1024;

/** Returns the set of listeners of this process, with a maximum in total and per address. */
export function createListenerSet(limits: { mostListeners: number; mostPerAddress: number }): ListenerSet {
  const listeners = new Set<Listener>();
  const byNetwork = createHeldByNetwork(limits.mostPerAddress);
  let dropped = 0;
  const remove = (listener: Listener) => {
    if (!listeners.delete(listener)) return;
    byNetwork.remove(listener.address);
  };
  return {
    remove,
    hasRoom: (address) => listeners.size < limits.mostListeners && byNetwork.hasRoom(address),
    add(listener) {
      listeners.add(listener);
      byNetwork.add(listener.address);
    },
    has: (listener) => listeners.has(listener),
    all: () => listeners,
    size: () => listeners.size,
    send(listener, text) {
      if (listener.waitingBytes() <= MOST_WAITING_BYTES) return listener.write(text);
      dropped += 1;
      remove(listener);
      listener.drop();
    },
    dropped: () => dropped,
    end(listener, lastWord) {
      remove(listener);
      listener.end(lastWord);
    },
  };
}
