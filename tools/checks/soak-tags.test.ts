import { DAY_MS } from '@city-mint/domain/time/durations';
import { expect, test } from 'vitest';
import { leftOutTags, SOAK_TAGS } from './soak-tags.ts';

const DAY = 20_789 * DAY_MS;

/** Returns the tags of the tests that run on the day of `now`. */
const runOn = (now: number) => SOAK_TAGS.filter((tag) => !leftOutTags('today', now).includes(tag));

test('default: one part a day, and each within as many days as there are parts', () => {
  const days = SOAK_TAGS.map((_tag, later) => runOn(DAY + later * DAY_MS));
  expect(days.map(({ length }) => length)).toEqual(SOAK_TAGS.map(() => 1));
  expect(new Set(days.flat())).toEqual(new Set(SOAK_TAGS));
  expect(runOn(DAY + DAY_MS - 1)).toEqual(days[0]);
});

test('default: without a part all tags are left out, with all none, with a number those of the others', () => {
  expect(leftOutTags(undefined, DAY)).toEqual(SOAK_TAGS);
  expect(leftOutTags('all', DAY)).toEqual([]);
  expect(leftOutTags('2', DAY)).toEqual(['soak-1', 'soak-3', 'soak-4', 'soak-5', 'soak-6']);
});

test.each(['7', '0', '', 'soak-1'])('error: there is no part %j', (part) => {
  expect(() => leftOutTags(part, DAY)).toThrow('no part');
});
