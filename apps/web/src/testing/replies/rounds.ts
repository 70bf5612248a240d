import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { fullHome } from './home.ts';

type Terms = ReplyOf<'POST /api/biz/mint/detail'>['terms'];
type Preview = ReplyOf<'POST /api/app/preview'>;
type Latest = ReplyOf<'POST /api/app/last/crowdfund'>;
type Round = ReplyOf<'GET /api/app/home'>['openRounds'][number];

export const TERMS_HASH = `0x${'ab'.repeat(32)}`;

/** Returns the terms of a round in Nairobi that pays its FMC in three stages. */
export function roundTerms(change: Partial<Terms> = {}): Terms {
  return {
    city: 'Nairobi',
    phase: 2,
    number: 4,
    opensAt: 0,
    closesAt: 1,
    quota: '1000',
    minimum: '10',
    walletMaximum: '0',
    lateBps: 1_000,
    mintFeeBps: 100,
    mintAmount: '5000',
    stageBps: [4_000, 3_000, 3_000],
    referralBps: 2_000,
    nodesBps: 2_000,
    levelsBps: 2_000,
    treasuryBps: 1_000,
    lossBps: 300,
    reserveDrawBps: 100,
    compensationTimesBps: 20_000,
    stageDelaysMs: [0, 3_600_000, 7_200_000],
    ...change,
  };
}

/** Returns London's open round, with these changes. */
export function sampleRound(now: number, change: Partial<Round> = {}): Round {
  const [round] = fullHome(now).openRounds;
  if (round === undefined) throw new Error('an open round');
  return { ...round, ...change };
}

/** Returns the newest round of a city, by default London's open one. */
export function latestRound(now: number, change: Partial<Round> = {}): Latest {
  const round = sampleRound(now, change);
  return { serverTime: now, round, terms: roundTerms(), termsHash: TERMS_HASH, reserve: '0' };
}

/** Returns the preview of a join with 50: with few joins after it, it is compensated. */
export function samplePreview(change: Partial<Preview> = {}): Preview {
  const failed = { refund: '48.5', loss: '1.5' };
  return {
    accepted: '50',
    rank: 312,
    success: { principal: '49.5', fee: '0.5', fmc: '208.333333333333333333', stages: ['83', '62.5', '62.833333'] },
    failures: [
      { atBps: 4_000, position: 'last-to-join', ...failed, compensation: '1.5', hashPower: '0' },
      { atBps: 7_000, position: 'later-orders-first', ...failed, compensation: '0.25', hashPower: '2.5' },
      { atBps: 9_900, position: 'later-orders-first', ...failed, compensation: '0', hashPower: '3' },
    ],
    maximumLoss: '1.5',
    coverageBps: 6_250,
    drawnFirst: '0',
    ...change,
  };
}
