import type { OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import {
  type ActionDecision,
  type ActionDefinitions,
  type ActionOrder,
  type OperatorAction,
  refuse,
} from '../operator-action.ts';
import { announcementDefinitions } from './announcements.ts';
import { dailySettingDefinitions } from './daily-settings.ts';
import { grantDefinitions } from './grants.ts';
import { integrityDefinitions } from './integrity.ts';
import { limitDefinitions } from './limits.ts';
import { memberStatusDefinitions } from './member-status.ts';
import { offerDefinitions } from './offers.ts';
import { operatorAccountDefinitions } from './operators.ts';
import { pageTextDefinitions } from './page-texts.ts';
import { payoutDefinitions } from './payouts.ts';
import { regionDefinitions } from './regions.ts';
import { reserveDefinitions } from './reserve.ts';
import { roundDefinitions } from './rounds.ts';
import { switchDefinitions } from './switches.ts';
import { textDefinitions } from './texts.ts';
import { withdrawalDefinitions } from './withdrawals.ts';

const actionDefinitions: ActionDefinitions<OperatorActionKey> = {
  ...operatorAccountDefinitions,
  ...switchDefinitions,
  ...limitDefinitions,
  ...regionDefinitions,
  ...reserveDefinitions,
  ...offerDefinitions,
  ...roundDefinitions,
  ...withdrawalDefinitions,
  ...payoutDefinitions,
  ...pageTextDefinitions,
  ...announcementDefinitions,
  ...textDefinitions,
  ...memberStatusDefinitions,
  ...dailySettingDefinitions,
  ...grantDefinitions,
  ...integrityDefinitions,
};

/** Decides an action by the current state: returns the change that it would make, or its refusal. Writes nothing. */
export function decideAction<Key extends OperatorActionKey>(
  { key, fields }: OperatorAction<Key>,
  order: Omit<ActionOrder<Key>, 'fields' | 'refuse'>,
): Promise<ActionDecision<Key>> {
  return actionDefinitions[key]({ ...order, fields, refuse });
}
