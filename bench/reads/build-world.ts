import { sealJournal } from '@city-mint/server/ledger/journal/commands';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { roundTo, secondsSince } from '../measure/statistics.ts';
import { makeDays } from './make-days.ts';
import { makeLedger } from './make-ledger.ts';
import { makePeople } from './make-people.ts';
import { makeLogs, makeOpenRounds, makeProofs, makeTeam } from './make-rest.ts';
import { makeRounds } from './make-rounds.ts';
import type { WorldSize } from './world-size.ts';

/**
 * Fills a new database at `url` (of the superuser) with the world of the bench; prints the duration of each step.
 * `grow` adds rows before rounds are opened, so that current rounds are the newest.
 */
export async function buildWorld(url: string, size: WorldSize, grow: () => Promise<void>): Promise<void> {
  // One connection: its settings hold for every statement.
  const db = createDatabase({ url, maxConnections: 1, statementTimeoutMs: 3_600_000 });
  await sql`select set_config('work_mem', '1GB', false), set_config('maintenance_work_mem', '1GB', false),
    set_config('synchronous_commit', 'off', false), set_config('max_parallel_maintenance_workers', '1', false)`.execute(
    db,
  );
  // The server's own commands need several connections.
  const server = createDatabase({ url, statementTimeoutMs: 3_600_000 });
  const steps: Record<string, (to: Database) => Promise<void>> = {
    people: (to) => makePeople(to, size),
    rounds: (to) => makeRounds(to, size),
    days: (to) => makeDays(to, size),
    ledger: (to) => makeLedger(to, size),
    team: (to) => makeTeam(to, size),
    logs: (to) => makeLogs(to, size),
    growth: grow,
    'open rounds': () => makeOpenRounds(server, url),
    journal: () => sealAll(server),
    // Trees state the liabilities after a sealed entry.
    proofs: () => makeProofs(server, size),
    'made tables': dropMade,
  };
  for (const [name, make] of Object.entries(steps)) {
    const from = performance.now();
    await make(db);
    console.log(`${name}: ${roundTo(secondsSince(from), 1)} s`);
  }
  await Promise.all([db.destroy(), server.destroy()]);
}

/** Seals the ledger as workers do; the first call finds up to which transfer. */
async function sealAll(db: Database): Promise<void> {
  await sealJournal(db);
  await sealJournal(db);
}

async function dropMade(db: Database): Promise<void> {
  for (const name of ['made_model', 'made_order', 'made_round', 'made_name', 'made_machine', 'made_own']) {
    await sql`drop table ${sql.table(name)}`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}
