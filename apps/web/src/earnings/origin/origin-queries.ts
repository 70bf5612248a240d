import { queryOptions } from '@tanstack/react-query';
import { partsOf } from '#rounds/settled/read-part.ts';
import { findRank, PAGE_BYTES, readOrders, settledFileIn } from '#rounds/settled/read-settled.ts';

const originKeys = {
  orders: (roundId: string, ranks: readonly number[]) => ['origin', roundId, ...ranks] as const,
};

/** The head of a checked settlement file, and the orders with these ranks in it. */
export function checkedOrdersQuery(roundId: string, { file, ranks }: { file: Blob; ranks: readonly number[] }) {
  return queryOptions({
    queryKey: originKeys.orders(roundId, ranks),
    queryFn: async () => {
      const read = partsOf(file);
      const settled = await settledFileIn(read);
      const orders = await Promise.all(
        ranks.map(async (rank) => {
          const from = await findRank(read, settled, rank);
          return (await readOrders(read, { from, bytes: PAGE_BYTES })).items.slice(0, 1);
        }),
      );
      return { head: settled.head, orders: orders.flat() };
    },
    // Another check has another file.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });
}
