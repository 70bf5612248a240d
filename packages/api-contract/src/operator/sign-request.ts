import type { LocalAccount } from 'viem';
import type { ReplyOf, RequestOf } from '../endpoints.ts';
import { isActionKey, type OperatorActionKey, operatorActions } from './endpoints.ts';
import { UNSIGNED } from './operator-action.ts';
import { type ConfirmedProposal, type SignedKey, signedAction } from './signed-action.ts';

/** A wallet that signs as an operator, on the chain with this id. */
export type OperatorSigner = {
  readonly account: Pick<LocalAccount, 'address' | 'signTypedData'>;
  readonly chainId: number;
};

/** A proposal as it was read. */
export type ListedProposal = ReplyOf<'POST /api/ops/proposals'>['items'][number];

type Why = { readonly reason: string; readonly version: string };

/**
 * Signs an action for the version that its operator was shown. Returns its request, which can be sent again as it is:
 * it is performed once at most.
 */
export async function signRequest<Key extends OperatorActionKey>(
  signer: OperatorSigner,
  { key, fields, ...why }: { readonly key: Key; readonly fields: object } & Why,
): Promise<RequestOf<Key>> {
  const signed = await signAs(signer, { key, fields: parsedFields(key, fields), ...why });
  // The fields of an action and those of its signature are its request.
  return { ...fields, ...signed } as unknown as RequestOf<Key>;
}

/** Signs the confirmation of a proposal as it was read; returns its request. Throws for an action that is not known. */
export async function signConfirmation(
  signer: OperatorSigner,
  { proposal, reason }: { readonly proposal: ListedProposal; readonly reason: string },
): Promise<RequestOf<'POST /api/ops/proposals/confirm'>> {
  const { proposalId, proposedBy, params, version } = proposal;
  const key = `POST /api/ops/${proposal.action}`;
  if (!isActionKey(key)) throw new Error(`no such action: ${proposal.action}`);
  const confirms = { id: proposalId, by: proposedBy, reason: proposal.reason };
  const action = { key, fields: parsedFields(key, params), reason, version };
  return { proposalId, ...(await signAs(signer, action, confirms)) };
}

/** Signs the rejection of a proposal with this version; returns its request. */
export async function signRejection(
  signer: OperatorSigner,
  { proposalId, ...why }: { readonly proposalId: string } & Why,
): Promise<RequestOf<'POST /api/ops/proposals/reject'>> {
  const key = 'POST /api/ops/proposals/reject';
  return { proposalId, ...(await signAs(signer, { key, fields: { proposalId }, ...why })) };
}

async function signAs(
  { account, chainId }: OperatorSigner,
  { key, fields, reason, version }: { readonly key: SignedKey; readonly fields: object } & Why,
  confirms?: ConfirmedProposal,
) {
  const used = { reason, requestId: crypto.randomUUID(), issuedAt: Date.now(), version };
  const signed = signedAction({ key, fields }, { ...used, chainId, operator: account.address }, confirms);
  return { ...used, signature: await account.signTypedData(signed) };
}

/** Amounts and addresses are signed as the server reads them. Fields that it will refuse are signed as they are. */
function parsedFields(key: OperatorActionKey, fields: object): object {
  const parsed = operatorActions[key].request.safeParse({ ...fields, ...UNSIGNED });
  return parsed.success ? parsed.data : fields;
}
