import { attributeOrders, type RankedMember, type RankPool } from '@city-mint/domain/team/attribution';
import { NO_SLOT, type TeamTree } from '@city-mint/domain/team/team-tree';
import type { Database } from '#platform/database/database.ts';
import type { SettledUser } from '#rounds/settlement/queries.ts';
import { type Attributions, listBoundAfter, listRanksBefore } from '../../store/attributions.ts';
import { levelOf, nodeTypeOf } from '../../store/status-codes.ts';

/** The differences between the time of a settlement and now. */
type ChangesSince = {
  readonly ranksThen: Awaited<ReturnType<typeof listRanksBefore>>;
  readonly boundAfter: Awaited<ReturnType<typeof listBoundAfter>>;
};

/** Returns the ranks and bindings that changed after a settlement (its time to the microsecond). */
export async function readChangesSince(tx: Database, settledAt: string): Promise<ChangesSince> {
  return { ranksThen: await listRanksBefore(tx, settledAt), boundAfter: await listBoundAfter(tx, settledAt) };
}

type MintedPart = {
  /** When the round was settled, to the microsecond. */
  readonly settledAt: string;
  readonly users: readonly SettledUser[];
  /** The tree with the current ranks. */
  readonly tree: TeamTree;
  readonly since: ChangesSince;
};

/**
 * Returns the amounts that the orders of a part of a minted round add: to the nearest member above with a node type,
 * and to the nearest with a level, by the bindings and ranks at the time of the settlement, whenever it is rolled up.
 * docs/money-rules.md#8-team-nodes-levels
 */
export function attributeMinted({ settledAt, users, tree, since }: MintedPart): Attributions {
  // By slot, because looking up an id is slower.
  const slotOf = (id: bigint) => tree.find(Number(id));
  const ranksThen = new Map(Array.from(since.ranksThen, ([id, rank]) => [slotOf(id), rank]));
  const boundAfter = new Set(Array.from(since.boundAfter, slotOf));
  const get = (slot: number): RankedMember<number> | undefined => {
    if (slot < 0) return undefined;
    const above = boundAfter.has(slot) ? NO_SLOT : tree.above(slot);
    const { nodeTypes, teamLevels } = tree.columns;
    const { nodeType, teamLevel } = ranksThen.get(slot) ?? {
      nodeType: nodeTypeOf(nodeTypes[slot] ?? 0),
      teamLevel: levelOf(teamLevels[slot] ?? 0),
    };
    return { id: slot, inviterId: above === NO_SLOT ? null : above, nodeType, teamLevel };
  };
  const orders = users.map(({ inviterId, amount }) => ({
    inviterId: inviterId === null ? null : slotOf(inviterId),
    amount,
  }));
  const byUser = (pool: RankPool) =>
    new Map(Array.from(attributeOrders(pool, { get }, orders), ([slot, amount]) => [tree.idOf(slot), amount]));
  return { settledAt, nodes: byUser('nodes'), levels: byUser('levels') };
}
