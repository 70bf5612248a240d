import type { ReadRange } from './range-ahead.ts';

/** How many blocks are read at once. */
export type Span = {
  readonly blocks: () => bigint;
  /** Widens it towards the most, and narrows it where blocks are full. */
  readonly succeeded: (read: ReadRange | undefined) => void;
  /** Halves it: fewer blocks may be within what a node is willing to answer. */
  readonly failed: () => void;
};

/** What a node answers of so many full blocks is within its limits. */
const FIRST = 64n;
/** About so many logs are applied at once, while as many are read. */
const LOGS_AT_ONCE = 5_000n;
/** A node's limit on replies is not met again at once: each time costs a pause until the next poll. */
const POLLS_BEFORE_WIDER = 50;

/** Returns a span of at most so many blocks. */
export function createSpan(most: bigint): Span {
  let span = atMost(FIRST, most);
  /** The span is not doubled beyond this one; a node's limit that was met is tried again after some polls. */
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

/** Returns how many blocks have as many logs as are applied at once, if others are as full as these. */
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
