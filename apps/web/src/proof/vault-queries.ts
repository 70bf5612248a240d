import { formatAmount } from '@city-mint/domain/money/amount-text';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { askNode, balanceCall, numberIn, readCall } from '#platform/node.ts';
import { proofKeys } from './proof-queries.ts';

/** The vault's current balance, read by this device from the chain instead of the server. */
export const vaultQuery = queryOptions({
  queryKey: proofKeys.vault,
  queryFn: async ({ signal }) => {
    const { vault, fmc } = await readApi('GET /api/app/config', {}, signal);
    const [ju = '', tokens = ''] = await askNode([balanceCall(vault), readCall(fmc, 'balanceOf', [vault])], signal);
    return { vault, JU: formatAmount(numberIn(ju)), FMC: formatAmount(numberIn(tokens)) };
  },
  refetchInterval: 30_000,
  meta: { silent: true },
});
