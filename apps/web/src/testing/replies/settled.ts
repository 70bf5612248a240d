import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { termsHash } from '@city-mint/domain/rounds/terms-json';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { keccak256, stringToBytes } from 'viem';

type SettledRound = ReplyOf<'POST /api/app/rounds/settled'>['items'][number];
type SampleOf = {
  readonly orders: number;
  readonly outcome?: 'minted' | 'failed' | 'cancelled';
  /** The rank of an order of someone who was invited; none. */
  readonly invited?: number;
};

const units = (whole: number) => tokenAmount(BigInt(whole) * 10n ** 18n);
/** JU of each order. */
const PUT_IN = 100;
/** Published files number inviters. */
const INVITER = `0x${'1'.padStart(40, '0')}`;

function termsOf({ orders, outcome }: SampleOf): Terms {
  const quota = PUT_IN * orders + (outcome === 'minted' ? 0 : 100);
  return {
    ...{ city: 'Nairobi', phase: 2, number: 4, opensAt: 0, closesAt: HOUR_MS },
    ...{
      quota: units(quota),
      minimum: units(1),
      walletMaximum: units(0),
      mintAmount: units(500 * Math.max(orders, 1)),
    },
    ...{ lateBps: 1_000, mintFeeBps: 100, referralBps: 2_000, nodesBps: 2_000, levelsBps: 2_000, treasuryBps: 1_000 },
    ...{ lossBps: 300, reserveDrawBps: 100, compensationTimesBps: 20_000 },
    ...{ stageBps: [4_000, 3_000, 3_000], stageDelaysMs: [0, HOUR_MS, 2 * HOUR_MS] },
  };
}

/**
 * Returns the settlement file of round 12 in Nairobi, whose orders are of 100 JU each; the last one is late, and a
 * failure draws 1 JU of the reserve.
 */
export function sampleSettlement({ orders: count, outcome = 'minted', invited }: SampleOf): string {
  const terms = termsOf({ orders: count, outcome });
  const orders = Array.from({ length: count }, (_, index) => ({
    ...{ rank: index + 1, amount: units(PUT_IN), late: index + 1 === count },
    ...{ inviter: index + 1 === invited ? INVITER : null, inviterQualified: index + 1 === invited },
  }));
  const input = {
    ...{
      terms,
      reserve: { balance: units(100), cap: units(1_000_000) },
      emission: { remaining: units(1_000_000_000) },
    },
    cancelled: outcome === 'cancelled',
  };
  const { orders: results, totals } = formatSettlementResult(settleRound({ ...input, orders }));
  const head = { roundId: '12', termsHash: sampleTermsHash({ orders: count, outcome }), ...input, outcome };
  return [
    JSON.stringify({ ...head, orderCount: count, totals }, inTexts),
    ...orders.map((order, index) => JSON.stringify({ ...order, result: results[index] }, inTexts)),
    '',
  ].join('\n');
}

/** Returns the hash of the terms in that file. */
export function sampleTermsHash({ orders, outcome = 'minted' }: SampleOf): string {
  return termsHash(termsOf({ orders, outcome }), (text) => keccak256(stringToBytes(text)));
}

function inTexts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}

/** Returns settled rounds of three cities, one of each outcome. */
export function settledRounds(now: number): SettledRound[] {
  return (['minted', 'failed', 'cancelled'] as const).map((outcome, index) => ({
    ...{ roundId: `${12 - index}`, city: ['London', 'Nairobi', 'Singapore'][index] ?? '', phase: 2, number: 4 },
    ...{ state: 'ended', opensAt: now - 2 * HOUR_MS, closesAt: now - HOUR_MS, pausedSince: null, outcome },
    ...{ quota: '1000', filled: outcome === 'minted' ? '1000' : '400', orders: 10, unreadable: false },
    settledAt: now - index * HOUR_MS,
  }));
}
