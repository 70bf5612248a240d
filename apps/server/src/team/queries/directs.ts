import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type KeyFormat, NUMBER_KEY } from '#platform/paging.ts';
import { findAddresses } from '#session/queries/users.ts';
import type { MemberStatus } from '../member.ts';
import { MOST_UNLISTED_DIRECTS } from '../store/members.ts';
import { levelOf, nodeTypeOf } from '../store/status-codes.ts';

export type DirectReferral = Pick<MemberStatus, 'nodeType' | 'teamLevel'> & {
  readonly bindingId: bigint;
  readonly userId: bigint;
  /** EIP-55. */
  readonly address: string;
  readonly boundAt: Date;
  readonly ownPerformance: TokenAmount;
  readonly teamPerformance: TokenAmount;
  readonly earnedForInviter: TokenAmount;
};

type Row = {
  id: bigint;
  user_id: bigint;
  bound_at: Date;
  node_type: number | null;
  team_level: number | null;
  own_performance: bigint | null;
  team_performance: bigint | null;
  earned_for_inviter: bigint | null;
};

/**
 * Returns a user's direct referrals with their addresses, newest binding first: at most `limit`, older than the binding
 * `before`.
 */
export async function listDirects(
  db: Database,
  page: { readonly inviterId: bigint; readonly before: bigint | null; readonly limit: number },
): Promise<DirectReferral[]> {
  const rows = await db
    .selectFrom('team_bind as b')
    .leftJoin('team_member as m', 'm.user_id', 'b.user_id')
    .select(['b.id', 'b.user_id', 'b.bound_at', 'm.node_type', 'm.team_level'])
    .select(['m.own_performance', 'm.team_performance', 'm.earned_for_inviter'])
    .where('b.inviter_id', '=', page.inviterId)
    .$if(page.before !== null, (query) => query.where('b.id', '<', page.before ?? 0n))
    .orderBy('b.id', 'desc')
    .limit(page.limit)
    .execute();
  return toReferrals(db, rows);
}

/** The end of a page of directs by performance: the performance of the leg, in base units, and its user. */
export type LegKey = { readonly leg: bigint; readonly userId: bigint };

/** How a cursor of that list encodes its key. */
export const LEG_KEY: KeyFormat<LegKey> = {
  toNumbers: ({ leg, userId }) => NUMBER_KEY.toNumbers({ number: leg, id: userId }),
  fromNumbers(numbers) {
    const key = NUMBER_KEY.fromNumbers(numbers);
    return key && { leg: key.number, userId: key.id };
  },
};

/** Returns the key of a direct referral in the list by performance. */
export function legKeyOf({ ownPerformance, teamPerformance, userId }: DirectReferral): LegKey {
  return { leg: ownPerformance + teamPerformance, userId };
}

/**
 * Returns a user's direct referrals with any performance (their own or of those below them), the largest first: at most
 * `limit`, after the key `after`. An index has this order for users with very many referrals; those of other users are
 * sorted here.
 */
export async function listDirectsByPerformance(
  db: Database,
  { inviterId, after, limit }: { readonly inviterId: bigint; readonly after: LegKey | null; readonly limit: number },
): Promise<DirectReferral[]> {
  const pageOf = (found: RawBuilder<unknown>, leg: RawBuilder<unknown>) => {
    const isAfter =
      after === null
        ? sql`true`
        : sql`(${leg}, m.user_id) < (${after.leg.toString()}::numeric, ${after.userId}::bigint)`;
    return sql`(select m.*, ${leg} as leg from ${found} and ${leg} > 0 and ${isAfter}
      order by ${leg} desc, m.user_id desc limit ${limit}::int)`;
  };
  const listed = sql`team_member m where m.inviter_id = ${inviterId}`;
  const areFew = sql`coalesce((select direct_count from team_member where user_id = ${inviterId}), 0)
    <= ${MOST_UNLISTED_DIRECTS}::int`;
  // A binding that is not rolled up yet does not count for the member.
  const unlisted = sql`team_bind b cross join lateral (
      select * from team_member where user_id = b.user_id and inviter_id = b.inviter_id and listed_leg is null offset 0
    ) m where b.inviter_id = ${inviterId} and ${areFew}`;
  const { rows } = await sql<Row>`
    select b.id, m.user_id, b.bound_at, m.node_type, m.team_level, m.own_performance, m.team_performance,
      m.earned_for_inviter
    from (
      ${pageOf(listed, sql`m.listed_leg`)}
      union all ${pageOf(unlisted, sql`(m.own_performance + m.team_performance)`)}
    ) m cross join lateral (select id, bound_at from team_bind where user_id = m.user_id limit 1) b
    order by m.leg desc, m.user_id desc limit ${limit}::int`.execute(db);
  return toReferrals(db, rows);
}

async function toReferrals(db: Database, rows: readonly Row[]): Promise<DirectReferral[]> {
  const addressOf = await findAddresses(
    db,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    bindingId: row.id,
    userId: row.user_id,
    address: addressOf(row.user_id),
    boundAt: row.bound_at,
    nodeType: nodeTypeOf(row.node_type ?? 0),
    teamLevel: levelOf(row.team_level ?? 0),
    ownPerformance: tokenAmount(row.own_performance ?? 0n),
    teamPerformance: tokenAmount(row.team_performance ?? 0n),
    earnedForInviter: tokenAmount(row.earned_for_inviter ?? 0n),
  }));
}
