import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';

type Funds = ReplyOf<'POST /api/ops/funds'>;
type Flows = ReplyOf<'POST /api/ops/funds/flows'>;
type Transfer = ReplyOf<'POST /api/ops/funds/transfers'>['items'][number];

/** Returns two funds, one of which is below zero. */
export function sampleFunds(now: number): Funds {
  const total = { in: '0', out: '0' };
  return {
    at: now,
    counted: { transferId: '98000', at: now },
    funds: [
      {
        ...{ fund: 'treasury', currency: 'JU', balance: '1200.000000000000000001', reserved: '5.5', total },
        today: { in: '12.345', out: '0' },
      },
      {
        ...{ fund: 'vault-JU', currency: 'JU', balance: '-50000', reserved: '0', total },
        today: { in: '0', out: '0' },
      },
    ],
  };
}

/** Returns the flows of the treasury on three days, with what differs from them. */
export function sampleFlows(from: number, change: Partial<Flows> = {}): Flows {
  return {
    ...{ currency: 'JU', from, days: 3, opening: '100', closing: '130.5', counted: { transferId: '98000', at: from } },
    flows: [
      { day: from, kind: 'fee-share', direction: 'in', amount: '20.25', transfers: 2 },
      { day: from + DAY_MS, kind: 'fee-share', direction: 'in', amount: '20.25', transfers: 1 },
      { day: from + DAY_MS, kind: 'operator-payout', direction: 'out', amount: '10', transfers: 1 },
    ],
    ...change,
  };
}

/** Returns a share of fees that a round paid into the treasury, with what differs from it. */
export function fundTransfer(now: number, change: Partial<Transfer> = {}): Transfer {
  return {
    ...{ transferId: '98000', at: now, kind: 'fee-share', direction: 'in', amount: '20.25', balanceAfter: '120.25' },
    other: { account: 'fees', address: null, roundId: '12' },
    source: { kind: 'round', id: '12' },
    ...change,
  };
}
