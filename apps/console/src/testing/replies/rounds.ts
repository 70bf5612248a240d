import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Detail = ReplyOf<'POST /api/ops/rounds/detail'>;
type Round = Detail['round'];
type Order = ReplyOf<'POST /api/ops/rounds/orders'>['items'][number];

/** The participant of an order. */
const PARTICIPANT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Returns Nairobi's open round, nearly full, with what differs from it. */
export function sampleRound(now: number, change: Partial<Round> = {}): Round {
  return {
    ...{ roundId: '12', city: 'Nairobi', phase: 2, number: 4, state: 'open', outcome: null },
    ...{ opensAt: now - 3_600_000, closesAt: now + 5_400_000, pausedSince: null, suspendedSince: null },
    ...{ quota: '1000', filled: '999.999999999999999999', orders: 1_204, unreadable: false },
    ...change,
  };
}

/** Returns all of a round, with what differs from it. */
export function roundDetail(now: number, change: Partial<Detail> = {}): Detail {
  return {
    ...{ round: sampleRound(now), planId: '5', planState: 'running', terms: null, termsHash: `0x${'ab'.repeat(32)}` },
    steps: [
      { state: 'scheduled', at: now - 7_200_000 },
      { state: 'open', at: now - 3_600_000 },
    ],
    ...{ dueAt: null, suspendedSince: null, cancellation: null, settlement: null, failure: null },
    ...{ coverage: null, result: null, files: [] },
    ...change,
  };
}

/** Returns an order by hand, with what differs from it. */
export function roundOrder(now: number, change: Partial<Order> = {}): Order {
  return {
    ...{ orderId: '90', rank: 1, address: PARTICIPANT, asked: '100', accepted: '77.700000000000000001' },
    ...{ joinedAt: now, late: false, automatic: false, state: 'active', outcome: null, netJu: null },
    ...change,
  };
}
