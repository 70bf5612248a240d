import { randomUUID } from 'node:crypto';
import type { LiveEvent } from './listener.ts';

export type EventLog = {
  /** Numbers an event, keeps it, and gives it as it is sent. */
  readonly add: (event: LiveEvent) => string;
  /** Everything after the event with this id, as it is sent; undefined when that is not known here any more. */
  readonly since: (id: string | undefined) => string | undefined;
  /** An event that begins a stream: what comes after it is what comes after now. */
  readonly begin: (event: LiveEvent) => string;
};

/** Events that a listener who was away may catch up with. */
const KEPT = 1_000;

/**
 * The last events of this process with their ids. Another process, or this one after a restart, does not know the ids and has its listeners
 * begin anew.
 */
export function createEventLog(): EventLog {
  const epoch = randomUUID().slice(0, 8);
  const kept: string[] = [];
  let last = 0;
  const asSent = (number: number, { name, data }: LiveEvent) =>
    `id: ${epoch}-${number}\nevent: ${name}\ndata: ${data}\n\n`;
  return {
    add(event) {
      last += 1;
      const text = asSent(last, event);
      kept.push(text);
      if (kept.length > KEPT) kept.shift();
      return text;
    },
    since(id) {
      const [of, number = ''] = id?.split('-') ?? [];
      if (of !== epoch || !/^\d{1,15}$/.test(number)) return undefined;
      const missed = last - Number(number);
      if (missed < 0 || missed > kept.length) return undefined;
      return missed === 0 ? ':\n\n' : kept.slice(-missed).join('');
    },
    begin: (event) => asSent(last, event),
  };
}
