import { type Selectable, sql } from 'kysely';
import { acquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import type { OperatorAccount, OperatorLog, OperatorProposal } from '#platform/database/generated/db.ts';
import type { Figures } from './operator-action.ts';

/** How long a proposal can be confirmed. */
const PROPOSAL_HOURS = 24;

/** Serializes operator actions until the transaction ends, so that the log has the order in which they were applied. */
export async function lockActions(tx: Database): Promise<void> {
  await acquireLock(tx, 'operatorActions');
}

/** Returns whether an address (EIP-55) was added as operator and not removed since, whatever the configuration says. */
export async function isAddedOperator(db: Database, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('operator_account')
    .select('address')
    .where('address', '=', address)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the operators that were added and not removed since, oldest first. */
export async function listAccounts(db: Database): Promise<Selectable<OperatorAccount>[]> {
  return db.selectFrom('operator_account').selectAll().where('removed_at', 'is', null).orderBy('added_at').execute();
}

/** Adds an operator, EIP-55, or adds one again who was removed. */
export async function addAccount(tx: Database, address: string): Promise<void> {
  await tx
    .insertInto('operator_account')
    .values({ address })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ added_at: sql`now()`, removed_at: null }))
    .execute();
}

/** Removes an operator, EIP-55; the row remains. */
export async function removeAccount(tx: Database, address: string): Promise<void> {
  await tx.updateTable('operator_account').set({ removed_at: sql`now()` }).where('address', '=', address).execute();
}

export type LogEntry = {
  readonly operator: string;
  readonly proposedBy: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: Figures | null;
  readonly after: Figures | null;
  readonly reason: string;
  readonly requestId: string;
};

/** Adds an entry to the public log; returns its id. */
export async function insertLog(tx: Database, entry: LogEntry): Promise<bigint> {
  const { id } = await tx
    .insertInto('operator_log')
    .values({
      operator: entry.operator,
      proposed_by: entry.proposedBy,
      action: entry.action,
      subject: entry.subject,
      before: entry.before === null ? null : JSON.stringify(entry.before),
      after: entry.after === null ? null : JSON.stringify(entry.after),
      reason: entry.reason,
      request_id: entry.requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns a page of the log, newest first. */
export async function selectLog(
  db: Database,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<Selectable<OperatorLog>[]> {
  let query = db.selectFrom('operator_log').selectAll();
  if (page.before !== null) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}

export type ProposalRow = Selectable<OperatorProposal>;

/** Stores a proposal; returns its id and until when it can be confirmed. */
export async function insertProposal(
  tx: Database,
  proposal: { action: string; subject: string; params: object; reason: string; operator: string },
): Promise<{ id: bigint; expires_at: Date }> {
  return tx
    .insertInto('operator_proposal')
    .values({
      action: proposal.action,
      subject: proposal.subject,
      params: JSON.stringify(proposal.params),
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
export async function decideProposal(
  tx: Database,
  decision: { id: bigint; state: 'confirmed' | 'rejected'; operator: string },
): Promise<void> {
  await tx
    .updateTable('operator_proposal')
    .set({ state: decision.state, decided_by: decision.operator, decided_at: sql`now()` })
    .where('id', '=', decision.id)
    .execute();
}

/** Returns a page of the open proposals that have not expired, newest first. */
export async function selectOpenProposals(
  db: Database,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<ProposalRow[]> {
  let query = db
    .selectFrom('operator_proposal')
    .selectAll()
    .where('state', '=', 'open')
    .where('expires_at', '>', sql<Date>`now()`);
  if (page.before !== null) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}
