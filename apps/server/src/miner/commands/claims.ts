import { sql } from 'kysely';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { findLiquidatedRound, listHashPowerHolders } from '#rounds/hash-power/queries.ts';
import { type ConfirmationRefusal, consumeConfirmation } from '#session/commands/confirmations.ts';
import { type HashPower, readHashPower } from '../queries/machines.ts';
import { claimMachines, claimOwnMachines, isNamed, isUidTaken, type NamedAccount, nameAccount } from '../store.ts';

export type ClaimDeps = Pick<Parameters<typeof consumeConfirmation>[0], 'db' | 'chain'>;

export type ClaimOrder = {
  readonly userId: bigint;
  /** The token of the user's session, by which the database finds the user. */
  readonly token: SessionToken;
  /** EIP-55. */
  readonly address: string;
  /** The account at the exchange, and the code that it showed; required until the exchange has confirmed one. */
  readonly uid?: string | undefined;
  readonly code?: string | undefined;
  readonly nonce?: string | undefined;
  readonly signature?: Hex | undefined;
  /** X-Request-Id of the claiming call. */
  readonly callId?: string | undefined;
};

export type ClaimRefusal =
  | 'uid-required'
  | 'uid-pending'
  | 'uid-rejected'
  | 'uid-already-bound'
  | 'nothing-to-claim'
  | 'uid-taken'
  | 'field-missing'
  | ConfirmationRefusal;

type Refused = { readonly refusal: ClaimRefusal; readonly field?: string };

/**
 * Claims all of a user's pending hash power: that of each failed order becomes a machine and a grant to the exchange.
 * Nothing is claimed before the exchange has confirmed an account: this stores the named account, and the worker asks
 * the exchange. Later failures are claimed automatically. Returns the user's hash power afterwards, also when it was
 * claimed before, or the first refusal in the order of `ClaimRefusal`. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function claimHashPower(deps: ClaimDeps, order: ClaimOrder): Promise<HashPower | Refused> {
  const { db } = deps;
  const { userId, uid } = order;
  const before = await readHashPower(db, userId);
  if (before.uid === null) {
    const refused = await askForAccount(deps, order, before);
    return refused ?? readHashPower(db, userId);
  }
  if (uid !== undefined && uid !== before.uid) return { refusal: 'uid-already-bound', field: 'uid' };
  if (before.pending === 0n) return before.claimed === 0n ? { refusal: 'nothing-to-claim' } : before;
  await inTransaction(db, (tx) => claimOwnMachines(tx, order.token, order.callId ?? null));
  return readHashPower(db, userId);
}

const REFUSALS_OF_STATES = { waiting: 'uid-pending', rejected: 'uid-rejected', taken: 'uid-taken' } as const;

async function askForAccount(
  deps: ClaimDeps,
  { userId, token, address, uid, code, nonce, signature, callId }: ClaimOrder,
  { pending, claimed, confirmation }: HashPower,
): Promise<Refused | undefined> {
  if (uid === undefined) {
    return { refusal: confirmation === null ? 'uid-required' : REFUSALS_OF_STATES[confirmation.state], field: 'uid' };
  }
  if (pending === 0n && claimed === 0n) return { refusal: 'nothing-to-claim' };
  if (await isUidTaken(deps.db, { uid, userId })) return { refusal: 'uid-taken', field: 'uid' };
  if (code === undefined) return { refusal: 'field-missing', field: 'code' };
  if (nonce === undefined) return { refusal: 'field-missing', field: 'nonce' };
  if (signature === undefined) return { refusal: 'field-missing', field: 'sign_hex' };
  const confirmed = { action: 'bind-exchange-uid', uid } as const;
  const signed = { userId, token, address, confirmed, nonce, signature };
  const answer = await consumeConfirmation(deps, signed, (tx, text) =>
    nameAccount(tx, { account: { token, uid, code }, callId: callId ?? null, text }),
  );
  if (!('refusal' in answer)) return undefined;
  const { refusal } = answer;
  // A duplicate of this call was processed first.
  if (refusal === 'nonce-used-or-unknown' && (await isNamedOrBound(deps.db, { userId, uid, code }))) return undefined;
  const isOfNonce = refusal === 'nonce-used-or-unknown' || refusal === 'message-expired';
  return { refusal, field: isOfNonce ? 'nonce' : 'sign_hex' };
}

async function isNamedOrBound(db: Database, account: NamedAccount): Promise<boolean> {
  return (await isNamed(db, account)) || (await readHashPower(db, account.userId)).uid === account.uid;
}

/**
 * Claims hash power for users who have claimed before, one step per transaction: first for rounds that may have failed
 * while an account was being bound, then for failed rounds in the order of their settlements, at most `batchSize`
 * participants per step. Returns false when no claim is due. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function claimAutomatically(db: Database, batchSize = 10_000): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const progress = await tx
      .selectFrom('hash_power_claim_progress')
      .select(['round_id', 'after_user', sql<string>`settled_at::text`.as('settled_at')])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (progress === undefined) return false;
    if (await sweepNewAccounts(tx, batchSize)) return true;
    const round = await findLiquidatedRound(tx, { settledAt: progress.settled_at, roundId: progress.round_id });
    if (round === undefined) return false;
    const users = await listHashPowerHolders(tx, {
      roundId: round.roundId,
      afterUser: progress.after_user,
      limit: batchSize,
    });
    const last = users.at(-1);
    if (last === undefined) {
      await sql`update hash_power_claim_progress
        set settled_at = ${round.settledAt}::timestamptz, round_id = ${round.roundId}, after_user = 0`.execute(tx);
      return true;
    }
    const { rows: bound } = await sql<{ user_id: bigint }>`
      select user_id from exchange_account where user_id = any (${users}::bigint[]) order by user_id`.execute(tx);
    await claimMachines(tx, { userIds: bound.map((row) => row.user_id), callId: null });
    await tx.updateTable('hash_power_claim_progress').set({ after_user: last }).execute();
    return true;
  });
}

/**
 * Claims for the accounts that were bound since the last sweep: a round may have ended between the reads of a first
 * claim and its commit, and been processed here before the account was visible. Returns whether there were any.
 */
async function sweepNewAccounts(tx: Database, batchSize: number): Promise<boolean> {
  const { rows } = await sql<{ user_id: bigint }>`
    update exchange_account set is_swept = true
    where user_id in (select user_id from exchange_account where not is_swept order by user_id limit ${batchSize}::int)
    returning user_id`.execute(tx);
  await claimMachines(tx, { userIds: rows.map((row) => row.user_id), callId: null });
  return rows.length > 0;
}
