import { attributeOrders, type RankedMember } from '@city-mint/domain/team/attribution';
import { NO_SLOT, type TeamTree } from '@city-mint/domain/team/team-tree';
import type { Database } from '#platform/database/database.ts';
import type { SettledUser } from '#rounds/settlement/queries.ts';
import { addAttributions, listBoundAfter, listRanksBefore } from '../../store/attributions.ts';
import { levelOf, nodeTypeOf } from '../../store/status-codes.ts';

type MintedPart = {
  /** When the round was settled, to the microsecond. */
  readonly settledAt: string;
  readonly users: readonly SettledUser[];
  /** The tree with the ranks of now. */
  readonly tree: TeamTree;
};

/**
 * Attributes the orders of a part of a minted round to the nearest above with a node type and with a level, by the
 * bindings and ranks at the time of the settlement, whenever it is rolled up. Returns once the amounts are added.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function attributeMinted(tx: Database, { settledAt, users, tree }: MintedPart): Promise<void> {
  const ranksThen = await listRanksBefore(tx, settledAt);
  const boundAfter = await listBoundAfter(tx, settledAt);
  const get = (id: bigint): RankedMember<bigint> | undefined => {
    const slot = tree.find(Number(id));
    if (slot === NO_SLOT) return undefined;
    const above = boundAfter.has(id) ? NO_SLOT : tree.above(slot);
    const inviterId = above === NO_SLOT ? null : BigInt(tree.idOf(above));
    const { nodeTypes, teamLevels } = tree.columns;
    const rank = { nodeType: nodeTypeOf(nodeTypes[slot] ?? 0), teamLevel: levelOf(teamLevels[slot] ?? 0) };
    return { id, inviterId, ...(ranksThen.get(id) ?? rank) };
  };
  await addAttributions(tx, {
    settledAt,
    nodes: attributeOrders('nodes', { get }, users),
    levels: attributeOrders('levels', { get }, users),
  });
}
