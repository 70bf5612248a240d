import { vi } from 'vitest';

/** An answer to a JSON-RPC call of a node. */
export type FakeNode = (method: string, params: readonly unknown[]) => unknown;

type Fakes = {
  /** The items of a server's public lists, by path. */
  readonly lists: Readonly<Record<string, readonly unknown[]>>;
  readonly nodes?: Readonly<Record<string, FakeNode>>;
  readonly pageSize?: number;
};

const PAGE = 3;

/** Answers as a server with these lists, in pages, and as nodes by URL; all others do not answer. */
export function answerLists({ lists, nodes = {}, pageSize = PAGE }: Fakes): void {
  vi.stubGlobal('fetch', async (target: string | URL, init: { readonly body?: string } = {}) => {
    const url = new URL(target);
    const node = nodes[url.origin];
    if (node !== undefined) {
      const { method, params } = JSON.parse(init.body ?? '');
      return Response.json({ jsonrpc: '2.0', id: 1, result: node(method, params) });
    }
    const items = lists[url.pathname];
    if (items === undefined) throw new TypeError('no network');
    const start = Number(url.searchParams.get('cursor') ?? 0);
    const end = start + pageSize;
    const nextCursor = end < items.length ? `${end}` : null;
    return Response.json({ code: 200, msg: '', data: { items: items.slice(start, end), nextCursor } });
  });
}
