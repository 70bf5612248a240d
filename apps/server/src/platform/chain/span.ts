import type { ReadRange } from './range-ahead.ts';

/** Number of blocks per read. */
export type Span = {
  readonly blocks: () => bigint;
  /** Widens the span towards the maximum, and narrows it where blocks are full. */
  readonly succeeded: (read: ReadRange | undefined) => void;
  /** Halves the span: fewer blocks may be within a node's limits. */
  readonly failed: () => void;
};

/** Nodes answer this number of full blocks. */
const FIRST = 64n;
/** Target number of logs per batch; the next batch is read during the write. */
const LOGS_AT_ONCE = 5_000n;
/** Polls before a refused size is retried: each failure costs a pause until the next poll. */
const POLLS_BEFORE_WIDER = 50;

/** Returns a span of at most `most` blocks. */
export function createSpan(most: bigint): Span {
  let span = atMost(FIRST, most);
  /** The span is not doubled beyond this ceiling; after some polls the limit that a node refused is tried again. */
  let ceiling = most;
  let pollsBelowCeiling = 0;
  return {
    blocks: () => span,
    succeeded(read) {
      pollsBelowCeiling += 1;
      if (pollsBelowCeiling >= POLLS_BEFORE_WIDER) {
        ceiling = atMost(ceiling * 2n, most);
        pollsBelowCeiling = 0;
      }
      span = atMost(span * 2n, atMost(ceiling, fullSpan(read) ?? ceiling));
    },
    failed() {
      span = span > 1n ? span / 2n : 1n;
      ceiling = span;
      pollsBelowCeiling = 0;
    },
  };
}

/** Returns how many blocks contain the target number of logs, if others are as full as these. */
function fullSpan(read: ReadRange | undefined): bigint | undefined {
  if (read === undefined || read.batch.size === 0) return undefined;
  const { cursor, to } = read.range;
  const blocks = to.number - cursor.block_number;
  const full = (blocks * LOGS_AT_ONCE) / BigInt(read.batch.size);
  return full > 1n ? full : 1n;
}

function atMost(span: bigint, limit: bigint): bigint {
  return span > limit ? limit : span;
}
