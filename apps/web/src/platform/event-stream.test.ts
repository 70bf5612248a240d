import { expect, test } from 'vitest';
import { createEventStreamParser } from './event-stream.ts';

test('parses chunks that end anywhere: ids, names, data with colons; ignores comments', () => {
  const text = 'retry: 1500\n\n:\n\nid: a-1\nevent: rounds\ndata: {"at":"1:2"}\n\nevent: balances\ndata: {}\n\n';
  const whole = createEventStreamParser();
  const expected = [
    { id: 'a-1', name: 'rounds', data: '{"at":"1:2"}' },
    { id: null, name: 'balances', data: '{}' },
  ];
  expect(whole.push(text)).toEqual(expected);
  expect(whole.retryMs()).toBe(1_500);

  const parser = createEventStreamParser();
  expect([...text].flatMap((character) => parser.push(character))).toEqual(expected);
});

test('an event is complete only with its empty line', () => {
  const parser = createEventStreamParser();
  expect(parser.push('event: closing\ndata: {}\n')).toEqual([]);
  expect(parser.push('\n')).toEqual([{ id: null, name: 'closing', data: '{}' }]);
  expect(parser.retryMs()).toBeNull();
});
