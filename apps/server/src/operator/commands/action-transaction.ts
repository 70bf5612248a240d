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
 * Who acts, as the process of operators says; what they signed besides the fields of the action, and where the logs
 * find the call.
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
  /** What plans are held against when they are published. */
  readonly planLimits: PlanLimits;
  /** Who the disclosure says runs the system. */
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
  /** What the operator's role has to be at least. */
  readonly role: OperatorRole;
};

/** Runs `work` in one transaction, one operator action at a time over all processes. Returns what it returns. */
export function inActionTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await lockActions(tx);
    return work(tx);
  });
}

/** Returns what `work` returns; with a refusal everything it wrote is rolled back, and nothing before it. */
export async function undoneIfRefused<Result extends object>(
  tx: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  await setSavepoint(tx, 'action');
  const answer = await work();
  if ('refusal' in answer) await rollBackTo(tx, 'action');
  return answer;
}

/** Returns what `work` returns, after everything it wrote was rolled back. */
export async function tried<Result>(tx: Database, work: () => Promise<Result>): Promise<Result> {
  await setSavepoint(tx, 'trial');
  const answer = await work();
  await rollBackTo(tx, 'trial');
  return answer;
}

/**
 * Uses a signature up: returns undefined if it is the acting operator's over `signed`, who is an operator of this role
 * now, made within the last ten minutes by the database's clock, and not used before; else the refusal. Nothing else
 * that the process of operators says is believed. docs/operating/actions.md
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
  // Last: what was signed before a role was raised is used up, and no one can send it once it has been raised.
  return hasRole(role, needed) ? undefined : refuse('role-too-low', { field: 'signature', limit: needed });
}
