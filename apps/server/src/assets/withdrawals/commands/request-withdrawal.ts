import { decideWithdrawal, type WithdrawalFacts } from '@city-mint/domain/assets/decide-withdrawal';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Address } from 'viem';
import { lockBalances } from '#ledger/accounts/commands.ts';
import { postTransfer } from '#ledger/transfers/commands.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { saveRefusals } from '#requests/commands.ts';
import { isPaused } from '#switches/queries.ts';
import {
  findEarlierAnswer,
  holdNewAddress,
  insertWithdrawal,
  lockWithdrawalRequests,
  readLimits,
  readResetTime,
  readWithdrawnInDay,
} from '../store/withdrawal-requests.ts';
import { wakeSigner } from '../store/withdrawals.ts';
import { identityOf, type WithdrawalAnswer, type WithdrawalRequest } from '../withdrawal-request.ts';

/**
 * Freezes an amount, lets a voucher be signed for it, and returns the withdrawal or the refusal. Idempotent: the same
 * request id always gets the same answer, a refusal too; with another body it is `request-id-reused`.
 * docs/money-rules.md#9-ledger
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

    const facts = await readFacts(tx, request, forbiddenAddresses);
    const decision = decideWithdrawal(request, facts);
    if (!decision.ok) {
      const { refusal } = decision;
      const details = await withResetTime(tx, { request, facts, details: decision.details });
      await saveRefusals(tx, 'withdraw', [{ ...identityOf(request), refusal, details }]);
      return { refusal, details };
    }
    const state = decision.approvalNeeded ? 'requested' : 'approved';
    const withdrawalId = await insertWithdrawal(tx, { request, state });
    await postTransfer(tx, {
      kind: 'withdrawal-request',
      from: { kind: 'available', currency: request.currency, owner: request.userId },
      to: { kind: 'withdrawing', currency: request.currency, owner: request.userId },
      amount: request.amount,
      sourceId: withdrawalId,
    });
    await wakeSigner(tx);
    return { withdrawalId, state };
  });
}

async function readFacts(
  tx: Database,
  request: WithdrawalRequest,
  forbiddenAddresses: readonly Address[],
): Promise<WithdrawalFacts> {
  const { userId, currency } = request;
  const [available] = await lockBalances(tx, [{ kind: 'available', currency, owner: userId }]);
  return {
    paused: await isPaused(tx, 'withdrawals'),
    forbiddenAddresses,
    limits: await readLimits(tx, currency),
    ...(await readWithdrawnInDay(tx, { userId, currency })),
    available: available ?? tokenAmount(0n),
    heldUntil: await holdNewAddress(tx, request),
  };
}

/** Adds, to the refusal of a day's limit, when the amount fits again. */
async function withResetTime(
  tx: Database,
  refused: { request: WithdrawalRequest; facts: WithdrawalFacts; details: Readonly<Record<string, string>> },
): Promise<Readonly<Record<string, string>>> {
  const { request, facts, details } = refused;
  const { amount, currency } = request;
  const { limits, userDay, everyoneDay } = facts;
  const dayLimits = {
    'per-user-day': { userId: request.userId, limit: limits.perUserDay, used: userDay },
    'per-day': { userId: null, limit: limits.perDay, used: everyoneDay },
  };
  const exceeded = Object.entries(dayLimits).find(([rule]) => rule === details['rule'])?.[1];
  if (exceeded === undefined || amount > exceeded.limit) return details;
  const needed = tokenAmount(exceeded.used + amount - exceeded.limit);
  const resetsAt = await readResetTime(tx, { currency, userId: exceeded.userId, needed });
  return resetsAt === null ? details : { ...details, resetsAt: String(resetsAt) };
}
