import { hasRole, type OperatorRole, type SIGNED_REFUSALS } from '@city-mint/api-contract/operator/operator-action';
import {
  isSignedBy,
  SIGNATURE_CLOCK_MS,
  SIGNATURE_VALID_MS,
  type SignedAction,
} from '@city-mint/api-contract/operator/signed-action';
import { type Hex, isHex } from 'viem';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { PlanLimits } from '#rounds/offers/queries/plan-violations.ts';
import type { Operator } from '#session/queries/covering.ts';
import { type Refused, refuse } from '../operator-action.ts';
import { findRole } from '../queries/operators.ts';
import { insertSignedId, lockActions, rollBackTo, setSavepoint } from '../store/actions.ts';
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
};

/** An action that was applied, or the proposal that waits for a second operator. */
export type ActionDone = {
  readonly state: 'done' | 'proposed';
  readonly logId: bigint;
  readonly proposal: { readonly id: bigint; readonly expiresAt: Date } | null;
};

/** Why a signature is not accepted. */
type SignatureRefusal = (typeof SIGNED_REFUSALS)[number];

type UsedSignature = {
  readonly by: ActingOperator;
  readonly signed: SignedAction;
  readonly configured: readonly string[];
  /** The minimum role of the operator. */
  readonly role: OperatorRole;
};

/** Runs `work` in one transaction, one operator action at a time over all processes. Returns its result. */
export function inActionTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await lockActions(tx);
    return work(tx);
  });
}

/** Returns the result of `work`. On a refusal everything that it wrote is rolled back, and nothing before it. */
export async function undoneIfRefused<Result extends object>(
  tx: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  await setSavepoint(tx, 'action');
  const answer = await work();
  if ('refusal' in answer) await rollBackTo(tx, 'action');
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
 * Uses a signature up. Returns undefined if the acting operator signed `signed`, currently has this role, signed within
 * the last ten minutes by the database's clock, and the signature was not used before; else the refusal. Nothing else
 * that the process of operators sends is trusted. docs/operating/actions.md
 */
export async function useSignature(
  tx: Database,
  { by, signed, configured, role: needed }: UsedSignature,
): Promise<Refused<SignatureRefusal> | undefined> {
  const {
    operator,
    signature: { issuedAt, requestId, signature },
  } = by;
  const isSigned = isHex(signature) && (await isSignedBy(operator, signed, signature));
  const role = isSigned ? await findRole(tx, configured, operator) : null;
  if (role === null) return refuse('operator-signature-invalid', 'signature');
  const age = (await databaseTime(tx)) - issuedAt;
  if (age > SIGNATURE_VALID_MS || age < -SIGNATURE_CLOCK_MS) {
    return refuse('signature-not-current', { field: 'issuedAt', limit: String(SIGNATURE_VALID_MS / 60_000) });
  }
  if (!(await insertSignedId(tx, requestId))) return refuse('signature-used', 'requestId');
  // Checked last, so that a signature made before a role was raised is used up and no one can send it afterwards.
  return hasRole(role, needed) ? undefined : refuse('role-too-low', { field: 'signature', limit: needed });
}
