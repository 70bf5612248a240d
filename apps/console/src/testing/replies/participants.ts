import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Detail = ReplyOf<'POST /api/ops/participants/detail'>;

/** The participant, and who invited them. */
export const PARTICIPANT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const INVITER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** Returns a participant with balances in both currencies, with what differs from them. */
export function sampleParticipant(now: number, change: Partial<Detail> = {}): Detail {
  return {
    address: PARTICIPANT,
    registeredAt: now,
    balances: [
      {
        ...{ currency: 'JU', available: '1234.000000000000000001', inRounds: '77.7', withdrawing: '3500' },
        ...{ vesting: '0', total: '4811.700000000000000001' },
      },
    ],
    team: {
      ...{ inviter: { address: INVITER, boundAt: now }, nodeType: 'personal', teamLevel: 2, rewardLevel: 2 },
      ...{ performanceLevel: 1, directCount: 18, joinedDirectCount: 7, teamCount: 246, ownPerformance: '3200' },
      ...{ teamPerformance: '49620.25', smallAreaPerformance: '18420.125', rewards: '120.5' },
    },
    exchange: {
      account: null,
      confirmation: { uid: '123456', state: 'rejected', askedAt: now, attempts: 3, lastError: 'no such account' },
      hashPower: { pending: '12.5', claimed: '100', sent: '80' },
    },
    withdrawals: {
      limits: [{ currency: 'JU', rules: [{ rule: 'per-user-day', limit: '10000', left: '6500.5' }], left: '6500.5' }],
      ...{ coolsUntil: now, recipients: [{ address: INVITER, freeAt: now }] },
    },
    consents: [{ version: 4, hash: `0x${'ab'.repeat(32)}`, publishedAt: now, acceptedAt: now, isLast: true }],
    ...change,
  };
}
