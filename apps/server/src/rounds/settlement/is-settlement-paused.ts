import type { Database } from '#platform/database/database.ts';

/** Settling is off: what has begun rests where it stands, part by part, and goes on from there. */
export async function isSettlementPaused(tx: Database): Promise<boolean> {
  const { paused } = await tx
    .selectFrom('system_switch')
    .select('paused')
    .where('name', '=', 'settlement')
    .executeTakeFirstOrThrow();
  return paused;
}
