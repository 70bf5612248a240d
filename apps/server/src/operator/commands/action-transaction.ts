import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { PlanLimits } from '#rounds/offers/queries/plan-violations.ts';
import type { Refused } from '../operator-action.ts';
import { lockActions } from '../store.ts';

/** Who acts and why, and where the log finds the call. */
export type ActingOperator = {
  /** EIP-55. */
  readonly operator: string;
  readonly reason: string;
  readonly requestId: string;
};

export type OperatorDeps = {
  /** Connections as the role city_mint_operator. */
  readonly operatorDb: Database;
  /** Operators of the configuration, EIP-55. */
  readonly configured: readonly string[];
  /** What plans are held against when they are published. */
  readonly planLimits: PlanLimits;
};

/** An action that was applied, or the proposal that waits for a second operator. */
export type ActionDone = {
  readonly state: 'done' | 'proposed';
  readonly logId: bigint;
  readonly proposal: { readonly id: bigint; readonly expiresAt: Date } | null;
};

/**
 * Runs an action in one transaction, one action at a time over all processes. Returns what `work` returns; with a
 * refusal everything it wrote is rolled back.
 */
export async function inActionTransaction<Code extends string>(
  db: Database,
  work: (tx: Database) => Promise<ActionDone | Refused<Code>>,
): Promise<ActionDone | Refused<Code>> {
  const rolledBack: { refused?: Refused<Code> } = {};
  const rollback = new Error('an operator action was refused');
  try {
    return await inTransaction(db, async (tx) => {
      await lockActions(tx);
      const answer = await work(tx);
      if (!('refusal' in answer)) return answer;
      rolledBack.refused = answer;
      throw rollback;
    });
  } catch (error) {
    if (error === rollback && rolledBack.refused !== undefined) return rolledBack.refused;
    throw error;
  }
}
