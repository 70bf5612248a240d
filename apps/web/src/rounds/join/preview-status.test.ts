import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { describe, expect, test } from 'vitest';
import { type Preview, previewStatus } from './preview-status.ts';

const preview: Preview = {
  accepted: '60',
  rank: 3,
  coverageBps: 5_000,
  drawnFirst: '0',
  maximumLoss: '6',
  success: { fmc: '10', fee: '1', principal: '59', stages: ['4', '3', '3'] },
  failures: [],
};
const query = { data: preview, error: null, isPending: false, isPlaceholderData: false };
const input = {
  amount: '60',
  previewedAmount: '60',
  isWanted: true,
  isEnabled: true,
  query,
  round: { state: 'open' as const, quota: '1000', filled: '400' },
};

describe('previewStatus', () => {
  test('default: shows the figures of the amount', () => {
    expect(previewStatus(input)).toEqual({
      kind: 'ready',
      preview,
      isStale: false,
      fillsRound: false,
    });
  });

  test('behavior: none without an amount, or while the sheet or the round is closed', () => {
    expect(previewStatus({ ...input, isWanted: false })).toEqual({ kind: 'none' });
  });

  test('behavior: loading until the first figures arrive', () => {
    expect(previewStatus({ ...input, query: { ...query, data: undefined, isPending: true } })).toEqual({
      kind: 'loading',
    });
    expect(previewStatus({ ...input, isEnabled: false })).toEqual({ kind: 'loading' });
  });

  test('behavior: failed when the query fails, even with earlier figures', () => {
    const failed = (error: Error) => previewStatus({ ...input, query: { ...query, error } });
    expect(failed(new Error('no answer'))).toEqual({ kind: 'failed', text: null });
    const refusal = new RefusalError({ error: 'round-full', msg: '本轮已满仓', details: {} });
    expect(failed(refusal)).toEqual({ kind: 'failed', text: '本轮已满仓' });
  });

  test('behavior: a round that accepts no joins is closed for every amount', () => {
    const round = { ...input.round, state: 'full' as const };
    expect(previewStatus({ ...input, round })).toEqual({ kind: 'closed' });
    expect(previewStatus({ ...input, round, isWanted: false })).toEqual({ kind: 'closed' });
  });

  test.each([
    ['the user goes on typing', { amount: '61' }],
    ['the figures are those of the previous amount', { query: { ...query, isPlaceholderData: true } }],
  ])('behavior: stale while %s', (_when, change) => {
    expect(previewStatus({ ...input, ...change, previewedAmount: '60' })).toMatchObject({
      kind: 'ready',
      isStale: true,
    });
  });

  test('behavior: says when the order would fill the round', () => {
    const round = { state: 'open' as const, quota: '460', filled: '400' };
    expect(previewStatus({ ...input, round })).toMatchObject({ fillsRound: true });
  });
});
