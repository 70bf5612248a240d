import type { Hex } from 'viem';
import type { AwaitedAnswers } from '#platform/jobs/awaited-answers.ts';
import {
  type ConfirmationDeps,
  type ConfirmationRefusal,
  consumeConfirmation,
} from '#session/commands/confirmations.ts';
import { findInviterRequest, insertInviterRequest, type RequestRefusal } from '../store/inviter-requests.ts';

/** A worker decides within milliseconds; without one the caller is answered that it is under way. */
const DECISION_MS = 4_000;

export type SignedBinding = {
  readonly userId: bigint;
  /** The user's own address, EIP-55. */
  readonly address: string;
  /** The inviter's address, EIP-55. */
  readonly superior: string;
  readonly nonce: string;
  readonly signature: Hex;
  /** X-Request-Id of the call that asks. */
  readonly callId: string;
};

export type AskingDeps = ConfirmationDeps & { readonly bindings: Pick<AwaitedAnswers, 'waitFor'> };

/**
 * Asks for the binding that the user's wallet confirmed, and waits for a worker to decide. Returns when it was bound,
 * null while that is under way, or the refusal; the same text gets the same answer however often it is sent.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function askForInviter(
  { bindings, ...deps }: AskingDeps,
  { superior, callId, ...signed }: SignedBinding,
): Promise<{ readonly boundAt: Date | null } | { readonly refusal: RequestRefusal | ConfirmationRefusal }> {
  const { userId, nonce } = signed;
  const asked = await consumeConfirmation(
    deps,
    { ...signed, confirmed: { action: 'bind-inviter', superior } },
    (tx, text) => insertInviterRequest(tx, { userId, nonce, inviter: superior, text, callId }),
  );
  // A text that is used up may have asked before: a double click, or an answer that was lost.
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
