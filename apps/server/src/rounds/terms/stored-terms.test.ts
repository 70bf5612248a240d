import { planJson } from '@city-mint/domain/rounds/phase-plan';
import { termsJson } from '@city-mint/domain/rounds/terms-json';
import { buildPlan } from '@city-mint/tests/builders/rounds';
import { expect, test } from 'vitest';
import { parsePlan, parseTerms, readableOnly } from './stored-terms.ts';

const plan = buildPlan();
const { city, phase, firstOpensAt: opensAt, firstQuota: quota, terms: shared } = plan;
const terms = { city, phase, number: 1, opensAt, closesAt: opensAt + 1, quota, ...shared };

test('default: reads terms and plans from their rows as stored', () => {
  expect(parseTerms(JSON.parse(termsJson(terms)))).toEqual(terms);
  expect(parsePlan(JSON.parse(planJson(plan)))).toEqual(plan);
});

test('behavior: stored terms that break a bound are an error', () => {
  const row = JSON.parse(termsJson(terms));
  expect(() => parseTerms({ ...row, lossBps: 1_001 })).toThrow('lossBps: must be a whole number from 0 to 1000');
  expect(() => parseTerms({ ...row, mintAmount: '0' })).toThrow('mintAmount: must be above 0');
  expect(() => parseTerms({ ...row, minimum: 1 })).toThrow(/minimum.*RoundsUnreadable/);
});

test('behavior: reads terms of a newer release, and ignores an unknown field', () => {
  expect(parseTerms({ ...JSON.parse(termsJson(terms)), newField: '1', other: { deep: [] } })).toEqual(terms);
  const row = JSON.parse(planJson(plan));
  expect(parsePlan({ ...row, newField: 1, terms: { ...row.terms, newTerm: 2 } })).toEqual(plan);
});

test('behavior: reads a list without its unreadable rows, and throws other faults', () => {
  const row = JSON.parse(termsJson(terms));
  const { quota: _quota, ...broken } = row;
  expect(readableOnly([row, broken, row], parseTerms)).toEqual([terms, terms]);
  expect(() =>
    readableOnly([row], () => {
      throw new Error('the disk is full');
    }),
  ).toThrow('the disk is full');
});
