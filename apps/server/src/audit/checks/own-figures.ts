import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type Member, sumTeams, type TeamFigures } from './team-sums.ts';

type SettledOrders = { readonly roundId: bigint; readonly outcome: 'minted' | 'failed' | 'cancelled' };

/** Adds the orders of a settled round to the auditor's figures of their users, once; resolves afterwards. */
export async function followPerformance(tx: Database, { roundId, outcome }: SettledOrders): Promise<void> {
  if (outcome === 'cancelled') return;
  const performance = outcome === 'minted' ? sql`sum(accepted)` : sql`0`;
  await sql`
    insert into audit.performance as known (user_id, minted)
    select user_id, ${performance} from mint_order where round_id = ${roundId} group by user_id order by user_id
    on conflict (user_id) do update set minted = known.minted + excluded.minted where excluded.minted > 0`.execute(tx);
}

/** Members read in one query. */
const PAGE = 50_000;
const NOTHING: TeamFigures = {
  joinedDirects: 0,
  teamPerformance: tokenAmount(0n),
  smallAreaPerformance: tokenAmount(0n),
};

/**
 * Returns a function to a user's figures by the bindings and the rounds whose settlement the auditor follows. Figures
 * only grow, so earlier ones were no higher.
 */
export async function readOwnFigures(tx: Database): Promise<(userId: bigint) => TeamFigures> {
  const members: Member[] = [];
  for (let page: readonly Member[] = await readMembers(tx, 0n); page.length > 0; ) {
    for (const member of page) members.push(member);
    page = page.length < PAGE ? [] : await readMembers(tx, page.at(-1)?.id ?? 0n);
  }
  const figures = sumTeams(members);
  return (userId) => figures.get(userId) ?? NOTHING;
}

async function readMembers(tx: Database, after: bigint): Promise<readonly Member[]> {
  const { rows } = await sql<Member>`
    select p.user_id as id, p.inviter_id as "inviterId", m.minted
    from participant p left join audit.performance m on m.user_id = p.user_id
    where p.user_id > ${after} order by p.user_id limit ${PAGE}`.execute(tx);
  return rows;
}
