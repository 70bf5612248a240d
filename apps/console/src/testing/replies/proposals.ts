import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { COLLEAGUE } from '../desk.tsx';
import { VERSION } from '../sign-action.ts';

type Proposal = ReplyOf<'POST /api/ops/proposals'>['items'][number];

/** Returns a colleague's proposal to set the limits of JU, with what differs from it. */
export function sampleProposal(now: number, change: Partial<Proposal> = {}): Proposal {
  return {
    ...{ proposalId: '31', action: 'limits/set', subject: 'withdrawal-limits JU', version: VERSION },
    params: { currency: 'JU', perWithdrawal: '2000', perUserDay: '5000', perDay: '100000', approvalAbove: null },
    before: { perWithdrawal: '1000.5', approvalAbove: '500' },
    after: { perWithdrawal: '2000', approvalAbove: null },
    ...{ reason: 'the vault holds more', proposedBy: COLLEAGUE.address, proposedAt: now, expiresAt: now + DAY_MS },
    ...{ state: 'open', decidedBy: null, decidedAt: null },
    ...change,
  };
}
