import type { ParsedRequestOf } from '@city-mint/api-contract/endpoints';
import type { SignedAction } from '@city-mint/api-contract/operator/action-signature';
import { PROPOSAL_HOURS } from '@city-mint/api-contract/operator/operator-action';
import type { OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import { type Selectable, sql } from 'kysely';
import { acquireLock } from '#platform/database/advisory-locks.ts';
import { countUpToMost } from '#platform/database/capped-count.ts';
import type { Database } from '#platform/database/database.ts';
import type { OperatorAccount, OperatorProposal } from '#platform/database/generated/db.ts';
import type { Figures } from '../operator-action.ts';
import type { SignatureFields } from '../stored-action.ts';
import { storedId } from '../wire.ts';

/** Serializes operator actions until the transaction ends, so that the log has the order in which they were applied. */
export async function lockActions(tx: Database): Promise<void> {
  await acquireLock(tx, 'operatorActions');
}

/**
 * Returns all operators whom operators added, removed or changed the role of, oldest first; removed ones have the time.
 */
export async function listAccounts(db: Database): Promise<Selectable<OperatorAccount>[]> {
  return db.selectFrom('operator_account').selectAll().orderBy('added_at').orderBy('address').execute();
}

type Account = { readonly address: string; readonly role: OperatorRole };

/** Adds an operator, EIP-55, with a role, or adds a removed one again. */
export async function addAccount(tx: Database, { address, role }: Account): Promise<void> {
  await tx
    .insertInto('operator_account')
    .values({ address, role, added_at: sql`now()` })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ role, added_at: sql`now()`, removed_at: null }))
    .execute();
}

/** Sets the role of an operator, EIP-55; inserts a row for an operator that is only in the configuration. */
export async function setAccountRole(tx: Database, { address, role }: Account): Promise<void> {
  await tx
    .insertInto('operator_account')
    .values({ address, role })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ role }))
    .execute();
}

/** Removes an operator, EIP-55, with a role; the row remains, so that the configuration does not restore them. */
export async function removeAccount(tx: Database, { address, role }: Account): Promise<void> {
  await tx
    .insertInto('operator_account')
    .values({ address, role, removed_at: sql`now()` })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ removed_at: sql`now()` }))
    .execute();
}

/** An entry of the public log, and the operator's signed data. */
export type LogEntry = {
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly before: Figures | null;
  readonly after: Figures | null;
  readonly signed: SignedAction;
  readonly signature: SignatureFields;
  readonly callId: string;
  /** The proposal that the action made, confirmed or rejected, and its proposer if it was confirmed. */
  readonly proposal: { readonly id: bigint; readonly proposedBy: string | null } | null;
};

/** Adds an entry to the public log; returns its id. */
export async function insertLog(tx: Database, entry: LogEntry): Promise<bigint> {
  const { operator, action, subject, before, after, signed, signature, callId, proposal } = entry;
  const { id } = await tx
    .insertInto('operator_log')
    .values({
      operator,
      proposed_by: proposal?.proposedBy ?? null,
      action,
      subject,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      reason: signature.reason,
      request_id: callId,
      proposal_id: proposal?.id ?? null,
      version: signature.version,
      signed: JSON.stringify(signed),
      signed_id: signature.requestId,
      signature: signature.signature,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Proposals, their rejections, and refused actions changed no subject. */
const isChange = sql<boolean>`action !~ '^(propose|reject|refuse) '`;

/** Returns the id of the last log entry that changed a subject, or 0. */
export async function readLastChange(tx: Database, subject: string): Promise<bigint> {
  const { id } = await tx
    .selectFrom('operator_log')
    .select((log) => log.fn.max('id').as('id'))
    .where('subject', '=', subject)
    .where(isChange)
    .executeTakeFirstOrThrow();
  return id ?? 0n;
}

/** Returns the figures before the first change of a subject in the last 24 hours; null if there was no change. */
export async function readFirstFiguresOfDay(tx: Database, subject: string): Promise<unknown> {
  const first = await tx
    .selectFrom('operator_log')
    .select('before')
    .where('subject', '=', subject)
    .where(isChange)
    .where('at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.before ?? null;
}

/** The id of a signed action, and the EIP-712 hash of what was signed. */
type SignedId = { readonly id: string; readonly digest: string };

/**
 * Stores the id of a signed action; returns false if it was used already. Ids are stored for a day, much longer than a
 * signature is valid.
 */
export async function insertSignedId(tx: Database, { id, digest }: SignedId): Promise<boolean> {
  await tx.deleteFrom('operator_signed_id').where('received_at', '<', sql<Date>`now() - interval '1 day'`).execute();
  const inserted = await tx
    .insertInto('operator_signed_id')
    .values({ id, digest })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Stores the refusal of a signed action, for a repeated request. */
export async function storeRefusal(tx: Database, id: string, refusal: object): Promise<void> {
  await tx
    .updateTable('operator_signed_id')
    .set({ refusal: JSON.stringify(refusal) })
    .where('id', '=', id)
    .execute();
}

/** Returns the stored refusal of exactly this signed action, unparsed; undefined if there is none. */
export async function findRefusal(tx: Database, { id, digest }: SignedId): Promise<unknown> {
  const row = await tx
    .selectFrom('operator_signed_id')
    .select('refusal')
    .where('id', '=', id)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.refusal ?? undefined;
}

/** Sets a savepoint for `rollBackTo`. */
export async function setSavepoint(tx: Database, name: 'action' | 'trial'): Promise<void> {
  await sql`savepoint ${sql.id(name)}`.execute(tx);
}

/** Rolls the transaction back to the savepoint. */
export async function rollBackTo(tx: Database, name: 'action' | 'trial'): Promise<void> {
  await sql`rollback to savepoint ${sql.id(name)}`.execute(tx);
}

export type ProposalRow = Selectable<OperatorProposal>;

export type NewProposal = {
  readonly action: string;
  readonly subject: string;
  readonly params: object;
  readonly before: Figures | null;
  readonly after: Figures | null;
  readonly version: string;
  readonly reason: string;
  readonly operator: string;
};

/** Stores a proposal; returns its id and expiry. */
export async function insertProposal(tx: Database, proposal: NewProposal): Promise<{ id: bigint; expires_at: Date }> {
  return tx
    .insertInto('operator_proposal')
    .values({
      action: proposal.action,
      subject: proposal.subject,
      params: JSON.stringify(proposal.params),
      before: proposal.before === null ? null : JSON.stringify(proposal.before),
      after: proposal.after === null ? null : JSON.stringify(proposal.after),
      version: proposal.version,
      reason: proposal.reason,
      proposed_by: proposal.operator,
      expires_at: sql<Date>`now() + make_interval(hours => ${PROPOSAL_HOURS}::int)`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** Locks and returns a proposal, and whether it has expired. */
export async function lockProposal(
  tx: Database,
  id: bigint,
): Promise<(ProposalRow & { readonly expired: boolean }) | undefined> {
  return tx
    .selectFrom('operator_proposal')
    .selectAll()
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as('expired'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Closes a proposal. */
export async function closeProposal(
  tx: Database,
  decision: { id: bigint; state: 'confirmed' | 'rejected' | 'outdated' | 'lapsed'; operator: string | null },
): Promise<void> {
  await tx
    .updateTable('operator_proposal')
    .set({ state: decision.state, decided_by: decision.operator, decided_at: sql`now()` })
    .where('id', '=', decision.id)
    .execute();
}

/** Ends all open proposals on a subject, because it has changed. */
export async function endProposals(tx: Database, subject: string): Promise<void> {
  await tx
    .updateTable('operator_proposal')
    .set({ state: 'outdated', decided_at: sql`now()` })
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .execute();
}

/** Ends the open proposals of an operator, EIP-55, except those for actions that they may still propose. */
export async function lapseProposals(
  tx: Database,
  { operator, mayPropose }: { readonly operator: string; readonly mayPropose: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('operator_proposal')
    .set({ state: 'lapsed', decided_at: sql`now()` })
    .where('proposed_by', '=', operator)
    .where('state', '=', 'open')
    .where('action', '<>', sql<string>`all (${mayPropose}::text[])`)
    .execute();
}

/** Ends the open proposals that have expired; returns once that is committed. */
export async function expireProposals(db: Database): Promise<void> {
  await db
    .updateTable('operator_proposal')
    .set({ state: 'expired', decided_at: sql`now()` })
    .where('state', '=', 'open')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}

/** Filters proposals: `closed` are all that are not open. */
export type ProposalFilter = Pick<ParsedRequestOf<'POST /api/ops/proposals'>, 'state' | 'action' | 'proposalId'>;

/**
 * Returns a page of proposals, newest first. An expired proposal that is still open is in no list until it is closed.
 */
export async function selectProposals(
  db: Database,
  { state, action, proposalId }: ProposalFilter,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<ProposalRow[]> {
  let query = db.selectFrom('operator_proposal').selectAll();
  // The condition is literal, because a partial index of open or closed proposals matches only this text.
  query = query.where(state === 'closed' ? sql<boolean>`state <> 'open'` : sql<boolean>`state = ${sql.lit(state)}`);
  if (state === 'open') query = query.where('expires_at', '>', sql<Date>`now()`);
  if (action !== undefined) query = query.where('action', '=', action);
  if (proposalId !== undefined) query = query.where('id', '=', storedId(proposalId));
  if (page.before !== null) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** Returns how many proposals can still be confirmed, up to 1,000: those of an operator, or those of all others. */
export async function countCurrentProposals(
  db: Database,
  { operator, own }: { readonly operator: string; readonly own: boolean },
): Promise<number> {
  const whose = own ? sql`proposed_by = ${operator}` : sql`proposed_by <> ${operator}`;
  return countUpToMost(db, sql`operator_proposal where state = 'open' and expires_at > now() and ${whose}`);
}
