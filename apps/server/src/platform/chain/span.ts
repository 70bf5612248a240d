import type { ReadRange } from './range-ahead.ts';

/** Number of blocks per read. */
export type Span = {
  readonly blocks: () => bigint;
  /** Widens the span towards the maximum, and narrows it where blocks are full. */
  readonly succeeded: (read: ReadRange | undefined) => void;
  /** Halves the span, after a node refused its size. */
  readonly failed: () => void;
};

/** Nodes answer this number of full blocks. */
const FIRST = 64n;
/** Target number of logs per batch; the next batch is read during the write. */
const LOGS_AT_ONCE = 5_000n;
/** Most polls before a refused size is retried: each refusal costs a pause until the next poll. */
const MOST_POLLS_BEFORE_WIDER = 64;

/**
 * Returns a span of at most `most` blocks. A refused size is tried again after the next poll that succeeds, and after
 * 2, 4, 8 … of them while it is refused again.
 */
export function createSpan(most: bigint): Span {
  let span = atMost(FIRST, most);
  /** The span is not doubled beyond this ceiling, until the refused size is tried again. */
  let ceiling = most;
  let refusedSpan = most + 1n;
  let refusals = 0;
  let pollsSinceRefusal = 0;
  return {
    blocks: () => span,
    succeeded(read) {
      // A range that was read ahead may be narrower than the span.
      if (read !== undefined && blocksIn(read) >= refusedSpan) refusals = 0;
      pollsSinceRefusal += 1;
      if (ceiling < most && pollsSinceRefusal >= Math.min(2 ** (refusals - 1), MOST_POLLS_BEFORE_WIDER))
        ceiling = atMost(ceiling * 2n, most);
      span = atMost(span * 2n, atMost(ceiling, fullSpan(read) ?? ceiling));
    },
    failed() {
      // A run of refusals is one: its size was not answered in between.
      if (refusals === 0 || pollsSinceRefusal > 0) refusals += 1;
      refusedSpan = span;
      span = span > 1n ? span / 2n : 1n;
      ceiling = span;
      pollsSinceRefusal = 0;
    },
  };
}

/** Returns how many blocks contain the target number of logs, if others are as full as these. */
function fullSpan(read: ReadRange | undefined): bigint | undefined {
  if (read === undefined || read.batch.size === 0) return undefined;
  const full = (blocksIn(read) * LOGS_AT_ONCE) / BigInt(read.batch.size);
  return full > 1n ? full : 1n;
}

function blocksIn({ range: { cursor, to } }: ReadRange): bigint {
  return to.number - cursor.block_number;
}

function atMost(span: bigint, limit: bigint): bigint {
  return span > limit ? limit : span;
}
