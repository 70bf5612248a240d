import type { Logger } from 'pino';
import { createEventLog } from './event-log.ts';
import type { Listener, LiveEvent } from './listener.ts';
import { createListenerSet, type ListenerSet } from './listener-set.ts';

/** The source of events. It is polled once per tick for all listeners together, never for a single one. */
export type EventFeed = {
  /** Returns the changes since the last poll. */
  readonly poll: () => Promise<readonly LiveEvent[]>;
  /** Returns the state that a new listener needs, as of the last poll. */
  readonly snapshot: () => LiveEvent;
  /** Returns the current private event of each of these users. */
  readonly pollFor: (userIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, LiveEvent>>;
};

export type EventHubSettings = {
  readonly feed: EventFeed;
  readonly log: Logger;
  /** Maximum number of concurrent listeners, in total and per address. */
  readonly mostListeners: number;
  readonly mostPerAddress: number;
  /** Milliseconds between polls; 1,000 by default. */
  readonly tickMs?: number;
  /** Milliseconds between heartbeats, and between checks that sessions are still valid. */
  readonly heartbeatMs?: number;
};

export type EventHub = {
  /** Returns whether one more listener of this address is allowed. */
  readonly hasRoom: (address: string) => boolean;
  /** Adds a listener, which continues after the event `lastEventId` if that is still stored. */
  readonly add: (listener: Listener, lastEventId: string | undefined) => Promise<void>;
  readonly remove: (listener: Listener) => void;
  readonly size: () => number;
  /** Ends the listeners of an ended session (its token's hash in hex); without an argument checks all sessions. */
  readonly endSession: (sessionHash?: string) => Promise<void>;
  /** Returns how many listeners were dropped because they read too slowly. */
  readonly dropped: () => number;
  /** Requests all listeners to reconnect later, and closes. */
  readonly close: () => void;
};

const TICK_MS = 1_000;
const HEARTBEAT_MS = 15_000;

/**
 * Returns the hub that sends events to all listeners of this process. One poll per tick serves all listeners, so the
 * load on the database does not depend on their number; without listeners it does not poll.
 */
export function createEventHub(settings: EventHubSettings): EventHub {
  const { feed, log, tickMs = TICK_MS, heartbeatMs = HEARTBEAT_MS } = settings;
  const listeners = createListenerSet(settings);
  const events = createEventLog();
  const beat = createHeartbeat(listeners, heartbeatMs);
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let lastPollMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const poll = async () => {
    const changes = await feed.poll();
    lastPollMs = performance.now();
    if (changes.length === 0) return;
    const text = changes.map(events.add).join('');
    for (const listener of listeners.all()) if (listener.isReady) listeners.send(listener, text);
  };
  const pollOnce = () => {
    polling ??= poll().finally(() => {
      polling = undefined;
    });
    return polling;
  };
  const tick = async () => {
    for (const step of [pollOnce, () => sendOwnEvents(feed, listeners), beat]) {
      await step().catch((error: unknown) => log.warn({ err: error }, 'polling live events failed, retrying'));
    }
    timer = undefined;
    schedule();
  };
  const schedule = () => {
    if (isClosed || timer !== undefined || listeners.size() === 0) return;
    timer = setTimeout(() => void tick(), tickMs);
    timer.unref();
  };

  return {
    async add(listener, lastEventId) {
      listeners.add(listener);
      // After a period without listeners the snapshot is outdated: all listeners that arrive wait for the same poll.
      if (performance.now() - lastPollMs > 2 * tickMs) await pollOnce();
      schedule();
      if (!listeners.has(listener)) return;
      listener.isReady = true;
      listeners.send(listener, events.since(lastEventId) ?? events.begin(feed.snapshot()));
    },
    remove: listeners.remove,
    endSession: (sessionHash) =>
      endEnded(
        listeners,
        [...listeners.all()].filter(
          (listener) =>
            listener.sessionHash !== null && (sessionHash === undefined || listener.sessionHash === sessionHash),
        ),
      ),
    hasRoom: (address) => !isClosed && listeners.hasRoom(address),
    size: listeners.size,
    dropped: listeners.dropped,
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const listener of listeners.all()) listeners.end(listener, 'event: closing\ndata: {}\n\n');
    },
  };
}

/** Sends each signed-in listener the changes of their balances, with one query for all. */
async function sendOwnEvents(feed: EventFeed, listeners: ListenerSet): Promise<void> {
  const users = new Set([...listeners.all()].flatMap(({ userId }) => (userId === null ? [] : [userId])));
  if (users.size === 0) return;
  const ownEvents = await feed.pollFor([...users]);
  const changed = [...listeners.all()].flatMap((listener) => {
    const event = listener.userId === null || !listener.isReady ? undefined : ownEvents.get(listener.userId);
    return event === undefined || event.data === listener.lastOwnData ? [] : [{ listener, event }];
  });
  // Balances are only for sessions that are still valid, whoever ended a session and wherever.
  await endEnded(
    listeners,
    changed.map(({ listener }) => listener),
  );
  for (const { listener, event } of changed) {
    if (!listeners.has(listener)) continue;
    listener.lastOwnData = event.data;
    listeners.send(listener, `event: ${event.name}\ndata: ${event.data}\n\n`);
  }
}

/** Ends the listeners whose sessions have ended. */
async function endEnded(listeners: ListenerSet, checked: readonly Listener[]): Promise<void> {
  await Promise.all(
    checked.map(async (listener) => {
      if (!(await listener.isAllowed())) listeners.end(listener, 'event: logged-out\ndata: {}\n\n');
    }),
  );
}

/** Periodically sends a heartbeat to all listeners, and ends those whose sessions have ended. */
function createHeartbeat(listeners: ListenerSet, heartbeatMs: number): () => Promise<void> {
  let lastMs = performance.now();
  return async () => {
    if (performance.now() - lastMs < heartbeatMs) return;
    lastMs = performance.now();
    for (const listener of listeners.all()) listeners.send(listener, ':\n\n');
    await endEnded(listeners, [...listeners.all()]);
  };
}
