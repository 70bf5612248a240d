import type { Database } from '#platform/database/database.ts';

/** What the last 90 days came to for participants; JU in base units. */
export type ParticipantResults = {
  readonly minted: number;
  readonly failed: number;
  readonly walletsUp: number;
  readonly walletsDown: number;
  readonly medianNet: bigint | null;
};

export async function readResults(db: Database): Promise<ParticipantResults> {
  const row = await db.selectFrom('participant_results').selectAll().executeTakeFirstOrThrow();
  return {
    minted: row.rounds_minted,
    failed: row.rounds_failed,
    walletsUp: row.wallets_up,
    walletsDown: row.wallets_down,
    medianNet: row.median_net,
  };
}
