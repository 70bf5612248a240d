import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Withdrawal = ReplyOf<'POST /api/ops/withdrawals/list'>['items'][number];
type Detail = ReplyOf<'POST /api/ops/withdrawals/detail'>;
type Limits = ReplyOf<'POST /api/ops/withdrawals/limits'>;

/** The participant who withdraws. */
export const PARTICIPANT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Returns a withdrawal that waits for its approval, with what differs from it. */
export function sampleWithdrawal(now: number, change: Partial<Withdrawal> = {}): Withdrawal {
  return {
    ...{ withdrawalId: '7', account: PARTICIPANT, to: PARTICIPANT, currency: 'JU' },
    ...{ amount: '3500.000000000000000001', state: 'requested', isPayout: false, isDemanded: false, requestedAt: now },
    ...{ endedAt: null, returnedReason: null, voucherId: `0x${'5a'.repeat(32)}`, deadline: null },
    ...{ cancelAskedAt: null, txHash: null, waits: [{ reason: 'approval', until: null }] },
    ...change,
  };
}

/** Returns all of a withdrawal, with what differs from one that was just requested. */
export function withdrawalDetail(now: number, change: Partial<Detail> = {}): Detail {
  return {
    ...{ withdrawal: sampleWithdrawal(now), obstacle: null, limits: [], approvalAbove: '3000', rejectedBefore: 0 },
    ...{ history: [{ event: 'requested', at: now, callId: 'c-12' }], proposal: null },
    ...change,
  };
}

/** Returns the limits of withdrawals in JU, with what differs from them. */
export function withdrawalLimits(now: number, change: Partial<Limits> = {}): Limits {
  return {
    currencies: [
      {
        ...{ currency: 'JU', perWithdrawal: '5000', perUserDay: '10000', perDay: '100000', used: '1234.5' },
        ...{ left: '98765.5', shareOfDay: '24691.375', approvalAbove: '3000' },
      },
    ],
    newAddressHours: 1,
    pending: [
      { state: 'requested', count: 2, oldestAt: now },
      { state: 'approved', count: 0, oldestAt: null },
    ],
    paused: null,
    chain: { headNumber: '12', headAt: now, readNumber: '10', haltReason: null },
    ...change,
  };
}
