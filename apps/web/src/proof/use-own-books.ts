import { useQueries, useQuery } from '@tanstack/react-query';
import { assetsQuery } from '#assets/assets-queries.ts';
import type { MyProof } from './check-my-proof.ts';
import { timesToCompare } from './judge-own.ts';
import { ownBalancesQuery } from './proof-queries.ts';

type ReadProofs = {
  readonly proofs: readonly MyProof[];
  /** When they were read, by the device’s clock in UTC milliseconds. */
  readonly readAt: number;
};

/**
 * Returns the account's own balances around each of these proofs, undefined where they could not be read, and its
 * assets; pending until all of them have an answer.
 */
export function useOwnBooks(address: string | null, { proofs, readAt }: ReadProofs) {
  const assets = useQuery({ ...assetsQuery(address ?? ''), enabled: address !== null });
  // Proofs of one moment share a call.
  const moments = [...new Set(proofs.map(({ madeAt }) => madeAt))];
  const balances = useQueries({
    queries: moments.map((madeAt) => ({
      ...ownBalancesQuery(address ?? '', timesToCompare(madeAt, readAt)),
      enabled: address !== null,
    })),
  });
  return {
    points: proofs.map(({ madeAt }) => balances[moments.indexOf(madeAt)]?.data?.points),
    assets: assets.data?.assets,
    isPending: assets.isPending || balances.some(({ isPending }) => isPending),
  };
}
