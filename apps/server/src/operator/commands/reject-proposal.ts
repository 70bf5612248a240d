import { decideProposal, insertLog, lockActs, lockProposal } from '../store.ts';
import type { ActAnswer, ActingOperator, OperatorDeps } from './perform-act.ts';
import { ActUndone, undoneWhenRefused } from './undone-when-refused.ts';

/** Drops a proposal that is still open, one's own or another's. */
export async function rejectProposal(
  { operatorDb }: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActAnswer> {
  return undoneWhenRefused<ActAnswer>(operatorDb, async (tx) => {
    await lockActs(tx);
    const row = await lockProposal(tx, proposalId);
    const details = { field: 'proposalId' };
    if (row === undefined) throw new ActUndone({ refusal: 'not-found', details });
    if (row.state !== 'open') throw new ActUndone({ refusal: 'proposal-decided', details });
    await decideProposal(tx, { id: row.id, state: 'rejected', operator: by.operator });
    const entry = { ...by, proposedBy: null, action: `reject ${row.action}`, subject: row.subject };
    return { state: 'done', logId: await insertLog(tx, { ...entry, before: null, after: null }), proposal: null };
  });
}
