import {
  decideWithdrawal,
  type WithdrawalFacts,
  withdrawalAllowances,
} from '@city-mint/domain/assets/decide-withdrawal';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Address } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { saveRefusals } from '#requests/commands.ts';
import {
  findEarlierAnswer,
  freezeOrRefuse,
  lockRequestOf,
  readLimits,
  readResetTime,
} from '../store/withdrawal-requests.ts';
import { identityOf, type WithdrawalAnswer, type WithdrawalRequest } from '../withdrawal-request.ts';

/**
 * Freezes an amount, makes it due for a voucher, and returns the withdrawal or the refusal. Idempotent: the same
 * request id always gets the same answer, including a refusal; with another body it is `request-id-reused`. The
 * database decides (withdrawal_request); the domain's rule must reach the same decision, and supplies the fields of a
 * refusal. docs/money-rules.md#10-withdrawals
 */
export async function requestWithdrawal(
  db: Database,
  { request, forbiddenAddresses }: { request: WithdrawalRequest; forbiddenAddresses: readonly Address[] },
): Promise<WithdrawalAnswer> {
  return inTransaction(db, async (tx) => {
    // Requests are serialized, so that no two of them use the same remainder of a limit.
    await lockRequestOf(tx, request.token);
    const earlier = await findEarlierAnswer(tx, request);
    if (earlier !== undefined) return earlier;

    const { outcome, facts: found } = await freezeOrRefuse(tx, { request, forbiddenAddresses });
    const facts = { ...found, forbiddenAddresses, limits: await readLimits(tx, request.currency) };
    const decision = decideWithdrawal(request, facts);
    if ('refusal' in outcome) {
      if (decision.ok || decision.refusal !== outcome.refusal) throw new DecisionsDifferError(outcome.refusal);
      const { refusal } = decision;
      const details = await withResetTime(tx, { request, facts, details: withUnit(decision.details, request) });
      await saveRefusals(tx, 'withdraw', [{ ...identityOf(request), token: request.token, refusal, details }]);
      return { refusal, details };
    }
    const state = decision.ok && decision.approvalNeeded ? 'requested' : 'approved';
    if (!decision.ok || state !== outcome.state) throw new DecisionsDifferError(outcome.state);
    return outcome;
  });
}

/** The database and the domain decided a request differently; the transaction is rolled back. */
class DecisionsDifferError extends Error {
  constructor(inDatabase: string) {
    super(`the database decided a withdrawal as ${inDatabase}, the domain did not`);
  }
}

/** Names the currency of the limits, which the text of the refusal shows. */
function withUnit(
  details: Readonly<Record<string, string>>,
  { currency }: Pick<WithdrawalRequest, 'currency'>,
): Readonly<Record<string, string>> {
  return details['limit'] === undefined ? details : { ...details, unit: currency };
}

/** Adds the time when the amount fits again to the refusal by the user's own daily limit. */
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
