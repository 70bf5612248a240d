import type { ParsedRequestOf } from '@city-mint/api-contract/endpoints';
import { signedData } from '@city-mint/api-contract/operator/access-endpoints';
import { isActionKey, type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { figures, type signedFields, UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import type { Figures, OperatorAction } from './operator-action.ts';

type SignedData = z.output<typeof signedData>;

const PATH = 'POST /api/ops/';
const figuresColumn = figures.nullable();
const storedParams = z.record(z.string(), z.unknown());

/** The signed fields of a request besides those of the action. */
export type SignatureFields = Pick<ParsedRequestOf<OperatorActionKey>, keyof typeof signedFields>;

/** Returns the action of a parsed request, and its signature. */
export function requestedAction(
  key: OperatorActionKey,
  request: ParsedRequestOf<OperatorActionKey>,
): { action: OperatorAction; signature: SignatureFields } {
  const { reason, requestId, issuedAt, version, signature, ...fields } = request;
  return { action: { key, fields }, signature: { reason, requestId, issuedAt, version, signature } };
}

/** Returns the fields of an action in wire form, for storing them in a proposal: amounts in whole units. */
export function storedFields(fields: object): Record<string, unknown> {
  const toWire = (value: unknown) => (typeof value === 'bigint' ? formatAmount(value) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toWire(value)]));
}

/** Returns the action of a proposal, parsed again by the schema of its endpoint. Throws if there is no such action. */
export function proposedAction(proposal: { readonly action: string; readonly params: unknown }): OperatorAction {
  const key = PATH + proposal.action;
  if (!isActionKey(key)) throw new Error(`there is no operator action ${proposal.action}`);
  const request = { ...storedParams.parse(proposal.params), ...UNSIGNED };
  return requestedAction(key, operatorActions[key].request.parse(request)).action;
}

/** Returns figures from a row; null if it has none. */
export function storedFigures(column: unknown): Figures | null {
  return figuresColumn.parse(column);
}

/** Returns the signed data of a row of the log. */
export function storedSigned(column: unknown): SignedData {
  return signedData.parse(column);
}
