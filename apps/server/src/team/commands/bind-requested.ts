import type { Logger } from 'pino';
import { isHex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/users.ts';
import { verifyConfirmation } from '#session/queries/verify-confirmation.ts';
import { claimDueRequests, type DueRequest, decideRequest, postponeRequest } from '../store/inviter-requests.ts';

export type BindingJobDeps = {
  readonly db: Database;
  readonly log: Logger;
  /** Duration of a verifier's lease on a request; longer than the chain takes to answer about a contract wallet. */
  readonly leaseMs?: number;
} & Parameters<typeof verifyConfirmation>[0];

/** Maximum number of requests per batch. */
const BATCH_SIZE = 8;

/**
 * Decides the next requests to be bound to an inviter. For each it verifies the signature of the user's wallet, then
 * has it bound or refused in a separate transaction. A request that cannot be verified now is retried later. Returns
 * whether more may be due. docs/money-rules.md#8-team-nodes-levels
 */
export async function bindDueInviters(deps: BindingJobDeps): Promise<boolean> {
  const { db, leaseMs = 30_000 } = deps;
  const due = await claimDueRequests(db, { limit: BATCH_SIZE, leaseMs });
  const addressOf = await findAddresses(
    db,
    due.map(({ userId }) => userId),
  );
  await Promise.all(due.map((asked) => decideOrPostpone(deps, asked, addressOf(asked.userId))));
  return due.length === BATCH_SIZE;
}

async function decideOrPostpone(deps: BindingJobDeps, asked: DueRequest, address: string): Promise<void> {
  const { db, log } = deps;
  const { callId } = asked;
  const userId = `${asked.userId}`;
  try {
    const unverified = await refuseUnverified(deps, asked, address);
    // The api verified it before, so the writer of this row was not the api's program.
    if (unverified === 'signature-invalid') log.fatal({ callId, userId }, 'a user did not sign for their inviter');
    const refusal = await decideRequest(db, asked, unverified);
    log.info({ callId, userId, refusal }, 'inviter request decided');
  } catch (error) {
    log.warn({ err: error, callId, userId }, 'inviter request postponed');
    await postponeRequest(db, asked, error instanceof Error ? error.message : String(error));
  }
}

/** Why the user's wallet did not confirm this request; null if it did. Throws while the chain is unavailable. */
async function refuseUnverified(
  deps: BindingJobDeps,
  { inviter, nonce, message, signature, askedAt }: DueRequest,
  address: string,
): Promise<'signature-invalid' | 'message-expired' | null> {
  const verdict = await verifyConfirmation(deps, {
    confirmed: { action: 'bind-inviter', superior: inviter },
    ...{ address, nonce, message, askedAt },
    signature: isHex(signature) ? signature : '0x',
  });
  if (verdict === 'chain-unavailable') throw new Error('the chain is unavailable for verifying the wallet’s signature');
  if (verdict === 'expired') return 'message-expired';
  return verdict === 'invalid' ? 'signature-invalid' : null;
}
