import { z } from 'zod';
import { findAct } from '../acts/find-act.ts';
import { isOperator } from '../queries/is-operator.ts';
import { decideProposal, insertLog, lockActs, lockProposal } from '../store.ts';
import type { ActAnswer, ActingOperator, OperatorDeps } from './perform-act.ts';
import { ActUndone, undoneWhenRefused } from './undone-when-refused.ts';

const storedParams = z.record(z.string(), z.unknown());

/** Does what another operator proposed, as things stand now, once and before its time is over. */
export async function confirmProposal(
  { operatorDb, configured }: OperatorDeps,
  { proposalId, by }: { readonly proposalId: bigint; readonly by: ActingOperator },
): Promise<ActAnswer> {
  return undoneWhenRefused<ActAnswer>(operatorDb, async (tx) => {
    await lockActs(tx);
    const { operator, reason, requestId } = by;
    const row = await lockProposal(tx, proposalId);
    const details = { field: 'proposalId' };
    if (row === undefined) throw new ActUndone({ refusal: 'not-found', details });
    if (row.state !== 'open') throw new ActUndone({ refusal: 'proposal-decided', details });
    // What somebody proposed who is no operator any more ended with that.
    const isGone = !(await isOperator(tx, configured, row.proposed_by));
    if (row.expired || isGone) throw new ActUndone({ refusal: 'proposal-expired', details });
    if (row.proposed_by === operator) throw new ActUndone({ refusal: 'second-person-needed', details });
    const params = storedParams.parse(row.params);
    const act = await findAct(row.action).prepare({ tx, params, operator, reason, configured });
    if ('refusal' in act) throw new ActUndone(act);
    const refused = await act.apply();
    if (refused !== undefined) throw new ActUndone(refused);
    await decideProposal(tx, { id: row.id, state: 'confirmed', operator });
    const { subject, before, after } = act;
    const names = { operator, proposedBy: row.proposed_by, action: row.action, subject, reason, requestId };
    return { state: 'done', logId: await insertLog(tx, { ...names, before, after }), proposal: null };
  });
}
