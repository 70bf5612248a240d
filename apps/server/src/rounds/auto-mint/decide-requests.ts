import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { Logger } from 'pino';
import { isHex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/users.ts';
import { verifyConfirmation } from '#session/queries/verify-confirmation.ts';
import {
  type AutoMintRequestRefusal,
  claimDueAutoMintRequests,
  type DueAutoMintRequest,
  decideAutoMintRequest,
  postponeAutoMintRequest,
} from './requests.ts';

export type AutoMintJobDeps = {
  readonly db: Database;
  readonly log: Logger;
  /** Duration of a verifier's lease on a request; longer than the chain takes to answer about a contract wallet. */
  readonly leaseMs?: number;
} & Parameters<typeof verifyConfirmation>[0];

/** Maximum number of requests per batch. */
const BATCH_SIZE = 8;

/** Decides all due requests for auto-mint without a maximum, until `signal` is aborted. Returns nothing. */
export async function decideAutoMints(deps: AutoMintJobDeps, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true && (await decideDueAutoMints(deps)));
}

/**
 * Decides the next requests for auto-mint without a maximum: verifies the signature of each user's wallet, then has the
 * settings applied or refused in a separate transaction. A request that cannot be verified now is retried later.
 * Returns whether more may be due. docs/money-rules.md#4-join
 */
async function decideDueAutoMints(deps: AutoMintJobDeps): Promise<boolean> {
  const { db, leaseMs = 30_000 } = deps;
  const due = await claimDueAutoMintRequests(db, { limit: BATCH_SIZE, leaseMs });
  const addressOf = await findAddresses(
    db,
    due.map(({ userId }) => userId),
  );
  await Promise.all(due.map((asked) => decideOrPostpone(deps, asked, addressOf(asked.userId))));
  return due.length === BATCH_SIZE;
}

async function decideOrPostpone(deps: AutoMintJobDeps, asked: DueAutoMintRequest, address: string): Promise<void> {
  const { db, log } = deps;
  const userId = `${asked.userId}`;
  try {
    const unverified = await refuseUnverified(deps, asked, address);
    // The api verified it before, so the writer of this row was not the api's program.
    if (unverified === 'signature-invalid') log.fatal({ userId }, 'a user did not sign for their auto-mint');
    const refusal = await decideAutoMintRequest(db, asked, unverified);
    log.info({ userId, refusal }, 'auto-mint request decided');
  } catch (error) {
    log.warn({ err: error, userId }, 'auto-mint request postponed');
    await postponeAutoMintRequest(db, asked, error instanceof Error ? error.message : String(error));
  }
}

/** Why the user's wallet did not confirm these settings; null if it did. Throws while the chain is unavailable. */
async function refuseUnverified(
  deps: AutoMintJobDeps,
  asked: DueAutoMintRequest,
  address: string,
): Promise<AutoMintRequestRefusal | null> {
  const { keep, stopAfterLosses, parallelRounds, version, nonce, message, signature, askedAt } = asked;
  const verdict = await verifyConfirmation(deps, {
    confirmed: { action: 'auto-mint', keep: formatAmount(keep), stopAfterLosses, parallelRounds, version },
    ...{ address, nonce, message, askedAt },
    signature: isHex(signature) ? signature : '0x',
  });
  if (verdict === 'chain-unavailable') throw new Error('the chain is unavailable for verifying the wallet’s signature');
  if (verdict === 'expired') return 'message-expired';
  return verdict === 'invalid' ? 'signature-invalid' : null;
}
