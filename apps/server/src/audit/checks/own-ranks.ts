import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { NODE_TYPES, type NodeThresholds, nodeType } from '@city-mint/domain/team/node-type';
import { type LevelThresholds, performanceLevel } from '@city-mint/domain/team/team-level';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Finding } from './kind-check.ts';
import { readOwnFigures } from './own-figures.ts';
import type { TeamFigures } from './team-sums.ts';
import { unreviewed } from './unreviewed.ts';

/** A rank that someone got, and what operators had granted by then, as codes. */
type Status = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly nodeType: number;
  readonly level: number;
  readonly grantedType: number;
  readonly grantedLevel: number;
  readonly day: number;
};

/**
 * Returns the ranks up to the end of a UTC day that neither grants nor the auditor's own figures reach; each is
 * computed once. The login of a worker writes them, and days of the pools are shared by them.
 */
export async function findStatusFaults(tx: Database, day: number): Promise<readonly Finding[]> {
  const statuses = await listUnknown(tx, day);
  const computed = statuses.filter(
    ({ nodeType: type, level, grantedType, grantedLevel }) => type > grantedType || level > grantedLevel,
  );
  const open = computed.length === 0 ? [] : await unreviewed(tx, await findUnreached(tx, computed));
  if (open.length === 0) await rememberStatuses(tx, statuses);
  return open;
}

async function findUnreached(tx: Database, statuses: readonly Status[]): Promise<readonly Finding[]> {
  const thresholds = await listThresholds(tx);
  const figuresOf = await readOwnFigures(tx);
  return statuses.flatMap((status) => {
    const figures = figuresOf(status.userId);
    if (appliedOn(thresholds, status.day).some((applied) => isReached(status, figures, applied))) return [];
    return [{ subject: `rank ${status.id}`, kind: null, expected: describe(figures), found: describeRank(status) }];
  });
}

function describe({ joinedDirects, teamPerformance, smallAreaPerformance }: TeamFigures): string {
  return `${joinedDirects} joined, ${teamPerformance} of the team, ${smallAreaPerformance} of the small area`;
}

function describeRank({ userId, nodeType: type, level }: Status): string {
  return `${NODE_TYPES[type]}, level ${level} of user ${userId}`;
}

async function listUnknown(tx: Database, day: number): Promise<readonly Status[]> {
  const { rows } = await sql<Status>`
    select c.id, c.user_id as "userId", c.node_type as "nodeType", c.team_level as level,
      coalesce(n.node_type, 0) as "grantedType", coalesce(l.reward_level, 0) as "grantedLevel",
      div(extract(epoch from c.changed_at), 86400)::int as day
    from team_status_change c
    left join lateral (
      select node_type from team_grant g
      where g.user_id = c.user_id and g.applied_at <= c.changed_at and node_type is not null order by id desc limit 1
    ) n on true
    left join lateral (
      select reward_level from team_grant g
      where g.user_id = c.user_id and g.applied_at <= c.changed_at and reward_level is not null order by id desc limit 1
    ) l on true
    where c.changed_at < timestamptz 'epoch' + ${day + 1}::int * interval '24 hours'
      and not exists (select from audit.rank known where known.status_id = c.id)
    order by c.id`.execute(tx);
  return rows;
}

async function rememberStatuses(tx: Database, statuses: readonly Status[]): Promise<void> {
  await sql`insert into audit.rank (status_id)
    select unnest(${statuses.map(({ id }) => id)}::bigint[]) on conflict do nothing`.execute(tx);
}

type Thresholds = { readonly fromDay: number; readonly node: NodeThresholds; readonly level: LevelThresholds };

const amount = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => tokenAmount(BigInt(text)));
const ofNode = z.object({ joinedDirects: z.int(), teamPerformance: amount });
const stored = z.object({
  fromDay: z.int(),
  node: z.object({ personal: ofNode, community: ofNode, super: ofNode }),
  level: z.object({ 1: amount, 2: amount, 3: amount, 4: amount, 5: amount }),
});

/** All thresholds, in the order in which they apply; findRankFaults() compares them with operators' signatures. */
async function listThresholds(tx: Database): Promise<readonly Thresholds[]> {
  const { rows } = await sql<unknown>`
    select from_day as "fromDay", node_thresholds as node, level_thresholds as level
    from team_setting order by version`.execute(tx);
  return rows.map((row) => stored.parse(row));
}

/** The thresholds by which a rank of a day may be computed: a step that began before midnight has the earlier ones. */
function appliedOn(thresholds: readonly Thresholds[], day: number): readonly Thresholds[] {
  const last = thresholds.findLastIndex(({ fromDay }) => fromDay < day);
  return thresholds.slice(Math.max(last, 0)).filter(({ fromDay }) => fromDay <= day);
}

function isReached(status: Status, figures: TeamFigures, { node, level }: Thresholds): boolean {
  const computed = NODE_TYPES.indexOf(nodeType({ ...figures, granted: 'none' }, node));
  return (
    status.nodeType <= Math.max(status.grantedType, computed) &&
    status.level <= Math.max(status.grantedLevel, performanceLevel(figures.smallAreaPerformance, level))
  );
}
