import type { Database } from '#platform/database/database.ts';
import type { ActRefused } from '../act.ts';
import { type ActName, findAct } from '../acts/find-act.ts';
import { insertLog, insertProposal, lockActs } from '../store.ts';
import { ActUndone, undoneWhenRefused } from './undone-when-refused.ts';

/** Who acts, and where the log finds the call. */
export type ActingOperator = {
  /** EIP-55. */
  readonly operator: string;
  readonly reason: string;
  readonly requestId: string;
};

export type OperatorDeps = {
  /** Connections as the role city_mint_operator. */
  readonly operatorDb: Database;
  /** Operators that the configuration names, EIP-55. */
  readonly configured: readonly string[];
};

export type ActAnswer =
  | {
      readonly state: 'done' | 'proposed';
      readonly logId: bigint;
      readonly proposal: { readonly id: bigint; readonly expiresAt: Date } | null;
    }
  | ActRefused;

/**
 * Does an operator's act and writes it into the public log, in one transaction. An act that loosens something is written down as a proposal
 * instead, for another operator to confirm. `params` is plain JSON, amounts in whole units.
 */
export async function performAct(
  { operatorDb, configured }: OperatorDeps,
  { action, params, by }: { readonly action: ActName; readonly params: object; readonly by: ActingOperator },
): Promise<ActAnswer> {
  return undoneWhenRefused(operatorDb, async (tx) => {
    await lockActs(tx);
    const { operator, reason, requestId } = by;
    const act = await findAct(action).prepare({ tx, params, operator, reason, configured });
    if ('refusal' in act) throw new ActUndone(act);
    const { subject, before, after } = act;
    const entry = { operator, proposedBy: null, subject, before, after, reason, requestId };
    if (act.loosens) {
      const row = await insertProposal(tx, { action, subject, params, reason, operator });
      const logId = await insertLog(tx, { ...entry, action: `propose ${action}` });
      return { state: 'proposed', logId, proposal: { id: row.id, expiresAt: row.expires_at } };
    }
    const refused = await act.apply();
    if (refused !== undefined) throw new ActUndone(refused);
    return { state: 'done', logId: await insertLog(tx, { ...entry, action }), proposal: null };
  });
}
