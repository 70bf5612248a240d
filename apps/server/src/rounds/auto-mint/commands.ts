import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type AutoMintChange, type AutoMintRefusal, changeAutoMint } from '@city-mint/domain/rounds/change-auto-mint';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import {
  type ConfirmationDeps,
  type ConfirmationRefusal,
  consumeConfirmation,
} from '#session/commands/confirmations.ts';
import type { AutoMintNow } from './auto-mint-now.ts';
import { findAutoMint, lockAutoMint, saveAutoMint } from './store.ts';

export type SetAutoMintAnswer = AutoMintNow | { readonly refusal: AutoMintRefusal; readonly version: number };

export type AutoMintRequest = {
  readonly userId: bigint;
  readonly consented: boolean;
  readonly change: AutoMintChange;
  /** The caller's country, and whether joining is off there. */
  readonly country?: string | null;
  readonly isBarred?: boolean;
  /** Whether the user's wallet signed exactly these settings, for exactly this version. */
  readonly isConfirmed?: boolean;
};

/**
 * Turns a user's auto-mint on or off, or changes its limits (JU in base units). After it has returned, no opening uses
 * the previous settings. Returns the new settings, or a refusal with the current version (docs/money-rules.md#4-join).
 */
export async function setAutoMint(db: Database, request: AutoMintRequest): Promise<SetAutoMintAnswer> {
  return inTransaction(db, (tx) => changeLocked(tx, request));
}

/** The same with the signature of the user's wallet, where the change requires it; uses the signature up. */
export async function setSignedAutoMint(
  deps: ConfirmationDeps,
  request: Omit<AutoMintRequest, 'isConfirmed'>,
  signed: {
    readonly token: SessionToken;
    readonly address: string;
    readonly nonce?: string | undefined;
    readonly signature?: Hex | undefined;
  },
): Promise<SetAutoMintAnswer | { readonly refusal: ConfirmationRefusal }> {
  const { userId } = request;
  const { token, address, nonce, signature } = signed;
  const current = await findAutoMint(deps.db, userId);
  const decision = changeAutoMint(current, request.change, request);
  if (decision.kind !== 'unconfirmed' || nonce === undefined || signature === undefined) {
    return setAutoMint(deps.db, request);
  }
  // Sets every field, so that a concurrent change of the settings cannot fill in any: the change is exactly the signed
  // one.
  const { version } = current;
  const { keep, stopAfterLosses, parallelRounds } = decision.settings;
  const change = { ...decision.settings, version };
  const confirmed = {
    action: 'auto-mint',
    keep: formatAmount(keep),
    stopAfterLosses,
    parallelRounds,
    version,
  } as const;
  const answer = await consumeConfirmation(deps, { userId, token, address, nonce, signature, confirmed }, (tx) =>
    changeLocked(tx, { ...request, change, isConfirmed: true }),
  );
  return 'done' in answer ? answer.done : answer;
}

async function changeLocked(tx: Database, request: AutoMintRequest): Promise<SetAutoMintAnswer> {
  const current = await lockAutoMint(tx, request.userId);
  const decision = changeAutoMint(current, request.change, request);
  switch (decision.kind) {
    case 'unchanged':
      return current;
    case 'unconfirmed':
      return { refusal: 'confirmation-required', version: current.version };
    case 'refused':
      return { refusal: decision.refusal, version: current.version };
    case 'changed':
      return saveAutoMint(tx, request, decision);
  }
}
