import { DAY_MS, HOUR_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import { describe, expect, test } from 'vitest';
import { draftOf, durationParts, entryOf, fieldValue, readAmountDraft, valuesOf } from './form-drafts.ts';
import type { FormField } from './form-fields.ts';

const PLAIN = { nullable: false, optional: false, description: null, longest: null, choices: [], fields: [] };

function fieldOf(kind: FormField['kind'], change: Partial<FormField> = {}): FormField {
  return { ...PLAIN, name: kind, kind, ...change };
}

const ROOM = fieldOf('group', {
  fields: [fieldOf('text', { name: 'name' }), fieldOf('whole-number', { name: 'seats' })],
});
const ROOMS = fieldOf('list', { name: 'rooms', fields: [ROOM] });

describe('the draft of a value', () => {
  test.each([
    [0, '0 min'],
    [1, '1 ms'],
    [1_500, '1500 ms'],
    [90_000, '90 s'],
    [90 * MINUTE_MS, '90 min'],
    [36 * HOUR_MS, '36 h'],
    [540 * DAY_MS, '540 d'],
  ])('a duration of %i ms is in the largest unit that fits: %s', (duration, draft) => {
    expect(draftOf(fieldOf('duration'), duration)).toBe(draft);
    expect(fieldValue(fieldOf('duration'), draft)).toBe(duration);
  });

  test.each([
    ['2026-11-23T08:00:00.000Z', '2026-11-23T08:00'],
    ['2026-11-23T08:00:30.000Z', '2026-11-23T08:00:30'],
    ['2026-11-23T08:00:30.250Z', '2026-11-23T08:00:30.250'],
  ])('a time is as precise as it needs to be: %s', (iso, draft) => {
    const time = Date.parse(iso);
    expect(draftOf(fieldOf('time'), time)).toBe(draft);
    expect(fieldValue(fieldOf('time'), draft)).toBe(time);
  });

  test('a list and a group have drafts of their parts; without a value they are empty', () => {
    expect(draftOf(ROOMS, [{ name: 'hall', seats: 12 }])).toEqual([{ name: 'hall', seats: '12' }]);
    expect(draftOf(ROOMS, undefined)).toEqual([]);
    expect(draftOf(ROOMS, 'no list')).toEqual([]);
    expect(draftOf(ROOM, undefined)).toEqual({ name: '', seats: '' });
  });

  test('null stays null, a missing value is an empty text, an object is JSON', () => {
    expect(draftOf(fieldOf('amount'), null)).toBeNull();
    expect(draftOf(fieldOf('amount'), undefined)).toBe('');
    expect(draftOf(fieldOf('json'), { a: [1] })).toBe('{"a":[1]}');
    expect(draftOf(fieldOf('boolean'), false)).toBe('false');
  });
});

describe('the value of a draft', () => {
  test.each([
    ['amount', ' 1,250.5 ', '1250.5'],
    ['amount', '1,250', '1,250'],
    ['amount', 'a lot', 'a lot'],
    ['whole-number', '12', 12],
    ['whole-number', '-3', -3],
    ['whole-number', 'twelve', 'twelve'],
    ['bps', '2.5', 2.5],
    ['duration', '1.5 h', 1.5 * HOUR_MS],
    ['duration', ' h', undefined],
    ['duration', 'soon h', 'soon h'],
    ['time', 'tomorrow', 'tomorrow'],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['json', '{"a":1}', { a: 1 }],
    ['json', '{a', '{a'],
    ['address', ' 0xAB ', '0xAB'],
    ['text', ' with blanks ', ' with blanks '],
    ['long-text', ' with blanks ', ' with blanks '],
  ] as const)('%s “%s”', (kind, draft, value) => {
    expect(fieldValue(fieldOf(kind), draft)).toEqual(value);
  });

  test('an amount that can be read in two ways is sent as it was typed, for the schema to refuse', () => {
    expect(readAmountDraft('1,250')).toMatchObject({ kind: 'ambiguous', readings: expect.arrayContaining(['1250']) });
    expect(fieldValue(fieldOf('amount'), '1,250')).toBe('1,250');
  });

  test('empty fields are left out; a field without a value on purpose is null', () => {
    const fields = [fieldOf('amount'), fieldOf('address'), fieldOf('bps'), ROOMS];
    expect(valuesOf(fields, { amount: null, address: '  ', rooms: [] })).toEqual({ amount: null, rooms: [] });
  });

  test('entries of a list keep their order, and their empty parts are left out', () => {
    const drafts = {
      rooms: [
        { name: 'hall', seats: '' },
        { name: '', seats: '4' },
      ],
    };
    expect(valuesOf([ROOMS], drafts)).toEqual({ rooms: [{ name: 'hall' }, { seats: 4 }] });
  });
});

test('a duration without a known unit is in hours', () => {
  expect(durationParts('')).toEqual({ figure: '', unit: 'h' });
  expect(durationParts('5')).toEqual({ figure: '5', unit: 'h' });
  expect(durationParts('5 fortnights')).toEqual({ figure: '5', unit: 'h' });
  expect(durationParts('5 toString')).toEqual({ figure: '5', unit: 'h' });
  expect(durationParts('5 d')).toEqual({ figure: '5', unit: 'd' });
});

test('a field that is no list has no entries', () => {
  expect(() => entryOf(fieldOf('text', { name: 'note' }))).toThrow('note is no list');
});
