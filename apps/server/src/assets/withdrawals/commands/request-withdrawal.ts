import {
  decideWithdrawal,
  type WithdrawalFacts,
  withdrawalAllowances,
} from '@city-mint/domain/assets/decide-withdrawal';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Address } from 'viem';
import { lockBalances } from '#ledger/accounts/commands.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { saveRefusals } from '#requests/commands.ts';
import {
  findEarlierAnswer,
  freezeOrRefuse,
  lockWithdrawalRequests,
  readLimits,
  readResetTime,
} from '../store/withdrawal-requests.ts';
import { identityOf, type WithdrawalAnswer, type WithdrawalRequest } from '../withdrawal-request.ts';

/**
 * Freezes an amount, lets a voucher be signed for it, and returns the withdrawal or the refusal. Idempotent: the same
 * request id always gets the same answer, a refusal too; with another body it is `request-id-reused`. The database
 * decides (withdrawal_request); the domain's rule has to come to the same, and says what a refusal names.
 * docs/money-rules.md#10-withdrawals
 */
export async function requestWithdrawal(
  db: Database,
  { request, forbiddenAddresses }: { request: WithdrawalRequest; forbiddenAddresses: readonly Address[] },
): Promise<WithdrawalAnswer> {
  return inTransaction(db, async (tx) => {
    // One at a time, so that no two requests both find the last of a limit free.
    await lockWithdrawalRequests(tx);
    // A join with the same request id locks the same account.
    await lockBalances(tx, [{ kind: 'available', currency: 'JU', owner: request.userId }]);
    const earlier = await findEarlierAnswer(tx, request);
    if (earlier !== undefined) return earlier;

    const { outcome, facts: found } = await freezeOrRefuse(tx, { request, forbiddenAddresses });
    const facts = { ...found, forbiddenAddresses, limits: await readLimits(tx, request.currency) };
    const decision = decideWithdrawal(request, facts);
    if ('refusal' in outcome) {
      if (decision.ok || decision.refusal !== outcome.refusal) throw new DecisionsDifferError(outcome.refusal);
      const { refusal } = decision;
      const details = await withResetTime(tx, { request, facts, details: decision.details });
      await saveRefusals(tx, 'withdraw', [{ ...identityOf(request), refusal, details }]);
      return { refusal, details };
    }
    const state = decision.ok && decision.approvalNeeded ? 'requested' : 'approved';
    if (!decision.ok || state !== outcome.state) throw new DecisionsDifferError(outcome.state);
    return outcome;
  });
}

/** The database and the domain decided a request differently; nothing of it stays. */
class DecisionsDifferError extends Error {
  constructor(inDatabase: string) {
    super(`the database decided a withdrawal as ${inDatabase}, the domain did not`);
  }
}

/** Adds, to the refusal of the user's own limit of a day, when the amount fits again. */
async function withResetTime(
  tx: Database,
  refused: { request: WithdrawalRequest; facts: WithdrawalFacts; details: Readonly<Record<string, string>> },
): Promise<Readonly<Record<string, string>>> {
  const { request, facts, details } = refused;
  const { amount, currency, userId } = request;
  if (details['rule'] !== 'per-user-day' || amount > facts.limits.perUserDay) return details;
  const left = withdrawalAllowances(facts.limits, facts).find(({ rule }) => rule === 'per-user-day')?.left ?? 0n;
  const resetsAt = await readResetTime(tx, { currency, userId, needed: tokenAmount(amount - left) });
  return resetsAt === null ? details : { ...details, resetsAt: String(resetsAt) };
}
