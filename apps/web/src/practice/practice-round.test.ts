import { NOON } from '@city-mint/client/testing/start-clock.ts';
import { signedUnitsOf, sumOfTexts, unitsOf } from '@city-mint/domain/money/amount-text';
import { expect, test } from 'vitest';
import { latestRound } from '#testing/replies/rounds.ts';
import { type PracticeTerms, playAmount, playRound } from './practice-round.ts';

const { terms, reserve } = latestRound(NOON);
if (terms === null) throw new Error('a round with terms');
const PUBLISHED: PracticeTerms = { terms, reserve };
const SEEDS = Array.from({ length: 200 }, (_seed, index) => index * 7_919);

test('default: a crowd that fills the round reaches its quota exactly, with the reader’s own order', () => {
  for (const seed of SEEDS) {
    const { filled, ownIndex, moment } = playRound(PUBLISHED, { seed, fills: true });
    expect(filled.at(-1)).toBe(unitsOf(terms.quota));
    expect((filled[ownIndex] ?? 0n) - (filled[ownIndex - 1] ?? 0n)).toBe(playAmount(terms));
    if (moment.outcome !== 'minted') throw new Error(moment.outcome);
    // The principal comes back less the fee of the terms.
    expect(signedUnitsOf(moment.netJu)).toBe(-(playAmount(terms) * BigInt(terms.mintFeeBps)) / 10_000n);
    expect(sumOfTexts([moment.principal, `-${moment.netJu}`.replace('--', '')])).toBe(moment.joined);
    // Each of the three stages is rounded for itself.
    const share = (unitsOf(terms.mintAmount) * playAmount(terms)) / unitsOf(terms.quota);
    expect([-3n, -2n, -1n, 0n, 1n, 2n, 3n]).toContain(unitsOf(moment.fmc) - share);
  }
});

test('default: one that does not loses at most the share of the terms, less what the reserve compensates', () => {
  for (const seed of SEEDS) {
    const { filled, moment } = playRound(PUBLISHED, { seed, fills: false });
    expect(filled.at(-1)).toBeLessThan(unitsOf(terms.quota));
    if (moment.outcome !== 'failed') throw new Error(moment.outcome);
    const most = (playAmount(terms) * BigInt(terms.lossBps)) / 10_000n;
    expect(unitsOf(moment.loss)).toBe(most);
    expect(sumOfTexts([moment.refund, moment.loss])).toBe(moment.joined);
    expect(moment.netJu).toBe(sumOfTexts([moment.compensation, `-${moment.loss}`]));
  }
});

test('behavior: a reserve without JU compensates nothing, a full one the whole loss of the reader', () => {
  const draw = (balance: string) => {
    const { moment } = playRound(
      { terms: { ...terms, reserveDrawBps: 10_000 }, reserve: balance },
      { seed: 1, fills: false },
    );
    if (moment.outcome !== 'failed') throw new Error(moment.outcome);
    return moment;
  };
  expect(draw('0').compensation).toBe('0');
  expect(draw(terms.quota)).toMatchObject({ netJu: '0', compensation: draw('0').loss });
});

test('behavior: the same seed invents the same crowd, another one another', () => {
  const play = (seed: number) => playRound(PUBLISHED, { seed, fills: true }).filled;
  expect(play(5)).toEqual(play(5));
  expect(play(5)).not.toEqual(play(6));
});

test('behavior: play money is 100 JU within the round’s minimum and a tenth of its quota', () => {
  expect(playAmount({ quota: '120000', minimum: '10' })).toBe(unitsOf('100'));
  expect(playAmount({ quota: '120000', minimum: '250' })).toBe(unitsOf('250'));
  expect(playAmount({ quota: '500', minimum: '10' })).toBe(unitsOf('50'));
});
