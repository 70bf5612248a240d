import { attributeOrders, type RankedMember } from '@city-mint/domain/team/attribution';
import type { Database } from '#platform/database/database.ts';
import type { SettledUser } from '#rounds/settlement/queries.ts';
import type { Member } from '../../member.ts';
import { addAttributions, listBoundAfter, listRanksBefore } from '../../store/attributions.ts';

type MintedPart = {
  /** When the round was settled, to the microsecond. */
  readonly settledAt: string;
  readonly users: readonly SettledUser[];
  /** The members of these users and of everyone above, as they are now. */
  readonly members: readonly Member[];
};

/**
 * Attributes the orders of a part of a minted round to the nearest above with a node type and with a level, by the
 * bindings and ranks at the time of the settlement, whenever it is rolled up. Returns once the amounts are added.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function attributeMinted(tx: Database, { settledAt, users, members }: MintedPart): Promise<void> {
  const ranksThen = await listRanksBefore(tx, settledAt);
  const boundAfter = await listBoundAfter(tx, settledAt);
  const membersThen = new Map(
    members.map(({ id, inviterId, nodeType, teamLevel }): [bigint, RankedMember<bigint>] => [
      id,
      { id, inviterId: boundAfter.has(id) ? null : inviterId, ...(ranksThen.get(id) ?? { nodeType, teamLevel }) },
    ]),
  );
  await addAttributions(tx, {
    settledAt,
    nodes: attributeOrders('nodes', membersThen, users),
    levels: attributeOrders('levels', membersThen, users),
  });
}
