import type { TeamTree } from '@city-mint/domain/team/team-tree';
import { type RawBuilder, sql } from 'kysely';

/** The offset of each member column that is a small number and takes three bits of one integer. */
const STATUS_BITS = {
  has_joined: 0,
  granted_type: 3,
  reward_level: 6,
  node_type: 9,
  performance_level: 12,
  team_level: 15,
} as const;
type StatusColumn = keyof typeof STATUS_BITS;

/** The columns in the order of `statusesFrom`. */
export const STATUS_COLUMNS = Object.keys(STATUS_BITS).filter((name): name is StatusColumn => name in STATUS_BITS);

/** The column of the tree for each. */
const TREE_COLUMN = {
  has_joined: 'joined',
  granted_type: 'grantedTypes',
  reward_level: 'rewardLevels',
  node_type: 'nodeTypes',
  performance_level: 'performanceLevels',
  team_level: 'teamLevels',
} as const satisfies Record<StatusColumn, keyof TeamTree['columns']>;

/**
 * Returns the statuses of a slot's member in the tree, packed in one integer: one array of them is a sixth of six
 * arrays.
 */
export function packStatuses({ columns }: TeamTree, slot: number): number {
  return (
    ((columns.joined[slot] ?? 0) << STATUS_BITS.has_joined) |
    ((columns.grantedTypes[slot] ?? 0) << STATUS_BITS.granted_type) |
    ((columns.rewardLevels[slot] ?? 0) << STATUS_BITS.reward_level) |
    ((columns.nodeTypes[slot] ?? 0) << STATUS_BITS.node_type) |
    ((columns.performanceLevels[slot] ?? 0) << STATUS_BITS.performance_level) |
    ((columns.teamLevels[slot] ?? 0) << STATUS_BITS.team_level)
  );
}

/** Sets the statuses of a slot's member from an integer of `packStatuses`. */
export function unpackStatuses({ columns }: TeamTree, slot: number, statuses: number): void {
  for (const name of STATUS_COLUMNS) columns[TREE_COLUMN[name]][slot] = (statuses >> STATUS_BITS[name]) & 7;
}

/** The integer of `packStatuses` of a row of team_member, in SQL. */
export const PACKED_STATUSES = sql`(${sql.join(
  STATUS_COLUMNS.map((name) => sql`(${sql.ref(name)}::int << ${sql.lit(STATUS_BITS[name])})`),
  sql` | `,
)})`;

/** Returns the value of a column from an integer of `packStatuses`, in SQL. */
export function statusFrom(packed: RawBuilder<unknown>, name: StatusColumn): RawBuilder<unknown> {
  const bits = sql`(${packed} >> ${sql.lit(STATUS_BITS[name])}) & 7`;
  return name === 'has_joined' ? sql`(${bits}) = 1` : sql`(${bits})::smallint`;
}
