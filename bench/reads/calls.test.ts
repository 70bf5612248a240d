import { endpoints } from '@city-mint/api-contract/endpoints';
import { describe, expect, test } from 'vitest';
import { listSamples, missingSamples } from './calls.ts';

const ids = {
  openRound: '5',
  settledRound: '4',
  city: '1',
  whaleOrder: '9',
  withdrawal: '3',
  ordinaryAddress: `0x${'0'.repeat(39)}7`,
  previewToken: '0'.repeat(64),
};

describe('the calls that the bench of reads measures', () => {
  test('default: every declared call that reads has samples, and their requests are valid', () => {
    expect(missingSamples(Object.keys(endpoints))).toEqual([]);
    const samples = listSamples(ids, Date.now());
    expect(samples.length).toBeGreaterThan(90);
    const invalid = samples.filter(({ key, request }) => !endpoints[key].request.safeParse(request).success);
    expect(invalid.map(({ key, name }) => `${key} ${name}`)).toEqual([]);
  });

  test('counter: a new call, and a call that reads and is named as one that writes, are missing', () => {
    expect(missingSamples(['GET /api/app/new'], {})).toEqual(['GET /api/app/new']);
    expect(missingSamples(['GET /api/app/home'], { 'GET /api/app/home': 'writes' })).toEqual(['GET /api/app/home']);
    expect(missingSamples(['POST /api/biz/crowdfund'], { 'POST /api/biz/crowdfund': 'writes' })).toEqual([]);
  });

  test('behavior: calls of participants are made by each of the wallets, others by one caller', () => {
    const walletsOf = (path: string) => listSamples(ids, 0).filter(({ key }) => key.endsWith(path));
    expect(walletsOf('/profit/view').map(({ wallet }) => wallet)).toEqual(['whale', 'inviter', 'ordinary']);
    expect(walletsOf('/ops/journal').map(({ wallet }) => wallet)).toEqual([null]);
  });
});
