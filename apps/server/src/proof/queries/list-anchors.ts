import { anchorKind, anchorState } from '@city-mint/api-contract/operator/journal-endpoints';
import type { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

export type AnchorsPage = {
  readonly kind?: z.output<typeof anchorKind> | undefined;
  readonly state?: z.output<typeof anchorState> | undefined;
  /** The page begins below this anchor; null = from the newest. */
  readonly before: bigint | null;
  readonly limit: number;
};

/** A root and the state of its anchoring, as operators see it. */
export type ListedAnchor = {
  readonly anchorId: bigint;
  readonly kind: z.output<typeof anchorKind>;
  readonly subject: bigint;
  readonly root: string;
  readonly state: z.output<typeof anchorState>;
  readonly txHash: string | null;
  readonly blockNumber: bigint | null;
  readonly lastError: string | null;
  readonly madeAt: Date;
  readonly finalAt: Date | null;
};

/** Returns a page of roots, newest first. */
export async function listAnchors(db: Database, { kind, state, before, limit }: AnchorsPage): Promise<ListedAnchor[]> {
  let query = db
    .selectFrom('anchor')
    .select([
      ...(['id', 'kind', 'subject', 'root', 'state', 'tx_hash', 'block_number', 'last_error'] as const),
      'made_at',
      'final_at',
    ])
    .orderBy('id', 'desc')
    .limit(limit);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (state !== undefined) query = query.where('state', '=', state);
  if (before !== null) query = query.where('id', '<', before);
  return (await query.execute()).map((row) => ({
    anchorId: row.id,
    kind: anchorKind.parse(row.kind),
    subject: row.subject,
    root: `0x${row.root.toString('hex')}`,
    state: anchorState.parse(row.state),
    txHash: row.tx_hash,
    blockNumber: row.block_number,
    lastError: row.last_error,
    madeAt: row.made_at,
    finalAt: row.final_at,
  }));
}
