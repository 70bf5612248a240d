import type { Logger } from 'pino';
import { createEventLog } from './event-log.ts';
import type { Listener, LiveEvent } from './listener.ts';
import { createListenerSet, type ListenerSet } from './listener-set.ts';

/** Where events come from. Each is asked once a tick for all listeners together, never for one. */
export type EventFeed = {
  /** What has changed since the last look. */
  readonly look: () => Promise<readonly LiveEvent[]>;
  /** What somebody has to know who begins to listen, as of the last look. */
  readonly snapshot: () => LiveEvent;
  /** What each of these users sees of his own now. */
  readonly lookFor: (userIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, LiveEvent>>;
};

export type EventHubSettings = {
  readonly feed: EventFeed;
  readonly log: Logger;
  /** Listeners at once, and of one address. */
  readonly mostListeners: number;
  readonly mostPerAddress: number;
  /** Milliseconds from one look to the next; 1,000 unless told. */
  readonly tickMs?: number;
  /** Milliseconds between signs of life, and between checks that sessions still stand. */
  readonly heartbeatMs?: number;
};

export type EventHub = {
  /** Whether one more of this address may listen. */
  readonly hasRoom: (address: string) => boolean;
  /** Lets somebody listen, from the event after `lastEventId` on where that is still known. */
  readonly add: (listener: Listener, lastEventId: string | undefined) => Promise<void>;
  readonly remove: (listener: Listener) => void;
  readonly size: () => number;
  /** How many were dropped because they read too slowly. */
  readonly dropped: () => number;
  /** Tells everybody to come back later, and ends. */
  readonly close: () => void;
};

const TICK_MS = 1_000;
const HEARTBEAT_MS = 15_000;

/**
 * Hands out events to all listeners of this process. One look at the feed a tick serves them all, so what they cost the database does not
 * depend on their number; while nobody listens nobody looks.
 */
export function createEventHub(settings: EventHubSettings): EventHub {
  const { feed, log, tickMs = TICK_MS, heartbeatMs = HEARTBEAT_MS } = settings;
  const listeners = createListenerSet(settings);
  const events = createEventLog();
  const beat = createHeartbeat(listeners, heartbeatMs);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lastLookMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const look = async () => {
    const news = await feed.look();
    lastLookMs = performance.now();
    if (news.length === 0) return;
    const text = news.map(events.add).join('');
    for (const listener of listeners.all()) if (listener.isReady) listeners.send(listener, text);
  };
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const tick = async () => {
    for (const step of [lookOnce, () => tellOwn(feed, listeners), beat]) {
      await step().catch((error: unknown) => log.warn({ err: error }, 'live events wait for the next look'));
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
      // After a time without listeners what is known is old: all who come in meanwhile wait for the same look.
      if (performance.now() - lastLookMs > 2 * tickMs) await lookOnce();
      schedule();
      if (!listeners.has(listener)) return;
      listener.isReady = true;
      listeners.send(listener, events.since(lastEventId) ?? events.begin(feed.snapshot()));
    },
    remove: listeners.remove,
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

/** Tells each listener with a token what is new of its own, all of them by one question. */
async function tellOwn(feed: EventFeed, listeners: ListenerSet): Promise<void> {
  const users = new Set([...listeners.all()].flatMap(({ userId }) => (userId === null ? [] : [userId])));
  if (users.size === 0) return;
  const found = await feed.lookFor([...users]);
  for (const listener of listeners.all()) {
    const event = listener.userId === null || !listener.isReady ? undefined : found.get(listener.userId);
    if (event === undefined || event.data === listener.lastOwn) continue;
    listener.lastOwn = event.data;
    listeners.send(listener, `event: ${event.name}\ndata: ${event.data}\n\n`);
  }
}

/** Now and then a sign of life to everybody, and an end for those whose sessions have ended. */
function createHeartbeat(listeners: ListenerSet, heartbeatMs: number): () => Promise<void> {
  let lastMs = performance.now();
  return async () => {
    if (performance.now() - lastMs < heartbeatMs) return;
    lastMs = performance.now();
    await Promise.all(
      [...listeners.all()].map(async (listener) => {
        listeners.send(listener, ':\n\n');
        if (!(await listener.isAllowed())) listeners.end(listener, 'event: logged-out\ndata: {}\n\n');
      }),
    );
  };
}
