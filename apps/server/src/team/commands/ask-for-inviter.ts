import type { Hex } from 'viem';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { AwaitedAnswers } from '#platform/jobs/awaited-answers.ts';
import {
  type ConfirmationDeps,
  type ConfirmationRefusal,
  consumeConfirmation,
} from '#session/commands/confirmations.ts';
import { findInviterRequest, insertInviterRequest, type RequestRefusal } from '../store/inviter-requests.ts';

/** A verifier decides within milliseconds; without a verifier the caller is answered "under way" after this time. */
const DECISION_MS = 4_000;

export type SignedBinding = {
  readonly userId: bigint;
  /** The token of the user's session, by which the database finds the user. */
  readonly token: SessionToken;
  /** The user's own address, EIP-55. */
  readonly address: string;
  /** The inviter's address, EIP-55. */
  readonly superior: string;
  readonly nonce: string;
  readonly signature: Hex;
  /** X-Request-Id of the calling request. */
  readonly callId: string;
};

export type AskingDeps = ConfirmationDeps & { readonly bindings: Pick<AwaitedAnswers, 'waitFor'> };

/**
 * Requests the binding that the user's wallet confirmed, and waits for a verifier's decision. Returns when it was
 * bound, null while it is under way, or the refusal. Idempotent: the same text always gets the same answer.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function askForInviter(
  { bindings, ...deps }: AskingDeps,
  { superior, callId, ...signed }: SignedBinding,
): Promise<{ readonly boundAt: Date | null } | { readonly refusal: RequestRefusal | ConfirmationRefusal }> {
  const { userId, token, nonce } = signed;
  const asked = await consumeConfirmation(
    deps,
    { ...signed, confirmed: { action: 'bind-inviter', superior } },
    (tx, text) => insertInviterRequest(tx, { token, nonce, inviter: superior, text, callId }),
  );
  // A used text may belong to an earlier request: after a double click, or a lost answer.
  if ('refusal' in asked && asked.refusal !== 'nonce-used-or-unknown') return asked;
  const key = { userId, nonce, inviter: superior };
  if ('refusal' in asked && (await findInviterRequest(deps.db, key)) === undefined) return asked;
  const outcome = await bindings.waitFor({
    id: nonce,
    timeoutMs: DECISION_MS,
    read: async () => (await findInviterRequest(deps.db, key))?.outcome ?? null,
  });
  return outcome ?? { boundAt: null };
}
