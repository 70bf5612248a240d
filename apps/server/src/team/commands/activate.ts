import type { InviterRefusal } from '@city-mint/domain/team/check-inviter';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { bindInviter } from '#rounds/inviters/commands.ts';
import {
  type ConfirmationDeps,
  type ConfirmationRefusal,
  consumeConfirmation,
} from '#session/commands/consume-confirmation.ts';
import { findUserId } from '#session/queries/find-user-id.ts';
import { insertBinding } from '../store/bindings.ts';

export type Activation = {
  readonly userId: bigint;
  /** Whose inviter is bound, and who it shall be; EIP-55. */
  readonly address: string;
  readonly superior: string;
  readonly nonce: string;
  readonly signature: Hex;
};

/**
 * Binds a user's inviter as the signed text says, once and for ever; the figures of everyone above follow.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export async function activate(
  deps: ConfirmationDeps,
  { superior, ...signed }: Activation,
): Promise<{ readonly boundAt: Date } | { readonly refusal: InviterRefusal | ConfirmationRefusal }> {
  const { userId } = signed;
  const answer = await consumeConfirmation(deps, { ...signed, act: { action: 'bind-inviter', superior } }, async (tx) =>
    bind(tx, { userId, inviterId: await findUserId(tx, superior) }),
  );
  return 'done' in answer ? answer.done : answer;
}

async function bind(
  tx: Database,
  binding: { userId: bigint; inviterId: bigint | null },
): Promise<{ boundAt: Date } | { refusal: InviterRefusal }> {
  const refusal = await bindInviter(tx, binding);
  if (refusal !== undefined) return { refusal };
  const { userId, inviterId } = binding;
  if (inviterId === null) throw new Error(`user ${userId} was bound to nobody`);
  return { boundAt: await insertBinding(tx, { userId, inviterId }) };
}
