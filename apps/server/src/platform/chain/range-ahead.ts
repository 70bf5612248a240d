import { ChainIntegrityError } from './chain-integrity-error.ts';
import { type BlockRange, checkCursorBlock, type LogBatch } from './log-batch.ts';
import { type Cursor, isSamePlace } from './store.ts';
import { readBlockHeader, type Survey } from './survey-chain.ts';

/** A range whose logs are read and checked, and its batch. */
export type ReadRange = { readonly range: BlockRange; readonly batch: LogBatch };

/** Reads the next range ahead, while the previous one is being written. */
export type RangeAhead = {
  /** Starts to read the range after `written`, assuming that it will be committed. */
  readonly start: (written: ReadRange, read: (cursor: Cursor) => Promise<ReadRange>) => void;
  /**
   * Returns the range that was read ahead if it follows this cursor, and throws the error of its reading. A new survey
   * must confirm both of its ends, whose hashes commit to all blocks in between: throws ChainIntegrityError otherwise.
   */
  readonly take: (from: { readonly cursor: Cursor; readonly survey: Survey }) => Promise<ReadRange | undefined>;
  readonly drop: () => void;
};

/** Returns a slot for one range that is read ahead. */
export function createRangeAhead(): RangeAhead {
  let ahead: { readonly cursor: Cursor; readonly reading: Promise<ReadRange> } | undefined;
  return {
    start({ range, batch }, read) {
      const { number, hash, at } = range.to;
      const after = { block_number: number, block_hash: hash, block_at: at, last_seq: batch.lastSequence };
      const cursor = { ...range.cursor, ...after };
      const reading = read(cursor);
      // `take` throws the error; an unused range does no harm.
      reading.catch(() => {});
      ahead = { cursor, reading };
    },
    async take({ cursor, survey }) {
      const found = ahead;
      ahead = undefined;
      if (found === undefined || !isSamePlace(found.cursor, cursor)) return undefined;
      const { range, batch } = await found.reading;
      // The nodes lag behind those that were asked before.
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
