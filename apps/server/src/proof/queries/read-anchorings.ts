import { ANCHORING_STATES, type anchoring } from '@city-mint/api-contract/proof/anchoring';
import type { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { StoredAnchor } from '../anchors/store.ts';

/** The state of a root's anchoring, as in replies. */
export type Anchoring = z.output<typeof anchoring>;

/** The anchoring of a root that is not queued yet. */
export const WAITING_ANCHORING: Anchoring = { state: 'waiting', txHash: null, blockNumber: null };

/** Returns the anchorings of roots of one kind by their subjects (rounds, or trees of liabilities). */
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
  return { state: parseState(state), txHash: tx_hash, blockNumber: block_number?.toString() ?? null };
}

function parseState(storedState: string): Anchoring['state'] {
  const state = ANCHORING_STATES.find((name) => name === storedState);
  if (state === undefined) throw new Error(`unknown state of a root: ${storedState}`);
  return state;
}
