import { describe, expect, test } from 'vitest';
import { figureText, percentOf, unitOf } from './figure-text.ts';

type Reader = Parameters<typeof figureText>[2];

const LABELS: Readonly<Record<string, string>> = { lossBps: 'Loss', quota: 'Quota' };
const READER: Reader = {
  language: 'en',
  currency: null,
  choiceOf: (value) => (value === 'viewer' ? 'Viewer' : value),
  labelOf: (name) => LABELS[name] ?? name,
  words: { yes: 'Yes', no: 'No', hours: 'hours', days: 'days' },
};

const textOf = (name: string, value: string, change: Partial<Reader> = {}) => {
  const { text, unit } = figureText(name, value, { ...READER, ...change });
  return unit === null ? text : `${text} ${unit}`;
};

describe('a figure', () => {
  test.each([
    ['quota', '1234567.5', '1,234,567.5 JU'],
    ['dailyEmission', '10000', '10,000 FMC'],
    ['fullHash', '5000', '5,000 H'],
    ['lossBps', '1250', '12.5 %'],
    ['newcomersFactor', '11000', '110 %'],
    ['windowMs', '5400000', '1 hour 30 minutes'],
    ['opensAt', '1795233600000', '2026-11-21 04:00:00 UTC'],
    ['nextPhaseTime', '1795233600000', '2026-11-21 04:00:00 UTC'],
    ['changedAt', '2026-11-20T04:00:00.000Z', '2026-11-20 04:00:00 UTC'],
    ['newAddressHours', '48', '48 hours'],
    ['hours', '48', '48 hours'],
    ['machineLifetimeDays', '540', '540 days'],
    ['enabled', 'true', 'Yes'],
    ['enabled', 'false', 'No'],
    ['role', 'viewer', 'Viewer'],
    ['rounds', '1200', '1,200'],
  ])('%s %s is read as %s', (name, value, text) => {
    expect(textOf(name, value)).toBe(text);
  });

  test.each([
    ['planId', '12345'],
    ['blockNumber', '12345678'],
    ['lastSequence', '1234'],
    ['consentsAsked', '12345'],
  ])('%s is a number without groups, unit and alignment', (name, value) => {
    expect(figureText(name, value, READER)).toEqual({ text: value, unit: null, isNumber: false });
  });

  test.each(['reason', 'city', 'label'])('%s is free text, even where it looks like a value', (name) => {
    expect(textOf(name, 'viewer')).toBe('viewer');
    expect(textOf(name, 'true')).toBe('true');
    expect(textOf(name, '1234')).toBe('1234');
  });

  test('a list of figures has their labels, separated as the language does', () => {
    const worse = 'lossBps 100 → 300, quota';
    expect(textOf('worse', worse)).toBe('Loss 100 → 300, Quota');
    expect(textOf('worse', worse, { language: 'zh' })).toBe('Loss 100 → 300、Quota');
  });

  test('amounts, shares and counts are numbers; texts and times are not', () => {
    const isNumber = (name: string, value: string) => figureText(name, value, READER).isNumber;
    expect(['quota', 'lossBps', 'hours', 'rounds'].map((name) => isNumber(name, '100'))).toEqual(Array(4).fill(true));
    expect([isNumber('role', 'viewer'), isNumber('windowMs', '1000'), isNumber('enabled', 'true')]).toEqual(
      Array(3).fill(false),
    );
  });

  test('a negative amount keeps its sign and its unit', () => {
    expect(textOf('balance', '-1234.5')).toBe('-1,234.5 JU');
  });
});

describe('the unit of an amount', () => {
  test('is the currency of its action only where that can be', () => {
    expect(unitOf('perDay', 'FMC')).toBe('FMC');
    expect(unitOf('perDay', null)).toBe('JU');
    expect(unitOf('treasury', 'FMC')).toBe('JU');
  });

  test('is none for a name without an amount, names of the language included', () => {
    expect(unitOf('phase', 'JU')).toBeNull();
    expect(unitOf('constructor', null)).toBeNull();
  });
});

test.each([
  ['0', '0'],
  ['1', '0.01'],
  ['1250', '12.5'],
  ['10000000', '100,000'],
])('%s basis points are %s percent', (bps, percent) => {
  expect(percentOf(bps, 'en')).toBe(percent);
});
