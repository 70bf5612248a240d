import { DAY_MS, HOUR_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { timeFormat, timePlaces, timeRange, timeScaleOf } from './axis-places.ts';

afterEach(() => vi.unstubAllEnvs());

/** Returns the labels of an axis with room for eight of them. */
function labels(times: readonly number[], most = 8): string[] {
  const scale = timeScaleOf(times);
  const format = timeFormat('en', scale);
  return timePlaces(times, { scale, most }).map((time) => format.format(time));
}

const from = Date.parse('2026-12-30T21:07:13Z');
/** Points of a span that begins there, an uneven number of them. */
const span = (length: number) => Array.from({ length: 8 }, (_point, index) => from + Math.round((index * length) / 7));
const days = (count: number, first = '2026-12-20T00:00:00Z') =>
  Array.from({ length: count }, (_day, index) => Date.parse(first) + index * DAY_MS);

describe.each([
  { zone: 'UTC', hour: '22:00', noon: 'Dec 31, 00:00' },
  { zone: 'Asia/Singapore', hour: '06:00', noon: 'Dec 31, 12:00' },
  { zone: 'Asia/Kolkata', hour: '03:00', noon: 'Dec 31, 12:00' },
  { zone: 'America/Los_Angeles', hour: '14:00', noon: 'Dec 31, 00:00' },
])('an axis on a device in $zone', ({ zone, hour, noon }) => {
  const inZone = (times: readonly number[], most?: number) => {
    vi.stubEnv('TZ', zone);
    return labels(times, most);
  };

  test('default: of minutes, at full minutes', () => {
    const shown = inZone(span(20 * MINUTE_MS));
    expect(shown.length).toBeGreaterThanOrEqual(4);
    expect(shown.every((label) => /^\d\d:[0-5][05]:00$/.test(label))).toBe(true);
  });

  test('default: of an hour and of half a day, at full hours of this device', () => {
    expect(inZone(span(HOUR_MS)).every((label) => /^\d\d:\d[05]$/.test(label))).toBe(true);
    const shown = inZone(span(13 * HOUR_MS), 16);
    expect(shown).toContain(hour);
    expect(shown.every((label) => label.endsWith(':00'))).toBe(true);
  });

  test('default: of some days, at midnight or noon of this device', () => {
    const shown = inZone(span(3 * DAY_MS));
    expect(shown).toContain(noon);
    expect(shown.every((label) => /(00|12):00$/.test(label))).toBe(true);
  });

  test('default: days of UTC keep their names, each at its own point, none twice', () => {
    const month = days(31);
    const shown = inZone(month, 32);
    expect([shown.length, shown[0], shown[11], shown.at(-1)]).toEqual([31, 'Dec 20', 'Dec 31', 'Jan 19']);
    for (const count of [2, 3, 7, 31, 90]) {
      const places = timePlaces(days(count), { scale: 'days', most: 8 });
      expect(places.every((place) => days(count).includes(place))).toBe(true);
      const named = inZone(days(count));
      const last = timeFormat('en', 'days').format(days(count).at(-1));
      expect([named.at(-1), new Set(named).size, named.length <= 8]).toEqual([last, named.length, true]);
    }
  });

  test('default: a year of days says of which year each is', () => {
    const shown = inZone(days(366));
    expect([shown.at(-1), new Set(shown).size, shown.length <= 8]).toEqual(['Dec 20, 27', shown.length, true]);
    expect(inZone(days(3 * 366)).length).toBeLessThanOrEqual(8);
  });

  test('bound: a single day or moment is in the middle, under its own name', () => {
    const [day = 0] = days(1, '2026-12-31T00:00:00Z');
    expect(inZone([day])).toEqual(['Dec 31']);
    expect(timeRange([day])).toEqual([day - DAY_MS / 2, day + DAY_MS / 2]);
    expect(inZone([from])).toEqual([expect.stringMatching(/^Dec 3[01], \d\d:[03]7$/)]);
    expect(inZone([])).toEqual([]);
  });
});
