import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { claimCompensation } from '#rounds/hash-power/commands.ts';
import { type ConfirmationRefusal, consumeConfirmation } from '#session/commands/consume-confirmation.ts';
import { type HashPower, readHashPower } from '../queries/read-hash-power.ts';
import { findUid, insertAccount, insertMachines, isUidTaken } from '../store.ts';

export type ClaimDeps = Pick<Parameters<typeof consumeConfirmation>[0], 'db' | 'chain'>;

export type ClaimOrder = {
  readonly userId: bigint;
  /** EIP-55. */
  readonly address: string;
  /** The exchange account to bind; needed with the first claim alone, with the signature of its confirmation. */
  readonly uid?: string | undefined;
  readonly nonce?: string | undefined;
  readonly signature?: Hex | undefined;
  /** X-Request-Id of the call that claims. */
  readonly callId?: string | undefined;
};

export type ClaimRefusal =
  | 'uid-required'
  | 'uid-already-bound'
  | 'nothing-to-claim'
  | 'uid-taken'
  | 'field-missing'
  | ConfirmationRefusal;

/**
 * Claims all of a user's hash power that waits: each failed order's becomes a machine and a grant to the exchange. The
 * first claim binds the exchange account; later failures are claimed without asking. Who claimed before gets where it
 * stands. Refusals in the order of their type. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function claimHashPower(
  deps: ClaimDeps,
  order: ClaimOrder,
): Promise<HashPower | { readonly refusal: ClaimRefusal; readonly field?: string }> {
  const { db } = deps;
  const { userId, uid, callId } = order;
  const [bound, before] = await Promise.all([findUid(db, userId), readHashPower(db, userId)]);
  if (bound === undefined && uid === undefined) return { refusal: 'uid-required', field: 'uid' };
  if (bound !== undefined && uid !== undefined && uid !== bound) return { refusal: 'uid-already-bound', field: 'uid' };
  if (before.pending === 0n) return before.claimed === 0n ? { refusal: 'nothing-to-claim' } : before;
  if (bound === undefined) {
    const refused = await bindAndClaim(deps, { ...order, uid: uid ?? '' });
    if (refused !== undefined) return refused;
  } else {
    await inTransaction(db, (tx) => claim(tx, { userId, callId }));
  }
  return readHashPower(db, userId);
}

async function bindAndClaim(
  deps: ClaimDeps,
  { userId, address, uid, nonce, signature, callId }: ClaimOrder & { readonly uid: string },
): Promise<{ readonly refusal: ClaimRefusal; readonly field: string } | undefined> {
  if (await isUidTaken(deps.db, { uid, userId })) return { refusal: 'uid-taken', field: 'uid' };
  if (nonce === undefined) return { refusal: 'field-missing', field: 'nonce' };
  if (signature === undefined) return { refusal: 'field-missing', field: 'sign_hex' };
  const act = { action: 'bind-exchange-uid', uid } as const;
  const answer = await consumeConfirmation(deps, { userId, address, act, nonce, signature }, async (tx) => {
    const isBound = await insertAccount(tx, { userId, uid });
    if (isBound) await claim(tx, { userId, callId });
    return isBound;
  });
  if ('refusal' in answer) {
    // The same call, sent twice, was here first.
    if (answer.refusal === 'nonce-used-or-unknown' && (await findUid(deps.db, userId)) === uid) return undefined;
    const isOfNonce = answer.refusal === 'nonce-used-or-unknown' || answer.refusal === 'message-expired';
    return { refusal: answer.refusal, field: isOfNonce ? 'nonce' : 'sign_hex' };
  }
  return answer.done ? undefined : { refusal: 'uid-taken', field: 'uid' };
}

async function claim(tx: Database, by: Pick<ClaimOrder, 'userId' | 'callId'>): Promise<void> {
  await insertMachines(tx, { claims: await claimCompensation(tx, [by.userId]), callId: by.callId ?? null });
}
