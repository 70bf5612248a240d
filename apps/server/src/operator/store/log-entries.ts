import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { OperatorLog } from '#platform/database/generated/db.ts';

/** Filters for entries of the log. */
export type LogFilters = {
  readonly operator?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** The id of a signed request. */
  readonly requestId?: string | undefined;
  readonly logId?: bigint | undefined;
  readonly proposalId?: bigint | undefined;
  /** UTC milliseconds; `from` inclusive, `to` exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Above all ids. */
const ABOVE_ALL = 9_223_372_036_854_775_807n;

/**
 * Returns a page of the matching log entries, newest first. Subject, or operator and action, are a range of an index
 * that has its ids in order, so that the planner cannot choose to scan all entries for a rare combination.
 */
export async function selectLog(
  db: Database,
  page: { readonly before: bigint | null; readonly limit: number; readonly filters?: LogFilters },
): Promise<Selectable<OperatorLog>[]> {
  const { operator, action, subject, requestId, logId, proposalId, from, to } = page.filters ?? {};
  // Entries are in the order of their times, so a range of times is a range of ids.
  const since = (time: number) => sql<bigint>`coalesce((select id from operator_log where at >= ${new Date(time)}
    order by at, id limit 1), ${ABOVE_ALL}::bigint)`;
  const first = from === undefined ? sql<bigint>`0::bigint` : since(from);
  const end = sql<bigint>`least(${page.before}::bigint, ${to === undefined ? ABOVE_ALL : since(to)})`;
  const keys: readonly (readonly ['subject' | 'operator' | 'action', string | undefined])[] =
    subject === undefined
      ? [
          ['operator', operator],
          ['action', action],
        ]
      : [['subject', subject]];
  const range = keys.filter(([, value]) => value !== undefined);
  const columns = sql.join([...range.map(([name]) => sql.ref(name)), sql.ref('id')]);
  const bound = (id: RawBuilder<bigint>) => sql.join([...range.map(([, value]) => sql`${value}::text`), id]);
  let query = db
    .selectFrom('operator_log')
    .selectAll()
    .where(sql<boolean>`(${columns}) >= (${bound(first)})`)
    .where(sql<boolean>`(${columns}) < (${bound(end)})`);
  if (subject !== undefined && operator !== undefined) query = query.where('operator', '=', operator);
  if (subject !== undefined && action !== undefined) query = query.where('action', '=', action);
  if (requestId !== undefined) query = query.where('signed_id', '=', requestId);
  if (logId !== undefined) query = query.where('id', '=', logId);
  if (proposalId !== undefined) query = query.where('proposal_id', '=', proposalId);
  for (const [name] of range) query = query.orderBy(name, 'desc');
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** Returns the entries by which these proposals were made. */
export async function selectProposing(
  db: Database,
  proposalIds: readonly bigint[],
): Promise<Pick<Selectable<OperatorLog>, 'id' | 'proposal_id' | 'signed' | 'signature'>[]> {
  if (proposalIds.length === 0) return [];
  return db
    .selectFrom('operator_log')
    .select(['id', 'proposal_id', 'signed', 'signature'])
    .where('proposal_id', 'in', proposalIds)
    .where('action', 'like', 'propose %')
    .execute();
}
