import {
  isSignedBy,
  SIGNATURE_CLOCK_MS,
  SIGNATURE_VALID_MS,
  type SignedAction,
  signedDigest,
} from '@city-mint/api-contract/operator/action-signature';
import type { SIGNED_REFUSALS } from '@city-mint/api-contract/operator/operator-action';
import { hasRole, type OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import { type Address, type Hex, isHex } from 'viem';
import type { z } from 'zod';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { PlanLimits } from '#rounds/offers/queries/plan-violations.ts';
import type { Operator } from '#session/queries/covering.ts';
import { type Refused, refuse } from '../operator-action.ts';
import { findRole } from '../queries/operators.ts';
import {
  findRefusal,
  insertLog,
  insertSignedId,
  type LogEntry,
  lockActions,
  rollBackTo,
  setSavepoint,
  storeRefusal,
} from '../store/actions.ts';
import type { SignatureFields } from '../stored-action.ts';

/**
 * The acting operator according to the process of operators, with the signed data besides the action's fields, and the
 * request id under which logs list the call.
 */
export type ActingOperator = {
  /** EIP-55. */
  readonly operator: Hex;
  readonly signature: SignatureFields;
  /** The X-Request-Id of the call. */
  readonly callId: string;
};

export type OperatorDeps = {
  /** Connections as the role city_mint_operator. */
  readonly operatorDb: Database;
  /** Operators of the configuration, EIP-55. */
  readonly configured: readonly string[];
  /** The limits that plans are checked against when they are published. */
  readonly planLimits: PlanLimits;
  /** The operator of the system, as named in the disclosure. */
  readonly runBy: Operator;
  readonly chainId: number;
  readonly vault: Address;
};

/** An action that was applied, or the proposal that waits for a second operator. */
export type ActionDone = {
  readonly state: 'done' | 'proposed';
  readonly logId: bigint;
  readonly proposal: { readonly id: bigint; readonly expiresAt: Date } | null;
};

/** Why a signature is not accepted. */
type SignatureRefusal = (typeof SIGNED_REFUSALS)[number];

/** A signed request: an action, or the decision on a proposal. */
export type SignedRequest<Code extends string> = {
  readonly by: ActingOperator;
  readonly signed: SignedAction;
  readonly configured: readonly string[];
  /** The minimum role of the operator. */
  readonly role: OperatorRole;
  /** The action as the log names it, and the decided proposal. */
  readonly logged: Pick<LogEntry, 'action' | 'proposal'>;
  /** Parses the stored refusal of a request of this kind. */
  readonly refusals: z.ZodType<Refused<Code>>;
};

/** Runs `work` in one transaction, one operator action at a time over all processes. Returns its result. */
export function inActionTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await lockActions(tx);
    return work(tx);
  });
}

/**
 * Returns the refusal that exactly this request got before, so that an operator who lost the answer reads it; undefined
 * otherwise. A refused request is never performed, even if it would be accepted now. docs/operating/actions.md
 */
export async function refusedBefore<Code extends string>(
  tx: Database,
  { by, signed, refusals }: SignedRequest<Code>,
): Promise<Refused<Code> | undefined> {
  const refusal = await findRefusal(tx, { id: by.signature.requestId, digest: signedDigest(signed) });
  return refusal !== undefined && (await isSignedByOperator(by, signed)) ? refusals.parse(refusal) : undefined;
}

/**
 * Uses the signature of a request up, and returns the result of `work`. If it refuses, everything that it wrote is
 * rolled back, and the refusal is stored and added to the log. docs/operating/actions.md
 */
export async function performSigned<Code extends string>(
  tx: Database,
  request: SignedRequest<Code | SignatureRefusal>,
  work: () => Promise<ActionDone | Refused<Code>>,
): Promise<ActionDone | Refused<Code | SignatureRefusal>> {
  const role = await useSignature(tx, request);
  if (typeof role !== 'string') return role;
  await setSavepoint(tx, 'action');
  // Checked last, so that a signature made before a role was raised is used up and no one can send it afterwards.
  const answer = hasRole(role, request.role)
    ? await work()
    : refuse<SignatureRefusal>('role-too-low', { field: 'signature', limit: request.role });
  if (!('refusal' in answer)) return answer;
  await rollBackTo(tx, 'action');
  await recordRefusal(tx, request, answer);
  return answer;
}

/** Returns the result of `work`, after rolling back everything that it wrote. */
export async function tried<Result>(tx: Database, work: () => Promise<Result>): Promise<Result> {
  await setSavepoint(tx, 'trial');
  const answer = await work();
  await rollBackTo(tx, 'trial');
  return answer;
}

/**
 * Uses a signature up. Returns the role of the acting operator if they signed `signed` within the last ten minutes by
 * the database's clock, and the signature was not used before; else the refusal. Nothing else that the process of
 * operators sends is trusted. docs/operating/actions.md
 */
async function useSignature(
  tx: Database,
  { by, signed, configured }: Pick<SignedRequest<string>, 'by' | 'signed' | 'configured'>,
): Promise<OperatorRole | Refused<SignatureRefusal>> {
  const { issuedAt, requestId } = by.signature;
  const role = (await isSignedByOperator(by, signed)) ? await findRole(tx, configured, by.operator) : null;
  if (role === null) return refuse('operator-signature-invalid', 'signature');
  const age = (await databaseTime(tx)) - issuedAt;
  if (age > SIGNATURE_VALID_MS || age < -SIGNATURE_CLOCK_MS) {
    return refuse('signature-not-current', { field: 'issuedAt', limit: String(SIGNATURE_VALID_MS / 60_000) });
  }
  const isUnused = await insertSignedId(tx, { id: requestId, digest: signedDigest(signed) });
  return isUnused ? role : refuse('signature-used', 'requestId');
}

async function isSignedByOperator({ operator, signature: { signature } }: ActingOperator, signed: SignedAction) {
  return isHex(signature) && isSignedBy(operator, signed, signature);
}

/** The details of a refusal may contain the balance of a user, so the public log has only its code. */
async function recordRefusal(
  tx: Database,
  { by, signed, logged }: Pick<SignedRequest<string>, 'by' | 'signed' | 'logged'>,
  refused: Refused<string>,
): Promise<void> {
  await storeRefusal(tx, by.signature.requestId, refused);
  const entry = { ...by, signed, action: `refuse ${logged.action}`, proposal: logged.proposal };
  await insertLog(tx, { ...entry, subject: '', before: null, after: { refusal: refused.refusal } });
}
