import { afterEach, describe, expect, test, vi } from 'vitest';
import { readPages } from './read-pages.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Reads a list of a server that sends these answers in turn. */
async function read(...answers: readonly unknown[]): Promise<unknown[]> {
  const left = [...answers];
  vi.stubGlobal('fetch', async () => Response.json(left.shift()));
  return readAll();
}

async function readAll(): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of readPages('https://api.example', '/list')) items.push(item);
  return items;
}

const page = (items: readonly unknown[], nextCursor: string | null) => ({ code: 200, data: { items, nextCursor } });

describe('readPages', () => {
  test('default: the items of all pages', async () => {
    expect(await read(page([1, 2], 'next'), page([3], null))).toEqual([1, 2, 3]);
  });

  test('behavior: a call that the server limits is repeated after a pause', async () => {
    vi.useFakeTimers();
    const items = read({ code: 429, msg: 'too many' }, page([1], null));
    await vi.advanceTimersByTimeAsync(4_999);
    vi.stubGlobal('fetch', async () => Response.json(page([1], null)));
    await vi.advanceTimersByTimeAsync(1);
    expect(await items).toEqual([1]);
  });

  test('behavior: a call without an answer is repeated three times', async () => {
    vi.useFakeTimers();
    let calls = 0;
    const answerAfter = (failures: number) => {
      calls = 0;
      vi.stubGlobal('fetch', async () => {
        calls += 1;
        if (calls > failures) return Response.json(page([1], null));
        if (calls % 2 === 1) throw new TypeError('no network');
        return new Response('<html>', { status: 502 });
      });
      return readAll();
    };
    const found = answerAfter(3);
    await vi.advanceTimersByTimeAsync(15_000);
    expect([await found, calls]).toEqual([[1], 4]);
    const lost = expect(answerAfter(9)).rejects.toThrow('https://api.example/list: status 502');
    await vi.advanceTimersByTimeAsync(15_000);
    await lost;
    expect(calls).toBe(4);
  });

  test.each([
    ['a refusal', { code: 503, msg: 'maintenance' }, 'https://api.example/list: maintenance'],
    ['no page', { code: 200, data: {} }, 'https://api.example/list: no page with items and nextCursor'],
  ])('error: %s', async (_name, answer, message) => {
    await expect(read(answer)).rejects.toThrow(message);
  });
});
