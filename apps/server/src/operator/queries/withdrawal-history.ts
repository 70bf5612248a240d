import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { OperatorWithdrawal } from '#assets/withdrawals/queries/operator-withdrawals.ts';
import type { WithdrawalReview } from '#assets/withdrawals/queries/withdrawal-review.ts';
import type { Database } from '#platform/database/database.ts';
import { selectLogOf, selectOpenProposalOn } from '../store/subjects.ts';

type Detail = ReplyOf<'POST /api/ops/withdrawals/detail'>;
type Entry = Detail['history'][number];

/**
 * Returns the history of a withdrawal, oldest first: its request, the operators' actions, the vouchers, its payment or
 * return; and the open proposal about it.
 */
export async function withdrawalHistory(
  db: Database,
  { withdrawal, review }: { readonly withdrawal: OperatorWithdrawal; readonly review: WithdrawalReview },
): Promise<Pick<Detail, 'history' | 'proposal'>> {
  const subject = `withdrawal ${withdrawal.id}`;
  const [log, proposal] = await Promise.all([selectLogOf(db, subject), selectOpenProposalOn(db, subject)]);
  const history: Entry[] = [
    { event: 'requested', at: withdrawal.requestedAt.getTime(), callId: review.callId },
    ...log.map(
      (row): Entry => ({
        event: 'operator',
        at: row.at.getTime(),
        logId: row.id.toString(),
        action: row.action,
        operator: row.operator,
        proposedBy: row.proposed_by,
        reason: row.reason,
        proposalId: row.proposal_id?.toString() ?? null,
      }),
    ),
    ...review.vouchers.map(
      ({ number, signedAt, validAfter, deadline }): Entry => ({
        event: 'signed',
        at: signedAt.getTime(),
        number,
        validAfter: validAfter.getTime(),
        deadline: deadline.getTime(),
      }),
    ),
    ...endOf(withdrawal, review),
  ];
  return {
    history: history.sort((first, second) => first.at - second.at),
    proposal:
      proposal === undefined
        ? null
        : {
            proposalId: proposal.id.toString(),
            action: proposal.action,
            proposedBy: proposal.proposed_by,
            proposedAt: proposal.proposed_at.getTime(),
            expiresAt: proposal.expires_at.getTime(),
          },
  };
}

function endOf({ cancelAskedAt, endedAt, returnedReason }: OperatorWithdrawal, { paid }: WithdrawalReview): Entry[] {
  const returned = endedAt !== null && returnedReason !== null;
  return [
    ...(cancelAskedAt === null ? [] : [{ event: 'cancel-asked', at: cancelAskedAt.getTime() } as const]),
    ...(paid === null
      ? []
      : [
          {
            event: 'paid',
            at: paid.at.getTime(),
            txHash: paid.txHash,
            blockNumber: paid.block.toString(),
            gasFee: paid.gasFee === null ? null : formatAmount(tokenAmount(paid.gasFee)),
          } as const,
        ]),
    ...(returned ? [{ event: 'returned', at: endedAt.getTime(), reason: returnedReason } as const] : []),
  ];
}
