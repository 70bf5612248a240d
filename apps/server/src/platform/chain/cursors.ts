import type { HealthProblem } from '@city-mint/api-contract/operator/overview-endpoints';
import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { observeFigures } from '../metrics/observe-figures.ts';
import type { Cursor } from './store.ts';

/** Maximum age of the last poll, in seconds, at which recharges count as up to date. */
const FRESH_SECONDS = 60;

/** Returns the progress of each source, and why its reader was halted, by source. */
export async function listCursors(db: Database): Promise<Cursor[]> {
  return db.selectFrom('chain_cursor').selectAll().orderBy('source').execute();
}

/** Returns why recharges and withdrawals are not up to date (never read, late, or halted), or null when they are. */
export async function checkReading(db: Database): Promise<HealthProblem | null> {
  const { rows } = await sql<{ age: number; halt_reason: string | null }>`
    select extract(epoch from now() - updated_at)::int as age, halt_reason from chain_cursor`.execute(db);
  if (rows.length === 0) return { code: 'never-read' };
  const haltedRow = rows.find((row) => row.halt_reason !== null);
  if (haltedRow !== undefined) return { code: 'reading-halted', detail: haltedRow.halt_reason ?? '' };
  const ageSeconds = Math.max(...rows.map((row) => row.age));
  return ageSeconds > FRESH_SECONDS ? { code: 'reading-stopped', seconds: ageSeconds } : null;
}

/**
 * Resumes a source that was halted for this reason; where a block was changed, from that block's new hash (else null).
 * For the operator's role. Returns false when the source is not halted, or for another reason.
 */
export async function resumeReading(
  tx: Database,
  halted: { readonly source: string; readonly because: string; readonly blockHash: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select chain_cursor_resume(${halted.source}, ${halted.because}, ${halted.blockHash}) as done`.execute(tx);
  return rows[0]?.done === true;
}

type CursorFigures = {
  source: string;
  block: number;
  head: number;
  finalized: number;
  lag: number;
  age: number;
  halted: number;
};

const label = 'source';
const FIGURES = {
  city_mint_chain_head_block: { help: 'The newest block of the nodes.', label },
  city_mint_chain_finalized_block: { help: 'The newest final block.', label },
  city_mint_chain_read_block: { help: 'The block up to which all events are applied.', label },
  city_mint_chain_lag_blocks: { help: 'Final blocks whose events are not applied yet.', label },
  city_mint_chain_looked_seconds: { help: "Seconds since the indexer's last poll.", label },
  city_mint_chain_halted: { help: '1 when the reading is halted until an operator resumes it.', label },
} as const;

/** Registers gauges of the reader's progress on the chain. */
export function observeCursors(registry: Registry, db: Database): void {
  observeFigures(registry, FIGURES, async () => {
    const { rows } = await sql<CursorFigures>`
      select source, block_number::float8 as block, coalesce(head_number, block_number)::float8 as head,
        coalesce(finalized_number, block_number)::float8 as finalized,
        greatest(coalesce(finalized_number, block_number) - block_number, 0)::float8 as lag,
        extract(epoch from clock_timestamp() - updated_at)::float8 as age, (halt_reason is not null)::int as halted
      from chain_cursor`.execute(db);
    const bySource = (figureOf: (cursor: CursorFigures) => number) =>
      Object.fromEntries(rows.map((cursor) => [cursor.source, figureOf(cursor)]));
    return {
      city_mint_chain_head_block: bySource(({ head }) => head),
      city_mint_chain_finalized_block: bySource(({ finalized }) => finalized),
      city_mint_chain_read_block: bySource(({ block }) => block),
      city_mint_chain_lag_blocks: bySource(({ lag }) => lag),
      city_mint_chain_looked_seconds: bySource(({ age }) => age),
      city_mint_chain_halted: bySource(({ halted }) => halted),
    };
  });
}
