import { assertNever } from '@city-mint/domain/assert-never';
import type { SettlementLeaf } from '@city-mint/domain/proof/settlement-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { shareOf } from './kind-check.ts';
import { WITH_OWN_JOIN } from './own-joins.ts';
import { IS_QUALIFIED, WITH_INVITER } from './qualified-inviters.ts';
import { COVERED, splitOf, WITHHELD } from './settlements.ts';

type OwnResult = {
  readonly rank: number;
  readonly outcome: 'minted' | 'failed' | 'cancelled';
  readonly principal: bigint;
  readonly withheld: bigint;
  readonly reward: bigint;
  readonly split: bigint | null;
  readonly stage1: bigint | null;
  readonly stage2: bigint | null;
  readonly stage3: bigint | null;
  readonly compensation: bigint;
  readonly hash: bigint;
};

/**
 * Returns the results of a range of ranks (both inclusive) of a round whose settlement the auditor follows, computed
 * from its own totals and never from the stored results. Leaves out an order whose join it did not follow with this
 * user and amount.
 */
export async function readOwnResults(
  tx: Database,
  { roundId, from, to }: { readonly roundId: bigint; readonly from: number; readonly to: number },
): Promise<SettlementLeaf[]> {
  const { rows } = await sql<OwnResult>`
    select o.rank, r.outcome, o.accepted - ${WITHHELD} as principal, ${WITHHELD} as withheld,
      case when ${IS_QUALIFIED} then ${shareOf(WITHHELD, 'r.rewarded_bps')} else 0 end as reward,
      ${splitOf('split')} as split, ${splitOf('stage1')} as stage1, ${splitOf('stage2')} as stage2,
      ${splitOf('stage3')} as stage3,
      ${COVERED} as compensation, ${shareOf(sql`(${WITHHELD} - ${COVERED})`, 'r.rewarded_bps')} as hash
    from mint_order o join audit.round r on r.round_id = o.round_id
    ${WITH_OWN_JOIN} and j.id <= (select last_id from audit.position)
    ${WITH_INVITER}
    where o.round_id = ${roundId} and o.rank between ${from}::int and ${to}::int order by o.rank`.execute(tx);
  return rows.map(toLeaf);
}

function toLeaf({ rank, outcome, principal, withheld, ...amounts }: OwnResult): SettlementLeaf {
  switch (outcome) {
    case 'minted':
      return {
        ...{ rank, principal: `${principal}`, fee: `${withheld}`, reward: `${amounts.reward}` },
        ...{ split: `${amounts.split}`, stages: [`${amounts.stage1}`, `${amounts.stage2}`, `${amounts.stage3}`] },
      };
    case 'failed':
      return {
        ...{ rank, refund: `${principal}`, loss: `${withheld}` },
        ...{ compensation: `${amounts.compensation}`, hash: `${amounts.hash}` },
      };
    case 'cancelled':
      return { rank, refund: `${principal}` };
    default:
      return assertNever(outcome);
  }
}
