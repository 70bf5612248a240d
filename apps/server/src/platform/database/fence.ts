import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const position = z.object({
  /** The cluster's identifier since initdb; its standbys have the same. */
  system: z.string(),
  /** Each promotion of a standby, and each restore to a time, begins a higher one. */
  timeline: z.int(),
  /** The newest sealed entry of the journal, and its hash. */
  entry: z.coerce.bigint(),
  hash: z.string(),
});

/** Where a database is in its history. */
export type Position = z.output<typeof position>;

/** Where a database is, with a null timeline for a standby, and its hash of the entry that was asked for. */
export type Reading = Omit<Position, 'timeline'> & {
  readonly timeline: number | null;
  readonly known_hash: string | null;
};

/** Reads the position and the hash of an entry; 0 asks for none. */
export type ReadPosition = (entry: bigint) => Promise<Reading | undefined>;

/** The statement of a reader. */
export const POSITION_SQL = 'select system, timeline, entry, hash, known_hash from database_position($1)';

/** A database that is older than the one before: a former primary, or one restored to an earlier time. */
export class OlderDatabase extends Error {
  override readonly name = 'OlderDatabase';
}

export type Fence = {
  /** Remembers where a database is. Rejects with OlderDatabase when it was further before; ignores a standby. */
  readonly examine: (read: ReadPosition) => Promise<void>;
};

/**
 * Returns the memory of one process, of the newest database that it has seen. With a file, which processes of a machine
 * may share, it outlasts a restart. Throws when the file has something else in it.
 */
export function createFence(file?: string): Fence {
  let own: Position | undefined;
  const readStored = () => (file === undefined ? undefined : readPosition(file));
  readStored();
  return {
    async examine(read) {
      const stored = readStored();
      const before = newer(own, stored);
      const reading = await read(before?.entry ?? 0n);
      if (reading === undefined || reading.timeline === null) return;
      const found = { ...reading, timeline: reading.timeline };
      const reason = before === undefined ? null : differenceFrom(before, found);
      if (reason !== null) throw new OlderDatabase(`DATABASE_URL: ${reason}. ${remedy(file)}`);
      // Another connection may have read a later one meanwhile.
      own = newer(own, found);
      if (file !== undefined && own?.entry !== stored?.entry) writePosition(file, found);
    },
  };
}

function differenceFrom(before: Position, found: Position & Reading): string | null {
  if (found.system !== before.system) return `is another cluster, ${found.system} and not ${before.system}`;
  if (found.timeline < before.timeline)
    return `is a former primary, on timeline ${found.timeline} after ${before.timeline}`;
  if (before.entry > 0n && found.known_hash !== before.hash)
    return `does not have entry ${before.entry} of the journal as it was sealed: commits are lost`;
  return null;
}

function remedy(file: string | undefined): string {
  const forget = file === undefined ? 'start the process again' : 'remove the file of DATABASE_POSITION_FILE';
  return `To go on with it all the same, ${forget} (docs/operating/backup.md)`;
}

function newer(a: Position | undefined, b: Position | undefined): Position | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.timeline !== b.timeline) return a.timeline > b.timeline ? a : b;
  return a.entry >= b.entry ? a : b;
}

function readPosition(file: string): Position | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return position.parse(JSON.parse(text));
}

function writePosition(file: string, { system, timeline, entry, hash }: Position): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify({ system, timeline, entry: `${entry}`, hash })}\n`);
  renameSync(unfinished, file);
}
