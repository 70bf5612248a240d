import type { ParsedRequestOf } from '@city-mint/api-contract/endpoints';
import { type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import type { OperatorAction } from './operator-action.ts';

const PATH = 'POST /api/ops/';
const storedParams = z.record(z.string(), z.unknown());

/** Returns whether a string is the endpoint of an operator action. */
export function isActionKey(key: string): key is OperatorActionKey {
  return Object.hasOwn(operatorActions, key);
}

/** Returns the action of a parsed request: its fields without the reason. */
export function requestedAction(key: OperatorActionKey, request: ParsedRequestOf<OperatorActionKey>): OperatorAction {
  const { reason: _reason, ...fields } = request;
  return { key, fields };
}

/** Returns the name of an action in proposals and in the public log: its path below /api/ops/. */
export function actionName(key: OperatorActionKey): string {
  return key.slice(PATH.length);
}

/** Returns the fields of an action as callers send them, to be stored in a proposal: amounts in whole units. */
export function storedFields(fields: object): Record<string, unknown> {
  const toWire = (value: unknown) => (typeof value === 'bigint' ? formatAmount(value) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toWire(value)]));
}

/** Returns the action of a proposal, parsed again by the schema of its endpoint. Throws if there is no such action. */
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
