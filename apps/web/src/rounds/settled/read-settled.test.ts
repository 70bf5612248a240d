import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sampleSettlement } from '#testing/replies/settled.ts';
import { fetchPart, partsOf } from './read-part.ts';
import { FIRST_PAGE_BYTES, findRank, PAGE_BYTES, readOrders, readSettledFile } from './read-settled.ts';

const URL = '/settlement.jsonl';

/** Serves a text as a file, with ranges or without; returns the ranges that were asked for. */
function serve(text: string, { hasRanges = true, status }: { hasRanges?: boolean; status?: number } = {}): string[] {
  const asked: string[] = [];
  const bytes = new TextEncoder().encode(text);
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const range = new Headers(init.headers).get('range') ?? '';
    asked.push(range);
    if (status !== undefined) return new Response('{}', { status });
    const etag = `"${'ab'.repeat(32)}"`;
    if (!hasRanges) return new Response(bytes, { headers: { etag, 'content-length': `${bytes.length}` } });
    const [from = 0, to = 0] = range.replace('bytes=', '').split('-').map(Number);
    const headers = { etag, 'content-range': `bytes ${from}-${to}/${bytes.length}` };
    return new Response(bytes.slice(from, to + 1), { status: 206, headers });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

async function open(orders: number) {
  const text = sampleSettlement({ orders });
  serve(text);
  const file = await readSettledFile(URL, undefined);
  if (file === null) throw new Error('no file');
  return { file, read: partsOf(new Blob([text])) };
}

describe('a settlement file', () => {
  test('is read from its beginning, with the hash that the server states', async () => {
    const { file } = await open(3);
    expect(file).toMatchObject({ sha256: 'ab'.repeat(32), head: { roundId: '12', outcome: 'minted', orders: 3 } });
    expect(file.head.terms).toMatchObject({ city: 'Nairobi', mintFeeBps: 100 });
    expect(file.head.totals[0]).toEqual({ name: 'principal', amount: '297' });
  });

  test('has pages of whole lines that make up all its orders, once each', async () => {
    const { file, read } = await open(1_000);
    const ranks: number[] = [];
    let next: number | null = file.ordersFrom;
    let pages = 0;
    while (next !== null) {
      const page = await readOrders(read, { from: next, bytes: FIRST_PAGE_BYTES });
      ranks.push(...page.items.map(({ rank }) => rank));
      next = page.next;
      pages += 1;
    }
    expect(ranks).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    expect(pages).toBeGreaterThan(5);
  });

  test('of 100,000 orders is never read as a whole: any rank is found with a few small parts', async () => {
    const text = sampleSettlement({ orders: 100_000 });
    const asked = serve(text);
    const file = await readSettledFile(URL, undefined);
    if (file === null) throw new Error('no file');
    const sizes: number[] = [];
    const readBlob = partsOf(new Blob([text]));
    const read = async (range: { from: number; to: number }) => {
      sizes.push(range.to - range.from + 1);
      return readBlob(range);
    };
    for (const rank of [1, 2, 31, 9_999, 50_000, 99_999, 100_000]) {
      sizes.length = 0;
      const from = await findRank(read, file, rank);
      expect((await readOrders(read, { from, bytes: PAGE_BYTES })).items[0]?.rank).toBe(rank);
      expect(sizes.length).toBeLessThan(8);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(file.size / 50);
    }
    expect(asked).toEqual(['bytes=0-8191']);
    await expect(findRank(read, file, 100_001)).rejects.toThrow('rank 100001');
  });

  test('attack: lines that are out of order, or are no orders, end the search and the page', async () => {
    const lines = sampleSettlement({ orders: 1_000 }).trimEnd().split('\n');
    const swapped = [lines[0], ...lines.slice(1).toReversed(), ''].join('\n');
    const { file } = await open(1_000);
    await expect(findRank(partsOf(new Blob([swapped])), file, 700)).rejects.toThrow('rank 700');
    const broken = partsOf(new Blob([`${lines[0]}\n{"rank":1,"amount":"1.5","result":{}}\n`]));
    await expect(readOrders(broken, { from: file.ordersFrom, bytes: PAGE_BYTES })).rejects.toThrow('the amount "1.5"');
    const endless = partsOf(new Blob(['x'.repeat(20_000)]));
    await expect(readOrders(endless, { from: 0, bytes: FIRST_PAGE_BYTES })).rejects.toThrow('no end');
  });
});

describe('a part of a served file', () => {
  test('is cut out of the whole file where the range is ignored', async () => {
    serve('0123456789', { hasRanges: false });
    const part = await fetchPart(URL, { from: 2, to: 4 }, undefined);
    expect({ text: new TextDecoder().decode(part?.bytes), size: part?.size }).toEqual({ text: '234', size: 10 });
  });

  test('is null without a file, and a network error for every other answer', async () => {
    serve('', { status: 404 });
    expect(await fetchPart(URL, { from: 0, to: 1 }, undefined)).toBeNull();
    serve('', { status: 429 });
    await expect(fetchPart(URL, { from: 0, to: 1 }, undefined)).rejects.toThrow('429');
  });
});

test.each([
  ['minted', { returned: ['99', '99'], netJu: ['-1', '-1'], fmc: '500' }],
  // The last one joined late: the reserve's 1 JU goes to the first.
  ['failed', { returned: ['98', '97'], netJu: ['-2', '-3'], fmc: null }],
  ['cancelled', { returned: ['100', '100'], netJu: ['0', '0'], fmc: null }],
] as const)('the orders of a %s round', async (outcome, { returned, netJu, fmc }) => {
  const text = sampleSettlement({ orders: 2, outcome });
  serve(text);
  const file = await readSettledFile(URL, undefined);
  const page = await readOrders(partsOf(new Blob([text])), { from: file?.ordersFrom ?? 0, bytes: PAGE_BYTES });
  expect(page).toEqual({
    items: [0, 1].map((index) => ({
      ...{ rank: index + 1, amount: '100', late: index === 1, fmc, split: '0' },
      stages: fmc === null ? [] : ['200', '150', '150'],
      ...{ returned: returned[index], netJu: netJu[index] },
      ...{ fee: outcome === 'minted' ? '1' : '0', reward: '0' },
    })),
    next: null,
  });
});
