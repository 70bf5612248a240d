import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { observeFigures } from '../metrics/observe-figures.ts';

type CursorRow = {
  source: string;
  block: number;
  head: number;
  finalized: number;
  lag: number;
  age: number;
  halted: number;
};

const source = 'source';
const FIGURES = {
  city_mint_chain_head_block: { help: 'The newest block that the nodes told of.', label: source },
  city_mint_chain_finalized_block: { help: 'The newest final block.', label: source },
  city_mint_chain_read_block: { help: 'The block up to which all events are taken.', label: source },
  city_mint_chain_lag_blocks: { help: 'Final blocks whose events are not taken yet.', label: source },
  city_mint_chain_looked_seconds: { help: 'Seconds since the indexer last looked at the chain.', label: source },
  city_mint_chain_halted: { help: '1 when the reading is halted until a person has looked.', label: source },
} as const;

/** How far the chain is read, for a monitor. */
export function observeCursors(registry: Registry, db: Database): void {
  observeFigures(registry, FIGURES, async () => {
    const { rows } = await sql<CursorRow>`
      select source, block_number::float8 as block, coalesce(head_number, block_number)::float8 as head,
        coalesce(finalized_number, block_number)::float8 as finalized,
        greatest(coalesce(finalized_number, block_number) - block_number, 0)::float8 as lag,
        extract(epoch from clock_timestamp() - updated_at)::float8 as age, (halted_because is not null)::int as halted
      from chain_cursor`.execute(db);
    const each = (figure: (row: CursorRow) => number) =>
      Object.fromEntries(rows.map((row) => [row.source, figure(row)]));
    return {
      city_mint_chain_head_block: each((row) => row.head),
      city_mint_chain_finalized_block: each((row) => row.finalized),
      city_mint_chain_read_block: each((row) => row.block),
      city_mint_chain_lag_blocks: each((row) => row.lag),
      city_mint_chain_looked_seconds: each((row) => row.age),
      city_mint_chain_halted: each((row) => row.halted),
    };
  });
}
