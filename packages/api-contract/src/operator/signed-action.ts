import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type Address, hashTypedData, isAddressEqual, recoverTypedDataAddress, type TypedDataDomain } from 'viem';
import { z } from 'zod';
import { expandSignature } from '../key-signature.ts';
import { type OperatorActionKey, operatorEndpoints } from './endpoints.ts';
import { actionName, signedFields } from './operator-action.ts';

/** For how long a signature of an operator can be used, in milliseconds. */
export const SIGNATURE_VALID_MS = 600_000;
/** By how much the signer's clock may be ahead, in milliseconds. */
export const SIGNATURE_CLOCK_MS = 60_000;

/** The typed data that an operator signs (EIP-712): every value is a text, or a list of texts. */
export type SignedAction = {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    /** The vault of the system: another system on the same chain refuses the signature. EIP-55. */
    readonly verifyingContract: Address;
  };
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, string | readonly string[]>>;
};

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

/**
 * Returns whether the account of `operator` (EIP-55) signed exactly this, each field of the message, with 65 bytes or
 * 64; a contract's signature never counts.
 */
export async function isSignedBy(operator: Address, signed: SignedAction, signature: `0x${string}`): Promise<boolean> {
  try {
    const { domain, types, primaryType, message } = signed;
    if (!declaresAll(signed)) return false;
    const typedDomain: TypedDataDomain = domain;
    const typed = { domain: typedDomain, types, primaryType, message };
    const signer = await recoverTypedDataAddress({ ...typed, signature: expandSignature(signature) });
    return isAddressEqual(signer, operator);
  } catch {
    return false;
  }
}

/** Whether the types declare every field of the message: the hash leaves others out, so that they are not signed. */
function declaresAll({ types, primaryType, message }: SignedAction): boolean {
  const declared = new Set(types[primaryType]?.map(({ name }) => name));
  return Object.keys(types).length === 1 && Object.keys(message).every((name) => declared.has(name));
}

/** Returns the EIP-712 hash of the typed data, which identifies exactly this content. */
export function signedDigest({ domain, types, primaryType, message }: SignedAction): `0x${string}` {
  const typedDomain: TypedDataDomain = domain;
  return hashTypedData({ domain: typedDomain, types, primaryType, message });
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
