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
  /**
   * Remembers where a database is, and returns its timeline, null for a standby. Rejects with OlderDatabase when it was
   * further before.
   */
  readonly examine: (read: ReadPosition) => Promise<number | null>;
  /** Calls back with each higher timeline that is seen: every database on a lower one is a former primary. */
  readonly onPromotion: (listener: (timeline: number) => void) => void;
};

/**
 * Returns the memory of one process, of the newest database that it has seen. With a file, which processes of a machine
 * may share, it outlasts a restart. Throws when the file has something else in it.
 */
export function createFence(file?: string): Fence {
  let own: Position | undefined;
  const listeners: ((timeline: number) => void)[] = [];
  const readStored = () => (file === undefined ? undefined : readPosition(file));
  readStored();
  const remember = (found: Position) => {
    const before = own;
    own = newer(own, found);
    if (before === undefined || own === undefined || own.timeline <= before.timeline) return;
    for (const listener of listeners) listener(own.timeline);
  };
  return {
    async examine(read) {
      const before = newer(own, readStored());
      const reading = await read(before?.entry ?? 0n);
      if (reading === undefined || reading.timeline === null) return null;
      const found = { ...reading, timeline: reading.timeline };
      // Another connection or process may have seen a promotion during the reading.
      const stored = readStored();
      const reason = differenceFrom({ before, now: newer(own, stored) }, found);
      if (reason !== null) throw new OlderDatabase(`DATABASE_URL: ${reason}. ${remedy(file)}`);
      remember(found);
      const newest = newer(own, stored);
      if (file !== undefined && newest !== undefined && !isSame(newest, stored)) writePosition(file, newest);
      return found.timeline;
    },
    onPromotion: (listener) => void listeners.push(listener),
  };
}

type Memory = { readonly before: Position | undefined; readonly now: Position | undefined };

/** Compares a reading with the memory from before it, whose entry it has the hash of, and with the memory after it. */
function differenceFrom({ before, now }: Memory, found: Position & Reading): string | null {
  if (now !== undefined && found.system !== now.system)
    return `is another cluster, ${found.system} and not ${now.system}`;
  if (now !== undefined && found.timeline < now.timeline)
    return `is a former primary, on timeline ${found.timeline} after ${now.timeline}`;
  if (before !== undefined && before.entry > 0n && found.known_hash !== before.hash)
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

function isSame(a: Position, b: Position | undefined): boolean {
  return a.timeline === b?.timeline && a.entry === b.entry && a.hash === b.hash;
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
