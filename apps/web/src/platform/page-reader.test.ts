import { InfiniteQueryObserver, infiniteQueryOptions, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { isUnread, pageReader, showPages } from './page-reader.ts';

type Row = { readonly id: number; readonly version: number };

/** The rows on the server, newest first, and the calls so far. */
let rows: Row[];
let calls: string[];
let client: QueryClient;

const row = (id: number): Row => ({ id, version: 0 });
const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => row(from - index));

const query = infiniteQueryOptions({
  queryKey: ['rows'],
  queryFn: pageReader<{ items: Row[]; nextCursor: string | null }>(
    async ({ cursor, limit }) => {
      calls.push(`${cursor ?? 'first'} ${limit}`);
      const after = rows.filter(({ id }) => cursor === null || id < Number(cursor));
      const items = after.slice(0, limit);
      return { items, nextCursor: after.length > limit ? `${items.at(-1)?.id}` : null };
    },
    ({ id }) => `${id}`,
  ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Reads a list to its end, as scrolling does. */
async function readAll(): Promise<void> {
  await client.fetchInfiniteQuery({ ...query, staleTime: Number.POSITIVE_INFINITY });
  const list = new InfiniteQueryObserver(client, { ...query, enabled: false });
  while (pages().at(-1)?.nextCursor !== null) await list.fetchNextPage();
}

const pages = () => client.getQueryData(query.queryKey)?.pages ?? [];
const shownIds = () => pages().flatMap(({ items }) => items.map(({ id }) => id));
const serverIds = () => rows.map(({ id }) => id);
const refresh = () => client.refetchQueries({ queryKey: query.queryKey });

beforeEach(async () => {
  rows = numbers(2_100, 1);
  calls = [];
  client = new QueryClient();
});

test('reads a small page, then large ones, to the end', async () => {
  await readAll();
  expect(shownIds()).toEqual(serverIds());
  expect(calls[0]).toBe('first 20');
  expect(calls).toHaveLength(22);
});

test('a refresh reads the first page and those on the screen, whatever the length of the list', async () => {
  await readAll();
  const hide = showPages(pages().slice(9, 11));
  calls.length = 0;
  rows = rows.map(({ id }) => ({ id, version: 1 }));
  await refresh();
  hide();
  expect(calls).toEqual(['first 20', '1281 100', '1181 100']);
  expect(shownIds()).toEqual(serverIds());
  expect(pages().map(({ items }) => items[0]?.version)).toEqual([1, ...Array(8).fill(0), 1, 1, ...Array(11).fill(0)]);
  expect(pages().map(isUnread)).toEqual(pages().map((_page, index) => ![0, 9, 10].includes(index)));
});

test('a page that is shown after a refresh is read then, even if nothing of it has changed', async () => {
  await readAll();
  await refresh();
  const [, , third] = pages();
  const hide = showPages(third === undefined ? [] : [third]);
  expect(third !== undefined && isUnread(third)).toBe(true);
  await refresh();
  hide();
  expect(pages()[2]).toBe(third);
  expect(third !== undefined && isUnread(third)).toBe(false);
});

test('new items come first, and those that are gone leave', async () => {
  await readAll();
  rows = [...numbers(2_105, 2_101), ...rows.filter(({ id }) => id !== 2_095 && id !== 2_090)];
  await refresh();
  expect(shownIds()).toEqual(serverIds());
  rows = rows.slice(60);
  const hide = showPages(pages().slice(0, 1));
  await refresh();
  hide();
  expect(shownIds().slice(0, 40)).toEqual(serverIds().slice(0, 40));
});

test('after more new items than a page, the list begins again and goes on to its end', async () => {
  await readAll();
  rows = [...numbers(2_400, 2_101), ...rows];
  calls.length = 0;
  await refresh();
  expect(calls).toEqual(['first 20']);
  expect(shownIds()).toEqual(serverIds().slice(0, 20));
  await readAll();
  expect(shownIds()).toEqual(serverIds());
});
