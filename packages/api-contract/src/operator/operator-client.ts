import type { LocalAccount } from 'viem';
import type { Answer, Client } from '../client.ts';
import type { RequestOf } from '../endpoints.ts';
import { isActionKey, type OperatorActionKey, operatorActions } from './endpoints.ts';
import { type signedFields, UNSIGNED } from './operator-action.ts';
import { type ConfirmedProposal, type SignedKey, signedAction } from './signed-action.ts';

/** The name of an operator action: its path below /api/ops/. */
export type OperatorActionName = OperatorActionKey extends `POST /api/ops/${infer Name}` ? Name : never;
/** The endpoint of an action by its name. */
export type ActionKeyOf<Name extends OperatorActionName> = Extract<OperatorActionKey, `POST /api/ops/${Name}`>;

/** What an operator decides of an action: its fields and a reason; the signature is added. */
export type ActionFields<Name extends OperatorActionName> = Omit<
  RequestOf<ActionKeyOf<Name>>,
  Exclude<keyof typeof signedFields, 'reason'>
>;

const REJECT = 'POST /api/ops/proposals/reject';
const CONFIRM = 'POST /api/ops/proposals/confirm';

type Account = Pick<LocalAccount, 'address' | 'signTypedData'>;

/** The calls of a signed-in operator; each action is signed by their account. */
export type OperatorClient = {
  readonly address: string;
  /** Reads. */
  readonly call: Client['call'];
  /** Reads the version of what an action changes, signs the action and sends it; returns its answer. */
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

/** Returns the calls of an operator, whose token `client` has, on the chain with this id. */
export function createOperatorClient(options: {
  readonly client: Client;
  readonly account: Account;
  readonly chainId: number;
}): OperatorClient {
  const { client, account, chainId } = options;

  async function signAs(
    action: { key: SignedKey; fields: object },
    { reason, version }: { reason: string; version: string },
    confirms?: ConfirmedProposal,
  ) {
    const used = { reason, requestId: crypto.randomUUID(), issuedAt: Date.now(), version };
    const signed = signedAction(action, { ...used, chainId, operator: account.address }, confirms);
    return { ...used, signature: await account.signTypedData(signed) };
  }

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
    // What is refused has no version; the action itself answers with the refusal.
    const version = preview.ok ? preview.data.version : UNSIGNED.version;
    const key = keyOf(name);
    const signed = await signAs({ key, fields: parsedFields(key, fields) }, { reason, version });
    // The fields of an action and those of its signature are its request.
    return { ...request, ...signed } as unknown as RequestOf<ActionKeyOf<Name>>;
  }

  async function signConfirmation(proposalId: string, reason: string) {
    const proposal = await findProposal(proposalId);
    const key = `POST /api/ops/${proposal?.action}`;
    if (proposal === undefined || !isActionKey(key)) {
      return { proposalId, ...UNSIGNED, reason };
    }
    const confirms = { id: proposalId, by: proposal.proposedBy, reason: proposal.reason };
    const fields = parsedFields(key, proposal.params);
    return { proposalId, ...(await signAs({ key, fields }, { reason, version: proposal.version }, confirms)) };
  }

  return {
    address: account.address,
    call: client.call,
    sign,
    signConfirmation,
    act: async (name, fields) => client.call(keyOf(name), await sign(name, fields)),
    confirm: async (proposalId, reason) => client.call(CONFIRM, await signConfirmation(proposalId, reason)),
    async reject(proposalId, reason) {
      const version = (await findProposal(proposalId))?.version ?? UNSIGNED.version;
      return client.call(REJECT, {
        proposalId,
        ...(await signAs({ key: REJECT, fields: { proposalId } }, { reason, version })),
      });
    },
  };
}

/** Amounts and addresses are signed as the server reads them. Fields that it will refuse are signed as they are. */
function parsedFields(key: OperatorActionKey, fields: object): object {
  const parsed = operatorActions[key].request.safeParse({ ...fields, ...UNSIGNED });
  return parsed.success ? parsed.data : fields;
}

function keyOf<Name extends OperatorActionName>(name: Name): ActionKeyOf<Name> {
  return `POST /api/ops/${name}` as ActionKeyOf<Name>;
}
