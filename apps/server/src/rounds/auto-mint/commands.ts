import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type AutoMintChange, type AutoMintRefusal, changeAutoMint } from '@city-mint/domain/rounds/change-auto-mint';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { AwaitedAnswers } from '#platform/jobs/awaited-answers.ts';
import {
  type ConfirmationDeps,
  type ConfirmationRefusal,
  consumeConfirmation,
} from '#session/commands/confirmations.ts';
import type { AutoMintNow } from './auto-mint-now.ts';
import { findAutoMintRequest, insertAutoMintRequest, type SignedSettings } from './requests.ts';
import { findAutoMint, lockAutoMint, saveAutoMint } from './store.ts';

/** A verifier decides within milliseconds; without one the caller is answered `try-again` after this time. */
const DECISION_MS = 4_000;

export type SetAutoMintAnswer = AutoMintNow | { readonly refusal: AutoMintRefusal; readonly version: number };

export type AutoMintRequest = {
  readonly userId: bigint;
  /** The token of the user's session, by which the database finds the user. */
  readonly token: SessionToken;
  readonly consented: boolean;
  readonly change: AutoMintChange;
  /** The caller's country, and whether joining is off there. */
  readonly country?: string | null;
  readonly isBarred?: boolean;
};

/**
 * Turns a user's auto-mint on or off, or changes its limits (JU in base units). After it has returned, no opening uses
 * the previous settings. Returns the new settings, or a refusal with the current version; `confirmation-required` for a
 * change that only the wallet's signature permits (docs/money-rules.md#4-join).
 */
export async function setAutoMint(db: Database, request: AutoMintRequest): Promise<SetAutoMintAnswer> {
  return inTransaction(db, (tx) => changeLocked(tx, request));
}

export type SignedAutoMintDeps = ConfirmationDeps & { readonly decisions: Pick<AwaitedAnswers, 'waitFor'> };

type Signed = {
  readonly address: string;
  readonly nonce?: string | undefined;
  readonly signature?: Hex | undefined;
};

/**
 * The same with the signature of the user's wallet, where the change requires it: stores the request and waits for a
 * verifier's decision. Idempotent: the same text always gets the same answer.
 */
export async function setSignedAutoMint(
  deps: SignedAutoMintDeps,
  request: AutoMintRequest,
  { address, nonce, signature }: Signed,
): Promise<SetAutoMintAnswer | { readonly refusal: ConfirmationRefusal }> {
  const { userId, token, country = null } = request;
  const current = await findAutoMint(deps.db, userId);
  const decision = changeAutoMint(current, request.change, request);
  if (decision.kind !== 'unconfirmed' || nonce === undefined || signature === undefined) {
    return setAutoMint(deps.db, request);
  }
  const { version } = current;
  const { keep, stopAfterLosses, parallelRounds } = decision.settings;
  const settings: SignedSettings = { keep, stopAfterLosses, parallelRounds, version };
  const confirmed = { action: 'auto-mint', ...settings, keep: formatAmount(keep) } as const;
  const signed = { userId, token, address, nonce, signature, confirmed };
  const asked = await consumeConfirmation(deps, signed, (tx, text) =>
    insertAutoMintRequest(tx, { token, nonce, settings, country, text }),
  );
  // A used text may belong to an earlier request: after a double click, or a lost answer.
  if ('refusal' in asked && asked.refusal !== 'nonce-used-or-unknown') return asked;
  const key = { userId, nonce, settings };
  if ('refusal' in asked && (await findAutoMintRequest(deps.db, key)) === undefined) return asked;
  return awaitDecision(deps, key);
}

async function awaitDecision(
  { db, decisions }: SignedAutoMintDeps,
  key: Parameters<typeof findAutoMintRequest>[1],
): Promise<SetAutoMintAnswer | { readonly refusal: ConfirmationRefusal }> {
  const decided = await decisions.waitFor({
    id: key.nonce,
    timeoutMs: DECISION_MS,
    read: async () => {
      const found = await findAutoMintRequest(db, key);
      return found === undefined || ('state' in found && found.state === 'waiting') ? null : found;
    },
  });
  if (decided === null) return { refusal: 'try-again' };
  const now = await findAutoMint(db, key.userId);
  if ('state' in decided) return now;
  return decided.refusal === 'stale' ? { refusal: 'stale', version: now.version } : { refusal: decided.refusal };
}

async function changeLocked(tx: Database, request: AutoMintRequest): Promise<SetAutoMintAnswer> {
  const current = await lockAutoMint(tx, request.token);
  const decision = changeAutoMint(current, request.change, request);
  switch (decision.kind) {
    case 'unchanged':
      return current;
    case 'unconfirmed':
      return { refusal: 'confirmation-required', version: current.version };
    case 'refused':
      return { refusal: decision.refusal, version: current.version };
    case 'changed':
      return saveAutoMint(tx, request, decision.settings);
  }
}
