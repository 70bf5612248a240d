import { randomInt, randomUUID } from 'node:crypto';
import { type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName, UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { type Signing, signedAction } from '@city-mint/api-contract/operator/signed-action';
import { DEFAULT_CHAIN_ID } from '@city-mint/chain-contract/chains';
import { DEV_OPERATORS } from '@city-mint/devnet/operators';
import type { KnownOperators } from '@city-mint/server/audit/checks/kind-check';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { TEST_VAULT } from '../setup/test-vault.ts';

/** An action with the fields of its request, as texts, and its subject in the log. */
export type Decided = { readonly key: OperatorActionKey; readonly fields: object; readonly subject: string };

/** Two operators of tests: the first proposes, the second confirms. */
export const DECIDERS: readonly [PrivateKeyAccount, PrivateKeyAccount] = [
  privateKeyToAccount(DEV_OPERATORS[0].privateKey),
  privateKeyToAccount(DEV_OPERATORS[1].privateKey),
];

/** The settings of an auditor that knows them. */
export const KNOWN_OPERATORS: KnownOperators = {
  approvers: DECIDERS.map(({ address }) => address),
  chainId: DEFAULT_CHAIN_ID,
  vault: TEST_VAULT,
};

/** An entry of the log of operators. */
export type SignedEntry = {
  readonly operator: string;
  readonly proposedBy: string | null;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly proposalId: number;
  readonly version: string;
  readonly signed: ReturnType<typeof signedAction>;
  readonly signedId: string;
  readonly signature: string;
};

type Deciding = {
  readonly people?: readonly [PrivateKeyAccount, PrivateKeyAccount];
  readonly said?: Partial<Signing>;
  /** Another one each time, unless it is stated. */
  readonly proposalId?: number;
};

/** Signs an action as two operators do; returns the entries of the proposal and of its confirmation. */
export async function signDecision(
  { key, fields, subject }: Decided,
  { people: [first, second] = DECIDERS, said, proposalId = randomInt(2 ** 40) }: Deciding = {},
): Promise<[SignedEntry, SignedEntry]> {
  const action = { key, fields: operatorActions[key].request.parse({ ...fields, ...UNSIGNED }) };
  const entry = async (account: PrivateKeyAccount, proposedBy: string | null): Promise<SignedEntry> => {
    const { chainId, vault } = KNOWN_OPERATORS;
    const reason = proposedBy === null ? 'as proposed' : 'as confirmed';
    const own = { operator: account.address, reason, requestId: randomUUID(), issuedAt: Date.now() };
    const signing = { chainId, vault, version: UNSIGNED.version, ...own, ...said };
    const confirms = { id: String(proposalId), by: first.address, reason: 'as proposed' };
    const signed = signedAction(action, signing, proposedBy === null ? undefined : confirms);
    return {
      ...{ operator: account.address, proposedBy, subject, reason, proposalId, version: signing.version, signed },
      action: proposedBy === null ? `propose ${actionName(key)}` : actionName(key),
      ...{ signedId: signing.requestId, signature: await account.signTypedData(signed) },
    };
  };
  return [await entry(first, null), await entry(second, first.address)];
}

/** Writes entries of the log as the process of operators does; returns the id of the last one's signed request. */
export async function logEntries(db: Database, entries: readonly SignedEntry[]): Promise<string> {
  for (const entry of entries) {
    const { operator, proposedBy, action, subject, reason, proposalId, version, signed, signedId, signature } = entry;
    await sql`
      insert into operator_log (operator, proposed_by, action, subject, reason, request_id, proposal_id, version,
        signed, signed_id, signature)
      values (${operator}, ${proposedBy}, ${action}, ${subject}, ${reason}, 'call', ${proposalId}, ${version},
        ${JSON.stringify(signed)}, ${signedId}, ${signature})`.execute(db);
  }
  return entries.at(-1)?.signedId ?? '';
}

/** Signs and logs an action of two operators, also at another time; returns the id of its confirmation. */
export async function decide(db: Database, decided: Decided, said: Partial<Signing> = {}): Promise<string> {
  return logEntries(db, await signDecision(decided, { said }));
}
