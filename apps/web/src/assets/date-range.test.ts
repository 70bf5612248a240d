import { describe, expect, test } from 'vitest';
import { inputTime, readDateRange } from './date-range.ts';

describe('readDateRange', () => {
  const start = '2026/11/21'.replaceAll('/', '-');

  test('both ends, the end after the start', () => {
    expect(readDateRange(`${start}T10:00`, `${start}T10:00:01`)).toMatchObject({ ok: true });
    expect(readDateRange('', `${start}T10:00`)).toEqual({ ok: false, error: 'start-missing' });
    expect(readDateRange(start, `${start}T10:00`)).toEqual({ ok: false, error: 'start-missing' });
    expect(readDateRange(`${start}T10:00`, '')).toEqual({ ok: false, error: 'end-missing' });
    expect(readDateRange(`${start}T10:00`, `${start}T10:00`)).toEqual({ ok: false, error: 'end-not-after-start' });
  });

  test('behavior: what the input shows reads back as the same time', () => {
    const time = new Date(2026, 10, 21, 9, 8, 7).getTime();
    expect(readDateRange(inputTime(time), inputTime(time + 1000))).toEqual({ ok: true, from: time, to: time + 1000 });
  });

  test.each(['2026-13-40T10:00', '1999-12-31T23:59', '21/11/2026 10:00'])('behavior: %s is no time', (text) => {
    expect(readDateRange(text, `${start}T10:00`)).toEqual({ ok: false, error: 'start-missing' });
  });
});
