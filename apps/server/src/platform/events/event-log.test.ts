import { describe, expect, test } from 'vitest';
import { createEventLog } from './event-log.ts';

const event = (data: string) => ({ name: 'rounds', data });
const idOf = (text: string) => /^id: (.*)$/m.exec(text)?.[1];
const dataOf = (text: string | undefined) => [...(text ?? '').matchAll(/^data: (.*)$/gm)].map(([, data]) => data);

describe('createEventLog', () => {
  test('default: sends an event with an id, its name and its data', () => {
    const log = createEventLog();
    expect(log.add(event('{"a":1}'))).toMatch(/^id: [0-9a-f]{8}-1\nevent: rounds\ndata: \{"a":1\}\n\n$/);
  });

  test('default: a returning listener gets the events after the last one it received', () => {
    const log = createEventLog();
    const [first = ''] = ['1', '2', '3'].map((data) => log.add(event(data)));
    expect(dataOf(log.since(idOf(first)))).toEqual(['2', '3']);
  });

  test('behavior: a listener that missed nothing gets a comment, which is not an event', () => {
    const log = createEventLog();
    expect(log.since(idOf(log.add(event('1'))))).toBe(':\n\n');
  });

  test('behavior: the first event of a stream is followed by the next event', () => {
    const log = createEventLog();
    log.add(event('1'));
    const begin = log.begin(event('snapshot'));
    log.add(event('2'));
    expect(dataOf(begin)).toEqual(['snapshot']);
    expect(dataOf(log.since(idOf(begin)))).toEqual(['2']);
  });

  test('behavior: a stream that began before any event gets all of them', () => {
    const log = createEventLog();
    const begin = log.begin(event('snapshot'));
    for (const data of ['1', '2']) log.add(event(data));
    expect(dataOf(log.since(idOf(begin)))).toEqual(['1', '2']);
  });

  test('behavior: an id from the future, of another process, or without a valid form is unknown', () => {
    const log = createEventLog();
    const [epoch = ''] = idOf(log.add(event('1')))?.split('-') ?? [];
    const other = idOf(createEventLog().add(event('1')));
    for (const id of [undefined, '', '1', epoch, `${epoch}-2`, `${epoch}--1`, `${epoch}-1e0`, `${epoch}-x`, other]) {
      expect(log.since(id)).toBeUndefined();
    }
  });

  test('behavior: the last thousand events are available, and no older one', () => {
    const log = createEventLog();
    const ids = Array.from({ length: 1_002 }, (_, index) => idOf(log.add(event(`${index}`))));
    expect(dataOf(log.since(ids[1]))).toHaveLength(1_000);
    expect(dataOf(log.since(ids[1]))[0]).toBe('2');
    expect(log.since(ids[0])).toBeUndefined();
  });
});
