import type { Address, LocalAccount } from 'viem';
import type { ReplyOf, RequestOf } from '../endpoints.ts';
import type { SignedAction } from '../operator/action-signature.ts';
import { isActionKey, type OperatorActionKey, operatorActions } from '../operator/endpoints.ts';
import { UNSIGNED } from '../operator/operator-action.ts';
import { type ConfirmedProposal, type SignedKey, signedAction } from '../operator/signed-action.ts';

/** A wallet that signs as an operator, for the system with this vault on the chain with this id. */
export type OperatorSigner = {
  readonly account: Pick<LocalAccount, 'address' | 'signTypedData'>;
  readonly chainId: number;
  readonly vault: Address;
};

/** A proposal as it was read. */
export type ListedProposal = ReplyOf<'POST /api/ops/proposals'>['items'][number];

type Why = { readonly reason: string; readonly version: string };

/** A request ready to be signed, complete with its id and time, and its typed data. */
export type PreparedRequest<Request> = {
  /** The exact words that the wallet will show. */
  readonly signed: SignedAction;
  /** Asks the account. Returns the request, which can be sent again as it is: it is performed once at most. */
  readonly sign: () => Promise<Request>;
};

/** Returns the typed data of an action at the version that its operator saw. */
export function prepareRequest<Key extends OperatorActionKey>(
  signer: OperatorSigner,
  { key, fields, ...why }: { readonly key: Key; readonly fields: object } & Why,
): PreparedRequest<RequestOf<Key>> {
  const { signed, sign } = prepareAs(signer, { key, fields: parsedFields(key, fields), ...why });
  // The fields of an action and those of its signature are its request.
  return { signed, sign: async () => ({ ...fields, ...(await sign()) }) as unknown as RequestOf<Key> };
}

/** Returns the typed data that confirms a proposal as it was read. Throws for an unknown action. */
export function prepareConfirmation(
  signer: OperatorSigner,
  { proposal, reason }: { readonly proposal: ListedProposal; readonly reason: string },
): PreparedRequest<RequestOf<'POST /api/ops/proposals/confirm'>> {
  const { proposalId, proposedBy, params, version } = proposal;
  const key = `POST /api/ops/${proposal.action}`;
  if (!isActionKey(key)) throw new Error(`no such action: ${proposal.action}`);
  const confirms = { id: proposalId, by: proposedBy, reason: proposal.reason };
  const action = { key, fields: parsedFields(key, params), reason, version };
  const { signed, sign } = prepareAs(signer, action, confirms);
  return { signed, sign: async () => ({ proposalId, ...(await sign()) }) };
}

/** Returns the typed data that rejects a proposal with this version. */
export function prepareRejection(
  signer: OperatorSigner,
  { proposalId, ...why }: { readonly proposalId: string } & Why,
): PreparedRequest<RequestOf<'POST /api/ops/proposals/reject'>> {
  const key = 'POST /api/ops/proposals/reject';
  const { signed, sign } = prepareAs(signer, { key, fields: { proposalId }, ...why });
  return { signed, sign: async () => ({ proposalId, ...(await sign()) }) };
}

/**
 * Signs an action for the version that its operator was shown. Returns its request, which can be sent again as it is:
 * it is performed once at most.
 */
export function signRequest<Key extends OperatorActionKey>(
  ...asked: Parameters<typeof prepareRequest<Key>>
): Promise<RequestOf<Key>> {
  return prepareRequest(...asked).sign();
}

/** Signs the confirmation of a proposal as it was read; returns its request. Throws for an action that is not known. */
export async function signConfirmation(
  ...asked: Parameters<typeof prepareConfirmation>
): Promise<RequestOf<'POST /api/ops/proposals/confirm'>> {
  return prepareConfirmation(...asked).sign();
}

/** Signs the rejection of a proposal with this version; returns its request. */
export function signRejection(
  ...asked: Parameters<typeof prepareRejection>
): Promise<RequestOf<'POST /api/ops/proposals/reject'>> {
  return prepareRejection(...asked).sign();
}

function prepareAs(
  { account, chainId, vault }: OperatorSigner,
  { key, fields, reason, version }: { readonly key: SignedKey; readonly fields: object } & Why,
  confirms?: ConfirmedProposal,
) {
  const used = { reason, requestId: crypto.randomUUID(), issuedAt: Date.now(), version };
  const signed = signedAction({ key, fields }, { ...used, chainId, vault, operator: account.address }, confirms);
  return { signed, sign: async () => ({ ...used, signature: await account.signTypedData(signed) }) };
}

/** Amounts and addresses are signed as the server reads them. Fields that it will refuse are signed as they are. */
function parsedFields(key: OperatorActionKey, fields: object): object {
  const parsed = operatorActions[key].request.safeParse({ ...fields, ...UNSIGNED });
  return parsed.success ? parsed.data : fields;
}
