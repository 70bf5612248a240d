/**
 * Like `Promise.all` over `items.map(work)`, with at most `limit` concurrent calls. Returns the results in order;
 * throws the first error.
 */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const takeFromQueue = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeFromQueue));
  return results;
}
