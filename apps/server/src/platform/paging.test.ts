import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BAD_CURSOR, formatCursor, ID_KEY, parseCursor, readPage, readPageById, TIMELINE_KEY } from './paging.ts';

const ids = [9n, 7n, 5n, 3n, 1n];
const list = {
  read: async ({ before, limit }: { before: bigint | null; limit: number }) =>
    ids.filter((id) => before === null || id < before).slice(0, limit),
  idOf: (id: bigint) => id,
};

async function readAll(limit: number): Promise<bigint[][]> {
  const pages: bigint[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readPageById({ cursor, limit }, list);
    if ('refusal' in page) throw new Error(page.refusal);
    pages.push(page.items);
    cursor = page.nextCursor;
  }
  return pages;
}

test('default: pages follow each other without a gap, and the last one has no cursor', async () => {
  expect(await readAll(2)).toEqual([[9n, 7n], [5n, 3n], [1n]]);
  expect(await readAll(5)).toEqual([ids]);
  expect(await readAll(4)).toEqual([[9n, 7n, 5n, 3n], [1n]]);
});

test('behavior: refuses a cursor of another list, and reads nothing', async () => {
  const read = () => Promise.reject(new Error('was read'));
  for (const cursor of [
    '',
    '!',
    formatCursor({ atUs: 1n, code: 1n, id: 1n }, TIMELINE_KEY),
    encoded('-1'),
    encoded('1.'),
  ]) {
    expect(await readPage({ cursor, limit: 1 }, { format: ID_KEY, read, keyOf: () => 1n })).toBe(BAD_CURSOR);
  }
});

test('behavior: a timeline refuses a time without a date, and a code of two digits', () => {
  expect(parseCursor(encoded('253402300799999999.9.1'), TIMELINE_KEY)).toEqual({
    atUs: 253_402_300_799_999_999n,
    code: 9n,
    id: 1n,
  });
  for (const text of ['253402300800000000.1.1', '1.10.1', '1.1', '1.1.1.1']) {
    expect(parseCursor(encoded(text), TIMELINE_KEY)).toBeUndefined();
  }
});

test('property: a key is restored from its cursor', () => {
  const key = fc.record({
    atUs: fc.bigInt({ min: 0n, max: 253_402_300_799_999_999n }),
    code: fc.bigInt({ min: 0n, max: 9n }),
    id: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
  });
  fc.assert(
    fc.property(key, (timeline) => {
      expect(parseCursor(formatCursor(timeline, TIMELINE_KEY), TIMELINE_KEY)).toEqual(timeline);
    }),
  );
});

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
