import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { roundTerms, sampleRound, TERMS_HASH } from './rounds.ts';

export type Order = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];
type Detail = ReplyOf<'POST /api/biz/mint/detail'>;

const OPEN = { estimatedFmc: '454.5454', maximumLoss: '3' };
const SETTLED = { estimatedFmc: null, maximumLoss: null };

/** Returns an order in Nairobi's open round, with these changes. */
export function sampleOrder(now: number, change: Partial<Order> = {}): Order {
  return {
    orderId: '1',
    roundId: '12',
    city: 'Nairobi',
    phase: 2,
    number: 4,
    cityId: '3',
    settlement: null,
    roundState: 'open',
    state: 'active',
    asked: '100',
    accepted: '100',
    rank: 3,
    reverseRank: 9,
    joinedAt: now - 60_000,
    late: false,
    automatic: false,
    outcome: null,
    fmcPaid: '0',
    fmcDue: '0',
    ...OPEN,
    netJu: null,
    unreadable: false,
    ...change,
  };
}

/** The characteristic fields of each kind of order, by its city. */
const KINDS: readonly (Partial<Order> & { readonly city: string })[] = [
  { city: 'Nairobi', ...OPEN },
  { city: 'Oran', ...SETTLED, unreadable: true },
  { city: 'Lima', ...SETTLED, state: 'minted', outcome: 'minted', fmcPaid: '200', fmcDue: '300', netJu: '-1' },
  { city: 'Oslo', ...SETTLED, state: 'ended', outcome: 'minted', fmcPaid: '500', netJu: '-1' },
  { city: 'Rome', ...SETTLED, state: 'claimable', outcome: 'failed', netJu: '-2.25' },
  { city: 'Cairo', ...SETTLED, state: 'ended', outcome: 'failed', netJu: '0' },
  { city: 'Quito', ...SETTLED, state: 'ended', outcome: 'cancelled', netJu: '0' },
];

/** Returns an order of every kind. */
export function ordersOfEachKind(now: number): Order[] {
  return KINDS.map((fields, index) => sampleOrder(now, { ...fields, orderId: String(index + 1) }));
}

/** Returns the settlement of an order; an empty one while its round is open. */
export function settlementOf(now: number, outcome: Order['outcome']): Order['settlement'] {
  const settled = { settledAt: now, minted: null, failed: null, cancelled: null };
  const stages = [
    { stage: 1, amount: '200', dueAt: now - 60_000, paidAt: now - 60_000 },
    { stage: 2, amount: '150', dueAt: now + 3_600_000, paidAt: null },
    { stage: 3, amount: '150', dueAt: now + 7_200_000, paidAt: null },
  ];
  const failed = { refund: '97', loss: '3', compensation: '0.75', hashPower: '4.5' };
  if (outcome === 'minted') return { ...settled, minted: { principal: '99', fee: '1', split: '0', stages } };
  if (outcome === 'failed') return { ...settled, failed };
  return outcome === null ? null : { ...settled, cancelled: { refund: '100' } };
}

/** Returns all details of an order: its round, terms and settlement. */
export function orderDetail(now: number, order: Order): Detail {
  const settlement = settlementOf(now, order.outcome);
  const whole = { refund: '97', loss: '3', compensation: '3', hashPower: '0' };
  if (settlement?.failed != null && order.netJu === '0') settlement.failed = whole;
  const { quota, filled, ...fields } = sampleRound(now);
  const round = { ...fields, quota, filled: order.outcome === 'minted' ? quota : filled };
  return { order, round, terms: roundTerms(), termsHash: TERMS_HASH, settlement, inclusion: null, files: [] };
}

/** The totals of an account with an order of every kind. */
export const ORDER_TOTALS: ReplyOf<'POST /api/biz/mint/totals'> = {
  byOutcome: {
    active: { orders: 2, joined: '200' },
    minted: { orders: 2, joined: '200' },
    failed: { orders: 2, joined: '200' },
    cancelled: { orders: 1, joined: '100' },
  },
  joined: '700',
  inRounds: '200',
  returned: '492',
  compensation: '3.75',
  split: '0',
  netJu: '-4.25',
  fmcPaid: '700.000000000000000001',
  fmcDue: '300',
  days: [
    { at: DAY_MS * 20_000, orders: 3, netJu: '-4.25', fmc: '500.000000000000000001' },
    { at: DAY_MS * 20_001, orders: 2, netJu: '0', fmc: '500' },
  ],
};

const NONE = { orders: 0, joined: '0' };

/** The totals of an account without an order. */
export const NONE_IN_ROUND: ReplyOf<'POST /api/biz/mint/inRound'> = {
  orders: 0,
  joined: '0',
  outcome: null,
  netJu: null,
  fmc: '0',
  first: [],
};

export const NO_ORDERS: ReplyOf<'POST /api/biz/mint/totals'> = {
  byOutcome: { active: NONE, minted: NONE, failed: NONE, cancelled: NONE },
  joined: '0',
  inRounds: '0',
  returned: '0',
  compensation: '0',
  split: '0',
  netJu: '0',
  fmcPaid: '0',
  fmcDue: '0',
  days: [],
};
