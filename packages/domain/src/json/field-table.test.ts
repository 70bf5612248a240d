import { describe, expect, test } from 'vitest';
import { tokenAmount, ZERO } from '../money/token-amount.ts';
import { checkFields, convertFields, fieldsOfKind, mapFields, readFields, unless } from './field-table.ts';
import { createJsonReader } from './json-reader.ts';

const TABLE = {
  city: { kind: 'text' },
  rounds: { kind: 'count' },
  opensAt: { kind: 'time' },
  gapMs: { kind: 'duration', from: 5, to: 10 },
  quota: { kind: 'amount', from: 1 },
  minimum: { kind: 'amount' },
  feeBps: { kind: 'bps', to: 1_000 },
  growthBps: { kind: 'factor' },
  stageBps: { kind: 'stage-bps' },
  stageDelaysMs: { kind: 'stage-delays' },
} as const;

const GOOD = {
  city: 'Zürich',
  rounds: 1,
  opensAt: 0,
  gapMs: 5,
  quota: tokenAmount(1n),
  minimum: ZERO,
  feeBps: 1_000,
  growthBps: 100_000,
  stageBps: [10_000, 0, 0],
  stageDelaysMs: [0, 1, 2],
} as const;

const DOCUMENT = { ...GOOD, quota: '1', minimum: '0' };

const read = (document: unknown) => {
  const reader = createJsonReader();
  const values = readFields(TABLE, { reader, place: { value: document, path: '' } });
  return { values, problem: reader.problem() };
};

describe('checkFields', () => {
  test('default: values at their bounds break nothing', () => {
    expect(checkFields(TABLE, GOOD)).toEqual([]);
    expect(checkFields(TABLE, { ...GOOD, gapMs: 10, feeBps: 0, growthBps: 0, stageBps: [0, 0, 10_000] })).toEqual([]);
  });

  test.each<[string, Partial<Record<keyof typeof TABLE, unknown>>, string]>([
    ['city', { city: '' }, 'name'],
    ['rounds', { rounds: 0 }, 'whole 1'],
    ['rounds', { rounds: Number.MAX_SAFE_INTEGER + 1 }, 'whole 1'],
    ['opensAt', { opensAt: -1 }, 'whole 0'],
    ['gapMs', { gapMs: 4 }, 'whole 5 10'],
    ['gapMs', { gapMs: 11 }, 'whole 5 10'],
    ['gapMs', { gapMs: 5.5 }, 'whole 5 10'],
    ['quota', { quota: ZERO }, 'above 0'],
    ['feeBps', { feeBps: 1_001 }, 'whole 0 1000'],
    ['growthBps', { growthBps: 100_001 }, 'whole 0 100000'],
    ['stageBps', { stageBps: [5_000, 5_000, 1] }, 'sum 10000'],
    ['stageDelaysMs', { stageDelaysMs: [1, 2, 3] }, 'rising'],
    ['stageDelaysMs', { stageDelaysMs: [0, 2, 2] }, 'rising'],
  ])('behavior: a bad %s is named with its bound: %o', (field, changed, bound) => {
    expect(checkFields(TABLE, { ...GOOD, ...changed } as typeof GOOD)).toEqual([{ field, bound }]);
  });

  test('behavior: a bad stage is named by its index, before the rule over all three', () => {
    expect(checkFields(TABLE, { ...GOOD, stageBps: [10_001, 0, -1] })).toEqual([
      { field: 'stageBps[0]', bound: 'whole 0 10000' },
      { field: 'stageBps[2]', bound: 'whole 0 10000' },
    ]);
    expect(checkFields(TABLE, { ...GOOD, stageDelaysMs: [0, 0.5, 1] })).toEqual([
      { field: 'stageDelaysMs[1]', bound: 'whole 0' },
    ]);
  });

  test('behavior: every broken bound is listed, in the order of the table', () => {
    const fields = checkFields(TABLE, { ...GOOD, feeBps: -1, city: '', quota: ZERO }).map(({ field }) => field);
    expect(fields).toEqual(['city', 'quota', 'feeBps']);
  });
});

describe('readFields', () => {
  test('default: reads every field, amounts from strings of base units', () => {
    expect(read(DOCUMENT)).toEqual({ values: GOOD, problem: undefined });
  });

  test.each<[string, unknown, string]>([
    ['a number as an amount', { ...DOCUMENT, quota: 1 }, 'quota: must be a whole number of base units'],
    ['a number as a text', { ...DOCUMENT, city: 7 }, 'city: must be a text, is 7'],
    ['two stages', { ...DOCUMENT, stageBps: [1, 2] }, 'stageBps: must have 3 entries, has 2'],
    ['four stages', { ...DOCUMENT, stageBps: [1, 2, 3, 4] }, 'stageBps: must have 3 entries, has 4'],
    ['a text as a stage', { ...DOCUMENT, stageBps: [1, '2', 3] }, 'stageBps[1]: must be a whole number, is "2"'],
    ['no list of stages', { ...DOCUMENT, stageDelaysMs: 1 }, 'stageDelaysMs: must be a list, is 1'],
    ['a list', [DOCUMENT], 'must be an object, is a list'],
  ])('behavior: %s is a problem', (_, document, problem) => {
    expect(read(document).problem).toContain(problem);
  });

  test('behavior: a missing field is named, and only the first problem is reported', () => {
    const { rounds: _, ...without } = DOCUMENT;
    expect(read({ ...without, feeBps: 'x' }).problem).toBe('rounds: missing');
  });
});

describe('tables', () => {
  test('default: mapFields calls back with each name and kind', () => {
    const kinds = mapFields<typeof TABLE, Record<string, string>>(TABLE, (name, kind) => `${name}=${kind}`);
    expect(Object.keys(kinds)).toEqual(Object.keys(TABLE));
    expect(kinds.gapMs).toBe('gapMs=duration');
  });

  test('default: convertFields converts each value by its kind', () => {
    const asText = (value: unknown) => String(value);
    const texts = convertFields(TABLE, GOOD, {
      text: asText,
      count: asText,
      time: (time) => new Date(time).toISOString(),
      duration: asText,
      amount: (amount) => `${amount} units`,
      bps: (bps) => `${bps / 100} %`,
      factor: (factor) => `${factor / 10_000} times`,
      'stage-bps': (stages) => stages.join('/'),
      'stage-delays': (stages) => stages.length,
    });
    expect(texts).toEqual({
      city: 'Zürich',
      rounds: '1',
      opensAt: '1970-01-01T00:00:00.000Z',
      gapMs: '5',
      quota: '1 units',
      minimum: '0 units',
      feeBps: '10 %',
      growthBps: '10 times',
      stageBps: '10000/0/0',
      stageDelaysMs: 3,
    });
  });

  test('default: fieldsOfKind keeps only the fields of these kinds', () => {
    expect(Object.keys(fieldsOfKind(TABLE, ['bps', 'factor']))).toEqual(['feeBps', 'growthBps']);
    expect(fieldsOfKind(TABLE, [])).toEqual({});
  });

  test('default: unless returns the violation of a rule that does not hold', () => {
    expect(unless(true, 'closesAt', 'after-opening')).toEqual([]);
    expect(unless(false, 'closesAt', 'after-opening')).toEqual([{ field: 'closesAt', bound: 'after-opening' }]);
  });
});
