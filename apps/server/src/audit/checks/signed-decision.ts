import { signedData } from '@city-mint/api-contract/operator/access-endpoints';
import { isSignedBy, SIGNATURE_CLOCK_MS, SIGNATURE_VALID_MS } from '@city-mint/api-contract/operator/action-signature';
import { isActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { operatorRole, PROPOSAL_HOURS } from '@city-mint/api-contract/operator/operator-action';
import { CONFIRMING_ROLE, hasRole, type OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { sql } from 'kysely';
import { isAddress, isHex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import type { KnownOperators } from './kind-check.ts';

/** The fields that an operator signed. */
export type SignedMessage = Readonly<Record<string, string | readonly string[]>>;

/** An entry of the public log, which the process of operators writes: only what is signed in it is believed. */
export type LoggedAction = {
  readonly id: bigint;
  readonly operator: string;
  readonly action: string;
  readonly proposal_id: bigint | null;
  readonly signed: unknown;
  readonly signed_id: string;
  readonly signature: string;
};

/** The columns of a `LoggedAction`, of `l`. */
export const LOGGED = sql`l.id, l.operator, l.action, l.proposal_id, l.signed, l.signed_id, l.signature`;

/** Fields that each of two signers has for their own signature, or only the one who confirms. */
const OWN_FIELDS = new Set(['reason', 'operator', 'requestId', 'issuedAt', 'expiresAt']);
const CONFIRMING_FIELDS = ['proposalId', 'proposedBy', 'proposalReason'];
/** Between both signatures, by the clocks of two signers. */
const LONGEST_PROPOSAL_MS = PROPOSAL_HOURS * HOUR_MS + SIGNATURE_VALID_MS + SIGNATURE_CLOCK_MS;

/**
 * Returns the message that the confirming operator of an entry signed, if it is a decision of two people: an operator
 * signed the same action, and an approver its confirmation, for this vault, each known by the auditor's settings or
 * added by such decisions in earlier entries. Otherwise undefined: no other word of the log is believed.
 */
export async function findDecision(
  tx: Database,
  entry: LoggedAction,
  operators: KnownOperators,
): Promise<SignedMessage | undefined> {
  return decisionOf(tx, entry, { operators, roles: await rolesBefore(tx, entry.id, operators) });
}

/** A change that an operator signed alone, or that two signed. */
export type SignedChange = { readonly message: SignedMessage; readonly isOfTwo: boolean };

/**
 * Returns the message that the operator of an entry signed, as a decision of two people or alone, if their role permits
 * the action; undefined otherwise. Alone, only a change that loosens nothing counts: the caller compares.
 */
export async function findChange(
  tx: Database,
  entry: LoggedAction,
  operators: KnownOperators,
): Promise<SignedChange | undefined> {
  const roles = await rolesBefore(tx, entry.id, operators);
  const decided = await decisionOf(tx, entry, { operators, roles });
  if (decided !== undefined) return { message: decided, isOfTwo: true };
  const key = `POST /api/ops/${entry.action}`;
  const own = await signedBy(entry, operators);
  if (!isActionKey(key) || own === undefined || own['proposalId'] !== undefined) return undefined;
  const isPermitted = hasRole(roles.get(entry.operator) ?? 'viewer', operatorActions[key].role);
  return isPermitted ? { message: own, isOfTwo: false } : undefined;
}

type Roles = ReadonlyMap<string, OperatorRole>;
type Judged = { readonly operators: KnownOperators; readonly roles: Roles };

async function decisionOf(
  tx: Database,
  entry: LoggedAction,
  { operators, roles }: Judged,
): Promise<SignedMessage | undefined> {
  const key = `POST /api/ops/${entry.action}`;
  const confirmed = await signedBy(entry, operators);
  const proposer = confirmed?.['proposedBy'];
  if (!isActionKey(key) || confirmed === undefined || typeof proposer !== 'string') return undefined;
  if (confirmed['proposalId'] !== String(entry.proposal_id)) return undefined;
  const mayPropose = hasRole(roles.get(proposer) ?? 'viewer', operatorActions[key].role);
  const mayConfirm = hasRole(roles.get(entry.operator) ?? 'viewer', CONFIRMING_ROLE);
  if (proposer === entry.operator || !mayPropose || !mayConfirm) return undefined;
  const { rows } = await sql<LoggedAction>`
    select ${LOGGED} from operator_log l
    where l.proposal_id = ${entry.proposal_id} and l.operator = ${proposer}
      and l.action = ${`propose ${entry.action}`}`.execute(tx);
  for (const proposal of rows) {
    const proposed = await signedBy(proposal, operators);
    if (proposed !== undefined && isOfSame(proposed, confirmed)) return confirmed;
  }
  return undefined;
}

/** Returns what the operator of an entry signed for this system, under the entry's id and for its action. */
async function signedBy(
  { operator, action, signed_id, signature, signed }: LoggedAction,
  { chainId, vault }: KnownOperators,
): Promise<SignedMessage | undefined> {
  const read = signedData.safeParse(signed);
  if (!read.success || !isAddress(operator) || !isHex(signature)) return undefined;
  const { domain, message } = read.data;
  const isOfSystem =
    domain.name === 'City Mint operators' && domain.chainId === chainId && domain.verifyingContract === vault;
  const said = [message['operator'], String(message['requestId']).toLowerCase(), message['action']];
  const shown = [operator, signed_id, action.replace(/^propose /, '')];
  if (!isOfSystem || said.some((field, index) => field !== shown[index])) return undefined;
  return (await isSignedBy(operator, read.data, signature)) ? message : undefined;
}

/** Whether a proposal is what was confirmed: the same fields, its reason, and in time. */
function isOfSame(proposed: SignedMessage, confirmed: SignedMessage): boolean {
  const shared = Object.keys(confirmed).filter((name) => !OWN_FIELDS.has(name) && !CONFIRMING_FIELDS.includes(name));
  const isWhole = Object.keys(proposed).every((name) => OWN_FIELDS.has(name) || shared.includes(name));
  const isSame = shared.every((name) => JSON.stringify(proposed[name]) === JSON.stringify(confirmed[name]));
  const waited = issuedAt(confirmed) - issuedAt(proposed);
  return isWhole && isSame && proposed['reason'] === confirmed['proposalReason'] && waited <= LONGEST_PROPOSAL_MS;
}

/** Returns when a message was signed by the signer's clock, in UTC milliseconds. */
export function issuedAt(message: SignedMessage): number {
  return Date.parse(String(message['issuedAt']));
}

/** The operators before an entry: those of the settings, and each that two of them added, with their roles. */
async function rolesBefore(tx: Database, before: bigint, operators: KnownOperators): Promise<Roles> {
  const roles = new Map<string, OperatorRole>(operators.approvers.map((address) => [address, CONFIRMING_ROLE]));
  const { rows } = await sql<LoggedAction>`
    select ${LOGGED} from operator_log l
    where l.action in ('operators/add', 'operators/role', 'operators/remove') and l.id < ${before}
    order by l.id`.execute(tx);
  for (const entry of rows) {
    const changed = await decisionOf(tx, entry, { operators, roles });
    if (changed === undefined) continue;
    const role = operatorRole.safeParse(changed['role']);
    roles.set(String(changed['address']), role.success ? role.data : 'viewer');
  }
  return roles;
}
