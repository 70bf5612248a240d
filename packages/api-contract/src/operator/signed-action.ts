import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { Address } from 'viem';
import { z } from 'zod';
import { SIGNATURE_VALID_MS, type SignedAction } from './action-signature.ts';
import { type OperatorActionKey, operatorEndpoints } from './endpoints.ts';
import { actionName, signedFields } from './operator-action.ts';

/** Operator, reason and times of a signed action; the same fields for every action. */
export type Signing = {
  readonly chainId: number;
  /** The system's vault, EIP-55. */
  readonly vault: Address;
  /** EIP-55. */
  readonly operator: string;
  readonly reason: string;
  /** A UUID; a signature is used once. */
  readonly requestId: string;
  /** UTC milliseconds. */
  readonly issuedAt: number;
  /** The version of the subject that the operator read. */
  readonly version: string;
};

/** A proposal that is confirmed: its id, and who proposed it with which reason. */
export type ConfirmedProposal = { readonly id: string; readonly by: string; readonly reason: string };

/** The endpoint of the signed request: an action, or the rejection of a proposal. */
export type SignedKey = OperatorActionKey | 'POST /api/ops/proposals/reject';

/**
 * Returns the typed data of an action, or with `confirms` of the confirmation of a proposal: one EIP-712 type
 * per action, derived from the fields that its endpoint declares. `fields` are parsed by it. Amounts are in whole
 * units; a field that is null or absent is the empty text.
 */
export function signedAction(
  action: { readonly key: SignedKey; readonly fields: object },
  signing: Signing,
  confirms?: ConfirmedProposal,
): SignedAction {
  const { summary, request } = operatorEndpoints[action.key];
  const values = new Map<string, unknown>(Object.entries(action.fields));
  const names = Object.keys(request.shape).filter((name) => !Object.hasOwn(signedFields, name));
  const fields = names.map((field): [string, string | readonly string[]] => [field, textOf(values.get(field))]);
  const name = actionName(action.key);
  const message = {
    action: name,
    meaning: summary,
    ...Object.fromEntries(fields),
    ...(confirms && { proposalId: confirms.id, proposedBy: confirms.by, proposalReason: confirms.reason }),
    reason: signing.reason,
    operator: signing.operator,
    requestId: signing.requestId,
    issuedAt: new Date(signing.issuedAt).toISOString(),
    expiresAt: new Date(signing.issuedAt + SIGNATURE_VALID_MS).toISOString(),
    version: signing.version,
  };
  const primaryType = (confirms === undefined ? '' : 'Confirm') + typeName(name);
  return {
    domain: { name: 'City Mint operators', version: '1', chainId: signing.chainId, verifyingContract: signing.vault },
    types: { [primaryType]: Object.entries(message).map(([name, value]) => ({ name, type: solidityType(value) })) },
    primaryType,
    message,
  };
}

/** `reserve/fund` → `ReserveFund`. */
function typeName(action: string): string {
  return action.replace(/(^|\/)([a-z])/g, (_whole, _slash, letter: string) => letter.toUpperCase());
}

const texts = z.array(z.string());

function textOf(value: unknown): string | readonly string[] {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return formatAmount(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return texts.parse(value);
}

function solidityType(value: string | readonly string[]): string {
  return typeof value === 'string' ? 'string' : 'string[]';
}
