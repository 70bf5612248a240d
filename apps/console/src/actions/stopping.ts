import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';

/** The actions that stop something for participants. Their buttons have a colour of their own. */
const STOPPING: ReadonlySet<string> = new Set<OperatorActionName>([
  'pause',
  'plans/end',
  'plans/revoke',
  'rounds/cancel',
  'rounds/suspend',
]);

/** Returns whether an action stops something for participants. */
export function isStopping(action: string): boolean {
  return STOPPING.has(action);
}
