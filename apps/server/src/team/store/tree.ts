import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { NO_SLOT, TeamTree, UNKNOWN_SLOT } from '@city-mint/domain/team/team-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { parseElements, parseIntegers } from './array-literal.ts';
import { PACKED_STATUSES, unpackStatuses } from './status-bits.ts';

/** Members per statement; their figures are texts of some megabytes. */
const MEMBERS_PER_PAGE = 100_000;

/** Columns of many members as PostgreSQL's text form of arrays; all arrays have the same order. */
type Page = {
  readonly ids: string;
  readonly inviters: string;
  readonly direct_counts: string;
  readonly joined_counts: string;
  readonly team_counts: string;
  readonly own: string;
  readonly team: string;
  readonly largest: string;
  readonly statuses: string;
};

/** Returns the tree of all members as the transaction sees them; the lock of the roll-up prevents other writes. */
export async function readTree(tx: Database): Promise<TeamTree> {
  const tree = new TeamTree();
  const inviters: number[] = [];
  for (let after = 0; ; ) {
    const { rows } = await sql<Page>`
      select coalesce(array_agg(user_id), '{}')::text as ids, coalesce(array_agg(coalesce(inviter_id, 0)), '{}')::text
          as inviters,
        array_agg(direct_count)::text as direct_counts, array_agg(joined_direct_count)::text as joined_counts,
        array_agg(team_count)::text as team_counts, array_agg(own_performance)::text as own,
        array_agg(team_performance)::text as team, array_agg(largest_leg)::text as largest,
        array_agg(${PACKED_STATUSES})::text as statuses
      from (
        select * from team_member where user_id > ${after} order by user_id limit ${MEMBERS_PER_PAGE}::int
      ) m`.execute(tx);
    const page = rows[0];
    const ids = page === undefined ? [] : parseIntegers(page.ids);
    if (page === undefined || ids.length === 0) break;
    addPage(tree, ids, page);
    for (const inviter of parseIntegers(page.inviters)) inviters.push(inviter);
    after = ids.at(-1) ?? after;
    if (ids.length < MEMBERS_PER_PAGE) break;
  }
  for (let slot = 0; slot < inviters.length; slot += 1) linkInviter(tree, slot, inviters[slot] ?? 0);
  return tree;
}

function addPage(tree: TeamTree, ids: readonly number[], page: Page): void {
  const [own, team, largest] = [page.own, page.team, page.largest].map(parseElements);
  const directCounts = parseIntegers(page.direct_counts);
  const joinedCounts = parseIntegers(page.joined_counts);
  const teamCounts = parseIntegers(page.team_counts);
  const statuses = parseIntegers(page.statuses);
  for (const [index, id] of ids.entries()) {
    const slot = tree.add(id);
    const { columns } = tree;
    columns.directCounts[slot] = directCounts[index] ?? 0;
    columns.joinedDirectCounts[slot] = joinedCounts[index] ?? 0;
    columns.teamCounts[slot] = teamCounts[index] ?? 0;
    setAmount(tree.ownPerformance, slot, own?.[index]);
    setAmount(tree.teamPerformance, slot, team?.[index]);
    setAmount(tree.largestLeg, slot, largest?.[index]);
    unpackStatuses(tree, slot, statuses[index] ?? 0);
  }
}

function setAmount(column: TeamTree['ownPerformance'], slot: number, text: string | undefined): void {
  if (text !== undefined && text !== '0') column.set(slot, tokenAmount(BigInt(text)));
}

function linkInviter(tree: TeamTree, slot: number, inviterId: number): void {
  if (inviterId === 0) return;
  const above = tree.find(inviterId);
  tree.columns.inviters[slot] = above === NO_SLOT ? UNKNOWN_SLOT : above;
}
