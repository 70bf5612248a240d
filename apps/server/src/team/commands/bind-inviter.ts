import type { InviterRefusal } from '@city-mint/domain/team/check-inviter';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { bindInviter } from '#rounds/inviters/commands.ts';
import {
  type ConfirmationDeps,
  type ConfirmationRefusal,
  consumeConfirmation,
} from '#session/commands/confirmations.ts';
import { findUserId } from '#session/queries/users.ts';
import { insertBinding } from '../store/bindings.ts';

export type SignedBinding = {
  readonly userId: bigint;
  /** The user's own address, EIP-55. */
  readonly address: string;
  /** The inviter's address, EIP-55. */
  readonly superior: string;
  readonly nonce: string;
  readonly signature: Hex;
};

/**
 * Binds a user's inviter permanently, as the signed text says; the figures of everyone above follow. Returns when it
 * was bound, or the refusal. docs/money-rules.md#8-team-nodes-levels
 */
export async function bindSignedInviter(
  deps: ConfirmationDeps,
  { superior, ...signed }: SignedBinding,
): Promise<{ readonly boundAt: Date } | { readonly refusal: InviterRefusal | ConfirmationRefusal }> {
  const { userId } = signed;
  const answer = await consumeConfirmation(
    deps,
    { ...signed, confirmed: { action: 'bind-inviter', superior } },
    async (tx) => bindAndRecord(tx, { userId, inviterId: await findUserId(tx, superior) }),
  );
  return 'done' in answer ? answer.done : answer;
}

async function bindAndRecord(
  tx: Database,
  { userId, inviterId }: { userId: bigint; inviterId: bigint | null },
): Promise<{ boundAt: Date } | { refusal: InviterRefusal }> {
  const refusal = await bindInviter(tx, { userId, inviterId });
  if (refusal !== undefined) return { refusal };
  if (inviterId === null) throw new Error(`the inviter of user ${userId} was bound without a user id`);
  return { boundAt: await insertBinding(tx, { userId, inviterId }) };
}
