import { ChainIntegrityError } from './chain-integrity-error.ts';
import { type BlockRange, checkCursorBlock, type LogBatch } from './log-batch.ts';
import { type Cursor, isSamePlace } from './store.ts';
import { readBlockHeader, type Survey } from './survey-chain.ts';

/** A range whose logs are read and checked, and what to write of them. */
export type ReadRange = { readonly range: BlockRange; readonly batch: LogBatch };

/** The range after the one that is being written, which is read meanwhile. */
export type RangeAhead = {
  /** Begins to read the range after `read`, as if that were written. */
  readonly start: (written: ReadRange, read: (cursor: Cursor) => Promise<ReadRange>) => void;
  /**
   * Returns what was read ahead if it follows this cursor, and throws what its reading threw. A new survey has to
   * confirm both its ends, which by their hashes commit to all blocks between: throws ChainIntegrityError otherwise.
   */
  readonly take: (from: { readonly cursor: Cursor; readonly survey: Survey }) => Promise<ReadRange | undefined>;
  readonly drop: () => void;
};

/** Returns a place for one range that is read ahead. */
export function createRangeAhead(): RangeAhead {
  let ahead: { readonly cursor: Cursor; readonly reading: Promise<ReadRange> } | undefined;
  return {
    start({ range, batch }, read) {
      const { number, hash, at } = range.to;
      const after = { block_number: number, block_hash: hash, block_at: at, last_seq: batch.lastSequence };
      const cursor = { ...range.cursor, ...after };
      const reading = read(cursor);
      // Whoever takes it gets the error; one that is not taken does no harm.
      reading.catch(() => {});
      ahead = { cursor, reading };
    },
    async take({ cursor, survey }) {
      const found = ahead;
      ahead = undefined;
      if (found === undefined || !isSamePlace(found.cursor, cursor)) return undefined;
      const { range, batch } = await found.reading;
      // Nodes that lag behind those that were asked before.
      if (range.to.number > survey.finalized.number) return undefined;
      const [{ hash }] = await Promise.all([
        readBlockHeader(survey.node, range.to.number),
        checkCursorBlock({ cursor, survey }),
      ]);
      if (hash !== range.to.hash) {
        const { number, hash: before } = range.to;
        throw new ChainIntegrityError(
          'block-changed',
          `block ${number} was ${before} while it was read, and is ${hash}`,
        );
      }
      return { range: { ...range, survey }, batch };
    },
    drop() {
      ahead = undefined;
    },
  };
}
