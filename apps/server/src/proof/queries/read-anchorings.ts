import { ANCHORING_STATES, type anchoring } from '@city-mint/api-contract/proof/anchoring';
import type { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { StoredAnchor } from '../anchors/anchor-store.ts';

/** Where a root stands on its way into the contract, as calls give it. */
export type Anchoring = z.output<typeof anchoring>;

/** How far the anchoring of roots of one kind has come, by their subjects (rounds, or trees of liabilities). */
export async function readAnchorings(
  db: Database,
  { kind, subjects }: { kind: 'settlement' | 'liabilities'; subjects: readonly bigint[] },
): Promise<Map<bigint, Anchoring>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom('anchor')
    .select(['subject', 'state', 'tx_hash', 'block_number'])
    .where('kind', '=', kind)
    .where('subject', 'in', [...subjects])
    .execute();
  return new Map(rows.map((row) => [row.subject, toAnchoring(row)]));
}

function toAnchoring({
  state,
  tx_hash,
  block_number,
}: Pick<StoredAnchor, 'state' | 'tx_hash' | 'block_number'>): Anchoring {
  return { state: stateOf(state), txHash: tx_hash, blockNumber: block_number?.toString() ?? null };
}

function stateOf(state: string): Anchoring['state'] {
  const known = ANCHORING_STATES.find((name) => name === state);
  if (known === undefined) throw new Error(`no state of a root: ${state}`);
  return known;
}
