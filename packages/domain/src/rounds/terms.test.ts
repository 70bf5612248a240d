import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { terms as anyTerms } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { SAMPLE_TERMS } from '../../testing/sample-terms.ts';
import { tokenAmount, ZERO } from '../money/token-amount.ts';
import { checkSettlementTerms, checkTerms, parseTerms, type Terms } from './terms.ts';
import { termsHash, termsJson } from './terms-json.ts';

const good: Terms = {
  city: 'London',
  phase: 1,
  number: 2,
  opensAt: 1_000,
  closesAt: 2_000,
  quota: tokenAmount(1_000n),
  ...SAMPLE_TERMS,
};

describe('checkTerms', () => {
  test('good terms break nothing, the bounds themselves included', () => {
    expect(checkTerms(good)).toEqual([]);
    const atTheBounds = { ...good, minimum: good.quota, mintFeeBps: 1_000, lossBps: 1_000, treasuryBps: 3_000 };
    expect(
      checkTerms({ ...atTheBounds, reserveDrawBps: 10_000, lateBps: 5_000, compensationTimesBps: 100_000 }),
    ).toEqual([]);
    holds(anyTerms, (terms) => expect(checkTerms(terms)).toEqual([]));
  });

  test.each<[Partial<Terms>, string[]]>([
    [{ city: '' }, ['city']],
    [{ phase: 0 }, ['phase']],
    [{ number: 1.5 }, ['number']],
    [{ opensAt: 2_000 }, ['closesAt']],
    [{ opensAt: -1 }, ['opensAt']],
    [{ closesAt: Number.POSITIVE_INFINITY }, ['closesAt']],
    [{ quota: ZERO }, ['quota', 'minimum']],
    [{ minimum: tokenAmount(1_001n) }, ['minimum']],
    [{ mintFeeBps: 1_001 }, ['mintFeeBps']],
    [{ mintFeeBps: -1 }, ['mintFeeBps']],
    [{ lossBps: 1_001 }, ['lossBps']],
    [{ lossBps: Number.NaN }, ['lossBps']],
    [{ mintAmount: ZERO }, ['mintAmount']],
    [{ stageBps: [4_000, 3_000, 2_999] }, ['stageBps']],
    [{ stageBps: [-1, 5_001, 5_000] }, ['stageBps[0]']],
    [{ stageDelaysMs: [1, 2, 3] }, ['stageDelaysMs']],
    [{ stageDelaysMs: [0, 2, 2] }, ['stageDelaysMs']],
    [{ stageDelaysMs: [0, 0.5, 2] }, ['stageDelaysMs[1]']],
    [{ treasuryBps: 3_001 }, ['referralBps + nodesBps + levelsBps + treasuryBps']],
    [{ lateBps: 5_001 }, ['lateBps']],
    [{ reserveDrawBps: 10_001 }, ['reserveDrawBps']],
    [{ compensationTimesBps: 100_001 }, ['compensationTimesBps']],
    [{ mintFeeBps: 1_001, lossBps: 1_001 }, ['mintFeeBps', 'lossBps']],
  ])('%o', (changed, fields) => {
    expect(checkTerms({ ...good, ...changed }).map(({ field }) => field)).toEqual(fields);
  });

  test('the settlement subset has the same bounds', () => {
    expect(checkSettlementTerms({ ...good, lossBps: 1_001 })).toEqual([{ field: 'lossBps', bound: 'whole 0 1000' }]);
  });
});

const sha256 = (utf8: string) => createHash('sha256').update(utf8, 'utf8').digest('hex');

describe('termsJson', () => {
  test('default', () => {
    expect(termsJson({ ...good, city: 'Zürich "1"\n' })).toBe(
      '{"city":"Zürich \\"1\\"\\n","closesAt":2000,"compensationTimesBps":20000,"lateBps":1000,"levelsBps":2000,' +
        '"lossBps":300,"minimum":"10","mintAmount":"5000","mintFeeBps":100,"nodesBps":2000,"number":2,' +
        '"opensAt":1000,"phase":1,"quota":"1000","referralBps":3000,"reserveDrawBps":5000,' +
        '"stageBps":[4000,3000,3000],"stageDelaysMs":[0,60000,120000],"treasuryBps":1000,"walletMaximum":"0"}',
    );
  });

  test('property: says the whole terms, in whatever order they were made', () => {
    holds(anyTerms, (terms) => {
      expect(parseTerms(JSON.parse(termsJson(terms)))).toEqual({ ok: true, terms });
      const { city, ...others } = terms;
      expect(termsJson({ ...others, city })).toBe(termsJson(terms));
    });
  });

  test('property: other terms, another hash', () => {
    holds(fc.tuple(anyTerms, anyTerms), ([a, b]) => {
      expect(termsHash(a, sha256) === termsHash(b, sha256)).toBe(termsJson(a) === termsJson(b));
      expect(termsHash({ ...a, lossBps: a.lossBps + 1 }, sha256)).not.toBe(termsHash(a, sha256));
    });
  });

  test('behavior: no canonical form for a lone surrogate or a fraction', () => {
    expect(() => termsJson({ ...good, city: '\ud800' })).toThrow(RangeError);
    expect(() => termsJson({ ...good, phase: 1.5 })).toThrow(RangeError);
  });
});

test('parseTerms names the fault and its place', () => {
  const document = JSON.parse(termsJson(good));
  expect(parseTerms({ ...document, lossBps: 1_001 })).toEqual({
    ok: false,
    error: 'lossBps: must be a whole number from 0 to 1000',
  });
  expect(parseTerms({ ...document, city: 7 })).toEqual({ ok: false, error: 'city: must be a text, is 7' });
  expect(parseTerms({ ...document, stageDelaysMs: [0] })).toEqual({
    ok: false,
    error: 'stageDelaysMs: must have 3 entries, has 1',
  });
  expect(parseTerms(null)).toEqual({ ok: false, error: 'must be an object, is null' });
});
