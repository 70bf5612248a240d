import type { ParsedRequestOf } from '@city-mint/api-contract/endpoints';
import { type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import type { OperatorAction } from './operator-action.ts';

const PATH = 'POST /api/ops/';
const storedParams = z.record(z.string(), z.unknown());

/** Whether a string is the endpoint of an operator action. */
export function isActionKey(key: string): key is OperatorActionKey {
  return Object.hasOwn(operatorActions, key);
}

/** The action of a parsed request: its fields without the reason. */
export function requestedAction(key: OperatorActionKey, request: ParsedRequestOf<OperatorActionKey>): OperatorAction {
  const { reason: _reason, ...fields } = request;
  return { key, fields };
}

/** The name of an action in proposals and in the public log: its path below /api/ops/. */
export function actionName(key: OperatorActionKey): string {
  return key.slice(PATH.length);
}

/** The fields of an action as callers send them, for the row of a proposal: amounts as decimal strings in whole units. */
export function storedFields(fields: object): Record<string, unknown> {
  const toWire = (value: unknown) => (typeof value === 'bigint' ? formatAmount(value) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toWire(value)]));
}

/** The action of a stored proposal, parsed again by the schema of its endpoint. Throws for an action that does not exist. */
export function proposedAction(proposal: {
  readonly action: string;
  readonly params: unknown;
  readonly reason: string;
}): OperatorAction {
  const key = PATH + proposal.action;
  if (!isActionKey(key)) throw new Error(`there is no operator action ${proposal.action}`);
  const request = { ...storedParams.parse(proposal.params), reason: proposal.reason };
  return requestedAction(key, operatorActions[key].request.parse(request));
}
