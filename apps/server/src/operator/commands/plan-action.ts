import { createHash } from 'node:crypto';
import type { OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import { zeroAddress } from 'viem';
import { decideAction } from '../actions/decide-action.ts';
import type { ActionChange, ActionOrder, ActionRefusal, OperatorAction, Refused } from '../operator-action.ts';
import { readLastChange } from '../store/actions.ts';
import { tried } from './action-transaction.ts';

/** The change of an action, and the version of it that operators sign. */
export type PlannedAction = ActionChange<ActionRefusal> & { readonly version: string };

type Planning = Omit<ActionOrder<OperatorActionKey>, 'fields' | 'refuse'>;

/**
 * Decides an action by the current state; returns its change with its version, or the refusal. The version is a hash of
 * the subject, of the figures that the change is based on, and of the subject's last change in the log.
 */
export async function planAction<Key extends OperatorActionKey>(
  action: OperatorAction<Key>,
  planning: Planning,
): Promise<PlannedAction | Refused<ActionRefusal>> {
  const planned = await decideAction(action, planning);
  if ('refusal' in planned) return planned;
  const lastChange = await readLastChange(planning.tx, planned.subject);
  const basis = Object.entries(planned.basis ?? planned.before ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([planned.subject, lastChange.toString(), basis]);
  return { ...planned, version: `0x${createHash('sha256').update(text).digest('hex')}` };
}

/** Represents the still unknown second operator in the trial of an action that requires two. */
const SECOND_OPERATOR = zeroAddress;

/**
 * Returns the result of `planAction`, and also refuses an action that could not be applied now: tries the change, and
 * rolls it back.
 */
export async function tryAction<Key extends OperatorActionKey>(
  action: OperatorAction<Key>,
  planning: Planning,
): Promise<PlannedAction | Refused<ActionRefusal>> {
  const planned = await planAction(action, planning);
  if ('refusal' in planned) return planned;
  const { tx, operator } = planning;
  const second = { ...planning, operator: SECOND_OPERATOR, proposedBy: operator };
  const confirmed = planned.loosens ? await decideAction(action, second) : planned;
  if ('refusal' in confirmed) return confirmed;
  return (await tried(tx, () => confirmed.apply())) ?? planned;
}
