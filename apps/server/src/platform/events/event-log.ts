import { randomUUID } from 'node:crypto';
import type { LiveEvent } from './listener.ts';

export type EventLog = {
  /** Numbers an event, stores it, and returns it as it is sent. */
  readonly add: (event: LiveEvent) => string;
  /** Returns everything after the event with this id, as it is sent; undefined when that is not known any more. */
  readonly since: (id: string | undefined) => string | undefined;
  /** Returns an event that begins a stream: the next one is the next that happens. */
  readonly begin: (event: LiveEvent) => string;
};

/** Events that a listener who was away can catch up with. */
const MAX_EVENTS = 1_000;

/**
 * Returns a log of the last events of this process with their ids. Another process, or this one after a restart, does
 * not know the ids, and its listeners begin from a snapshot.
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
