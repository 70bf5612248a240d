import { randomUUID } from 'node:crypto';
import type { LiveEvent } from './listener.ts';

export type EventLog = {
  /** Numbers an event, stores it, and returns it in wire form. */
  readonly add: (event: LiveEvent) => string;
  /** Returns all events after the one with this id, in wire form; undefined when that is no longer stored. */
  readonly since: (id: string | undefined) => string | undefined;
  /** Returns an event that begins a stream: the next event has the following id. */
  readonly begin: (event: LiveEvent) => string;
};

/** Maximum number of events that a returning listener can catch up with. */
const MAX_EVENTS = 1_000;

/**
 * Returns a log of the last events of this process with their ids. Another process, or this one after a restart, does
 * not know the ids, so its listeners begin with a snapshot.
 */
export function createEventLog(): EventLog {
  const epoch = randomUUID().slice(0, 8);
  const storedEvents: string[] = [];
  let last = 0;
  const asSent = (number: number, { name, data }: LiveEvent) =>
    `id: ${epoch}-${number}\nevent: ${name}\ndata: ${data}\n\n`;
  return {
    add(event) {
      last += 1;
      const text = asSent(last, event);
      storedEvents.push(text);
      if (storedEvents.length > MAX_EVENTS) storedEvents.shift();
      return text;
    },
    since(id) {
      const [idEpoch, number = ''] = id?.split('-') ?? [];
      if (idEpoch !== epoch || !/^\d{1,15}$/.test(number)) return undefined;
      const missed = last - Number(number);
      if (missed < 0 || missed > storedEvents.length) return undefined;
      return missed === 0 ? ':\n\n' : storedEvents.slice(-missed).join('');
    },
    begin: (event) => asSent(last, event),
  };
}
