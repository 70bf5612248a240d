import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Controls = ReplyOf<'POST /api/ops/controls'>;

const RUNNING = { paused: false, reason: null, changedBy: null, pausedSince: null };

/** Returns the controls of a system that runs whole, with what differs from them. */
export function sampleControls(now: number, change: Partial<Controls> = {}): Controls {
  return {
    at: now,
    parts: [
      { part: 'joins', changedAt: now, ...RUNNING },
      { part: 'withdrawals', changedAt: now, ...RUNNING },
    ],
    limits: [
      {
        ...{ currency: 'JU', perWithdrawal: '1000', perUserDay: '2500.5', perDay: '100000' },
        approvalAbove: '500.000000000000000001',
      },
      { currency: 'FMC', perWithdrawal: '2000', perUserDay: '5000', perDay: '200000', approvalAbove: null },
    ],
    dayUse: [{ currency: 'JU', used: '1234.5', left: '98765.5' }],
    newAddressHoldHours: 24,
    reserve: { balance: '500', cap: '10000', treasury: '250.25' },
    ...change,
  };
}
