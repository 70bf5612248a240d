import type { Answer, Client } from '../client.ts';
import type { RequestOf } from '../endpoints.ts';
import { isActionKey, type OperatorActionKey } from '../operator/endpoints.ts';
import { type signedFields, UNSIGNED } from '../operator/operator-action.ts';
import { type OperatorSigner, signConfirmation, signRejection, signRequest } from './sign-request.ts';

/** The name of an operator action: its path below /api/ops/. */
export type OperatorActionName = OperatorActionKey extends `POST /api/ops/${infer Name}` ? Name : never;
/** The endpoint of an action by its name. */
export type ActionKeyOf<Name extends OperatorActionName> = Extract<OperatorActionKey, `POST /api/ops/${Name}`>;

/** The part of an action that the operator decides: its fields and a reason; the signature is added. */
export type ActionFields<Name extends OperatorActionName> = Omit<
  RequestOf<ActionKeyOf<Name>>,
  Exclude<keyof typeof signedFields, 'reason'>
>;

const REJECT = 'POST /api/ops/proposals/reject';
const CONFIRM = 'POST /api/ops/proposals/confirm';

/** The calls of a signed-in operator; each action is signed by their account. */
export type OperatorClient = {
  readonly address: string;
  /** Reads. */
  readonly call: Client['call'];
  /** Reads the version of an action's subject, signs the action and sends it; returns its answer. */
  act<Name extends OperatorActionName>(name: Name, fields: ActionFields<Name>): Promise<Answer<ActionKeyOf<Name>>>;
  /** Returns the signed request of an action without sending it. */
  sign<Name extends OperatorActionName>(name: Name, fields: ActionFields<Name>): Promise<RequestOf<ActionKeyOf<Name>>>;
  /** Signs what another operator proposed, and confirms it. */
  confirm(proposalId: string, reason: string): Promise<Answer<typeof CONFIRM>>;
  /** Returns the signed confirmation of an open proposal without sending it. */
  signConfirmation(proposalId: string, reason: string): Promise<RequestOf<typeof CONFIRM>>;
  /** Signs and sends the rejection of a proposal. */
  reject(proposalId: string, reason: string): Promise<Answer<typeof REJECT>>;
};

/** Returns the calls of an operator, whose token `client` has, for the system with this vault and chain. */
export function createOperatorClient(options: OperatorSigner & { readonly client: Client }): OperatorClient {
  const { client, ...signer } = options;

  async function findProposal(proposalId: string) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.call('POST /api/ops/proposals', { cursor, limit: 100 });
      if (!page.ok) return undefined;
      const found = page.data.items.find((proposal) => proposal.proposalId === proposalId);
      if (found !== undefined) return found;
      cursor = page.data.nextCursor;
    }
    return undefined;
  }

  async function sign<Name extends OperatorActionName>(name: Name, request: ActionFields<Name>) {
    const { reason, ...fields } = request;
    const preview = await client.call('POST /api/ops/preview', { action: name, fields });
    // A refused action has no version; the action itself answers with the refusal.
    const version = preview.ok ? preview.data.version : UNSIGNED.version;
    return signRequest(signer, { key: keyOf(name), fields, reason, version });
  }

  async function signProposal(proposalId: string, reason: string) {
    const proposal = await findProposal(proposalId);
    if (proposal === undefined || !isActionKey(`POST /api/ops/${proposal.action}`)) {
      return { proposalId, ...UNSIGNED, reason };
    }
    return signConfirmation(signer, { proposal, reason });
  }

  return {
    address: signer.account.address,
    call: client.call,
    sign,
    signConfirmation: signProposal,
    act: async (name, fields) => client.call(keyOf(name), await sign(name, fields)),
    confirm: async (proposalId, reason) => client.call(CONFIRM, await signProposal(proposalId, reason)),
    async reject(proposalId, reason) {
      const version = (await findProposal(proposalId))?.version ?? UNSIGNED.version;
      return client.call(REJECT, await signRejection(signer, { proposalId, reason, version }));
    },
  };
}

function keyOf<Name extends OperatorActionName>(name: Name): ActionKeyOf<Name> {
  return `POST /api/ops/${name}` as ActionKeyOf<Name>;
}
