import { expect, test } from 'vitest';
import type { ReadRange } from './range-ahead.ts';
import { createSpan } from './span.ts';

/** A range of `blocks` blocks with `size` records. */
function read(blocks: bigint, size: number): ReadRange {
  return { range: { cursor: { block_number: 100n }, to: { number: 100n + blocks } }, batch: { size } } as ReadRange;
}

test('default: doubles up to the maximum while blocks are empty', () => {
  const span = createSpan(200n);
  const widths: bigint[] = [];
  for (let poll = 0; poll < 4; poll += 1) {
    widths.push(span.blocks());
    span.succeeded(read(span.blocks(), 0));
  }
  expect(widths).toEqual([64n, 128n, 200n, 200n]);
  expect(createSpan(4n).blocks()).toBe(4n);
});

test('behavior: with full blocks reads at least one, and so many that a batch has about 5,000 logs', () => {
  const span = createSpan(2_000n);
  span.succeeded(read(64n, 6_400));
  expect(span.blocks()).toBe(50n);
  span.succeeded(read(1n, 100_000));
  expect(span.blocks()).toBe(1n);
  span.succeeded(read(1n, 1));
  expect(span.blocks()).toBe(2n);
});

test('behavior: halves for each refusal, and is as wide as before after as many polls that succeed', () => {
  const span = createSpan(2_000n);
  for (let poll = 0; poll < 5; poll += 1) span.succeeded(undefined);
  expect(span.blocks()).toBe(2_000n);
  for (let error = 0; error < 11; error += 1) span.failed();
  expect(span.blocks()).toBe(1n);
  const widths: bigint[] = [];
  for (let poll = 0; poll < 11; poll += 1) {
    span.succeeded(undefined);
    widths.push(span.blocks());
  }
  expect(widths).toEqual([2n, 4n, 8n, 16n, 32n, 64n, 128n, 256n, 512n, 1_024n, 2_000n]);
});

test('behavior: tries a size that is always refused ever more rarely', () => {
  const span = createSpan(64n);
  const refusedAt: number[] = [];
  for (let poll = 0; poll < 300; poll += 1) {
    if (span.blocks() > 32n) {
      refusedAt.push(poll);
      span.failed();
    } else span.succeeded(undefined);
  }
  expect(refusedAt.map((poll, index) => poll - (refusedAt[index - 1] ?? 0))).toEqual([
    0, 2, 3, 5, 9, 17, 33, 65, 65, 65,
  ]);
});

test('behavior: a narrower range that succeeds says nothing about the refused size; the size itself does', () => {
  const span = createSpan(64n);
  const polls = () => {
    let count = 0;
    for (; span.blocks() < 64n; count += 1) span.succeeded(read(32n, 0));
    return count;
  };
  span.failed();
  expect(polls()).toBe(1);
  span.succeeded(read(32n, 0));
  span.failed();
  expect(polls()).toBe(2);
  span.succeeded(read(64n, 0));
  span.failed();
  expect(polls()).toBe(1);
});
