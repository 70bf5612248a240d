import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import { sumAmounts, type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { readBalances } from '#ledger/queries/read-balances.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import { readOnChainAssets } from './read-on-chain-assets.ts';
import { type PoolReserves, readPoolReserves } from './read-pool-reserves.ts';

/** What of a user's money rounds hold, in base units: JU of orders that are not settled, FMC of stages that are not due yet. */
export type HeldByRounds = { readonly frozen: TokenAmount; readonly vesting: TokenAmount };

export type AssetsChain = { readonly node: RpcNode; readonly addresses: ContractAddresses };

type Assets = ReplyOf<'POST /api/app/user/asset'>['assets'];

/** What a user has in the system and on chain, per currency, with its value in JU at the pool's price (rounded down). */
export async function readAssets(
  db: Database,
  chain: AssetsChain,
  user: { userId: bigint; account: string; held: HeldByRounds },
): Promise<Assets> {
  const owner = user.userId;
  const [balances, onChain, reserves] = await Promise.all([
    readBalances(db, [
      { kind: 'available', currency: 'JU', owner },
      { kind: 'withdrawing', currency: 'JU', owner },
      { kind: 'available', currency: 'FMC', owner },
      { kind: 'withdrawing', currency: 'FMC', owner },
    ]),
    readOnChainAssets(chain, user.account),
    readPoolReserves(chain),
  ]);
  const [juAvailable = ZERO, juWithdrawing = ZERO, fmcAvailable = ZERO, fmcWithdrawing = ZERO] = balances;
  const ju = sumAmounts([juAvailable, juWithdrawing, user.held.frozen]);
  const fmc = sumAmounts([fmcAvailable, fmcWithdrawing, user.held.vesting]);
  return [
    {
      currency: 'JU',
      available: formatAmount(juAvailable),
      frozenInRounds: formatAmount(user.held.frozen),
      frozenInWithdrawals: formatAmount(juWithdrawing),
      vesting: '0',
      total: formatAmount(ju),
      onChain: formatOrNull(onChain.JU),
      valueInJu: formatAmount(ju),
    },
    {
      currency: 'FMC',
      available: formatAmount(fmcAvailable),
      frozenInRounds: '0',
      frozenInWithdrawals: formatAmount(fmcWithdrawing),
      vesting: formatAmount(user.held.vesting),
      total: formatAmount(fmc),
      onChain: formatOrNull(onChain.FMC),
      valueInJu: formatOrNull(valueInJu(fmc, reserves)),
    },
  ];
}

function valueInJu(fmc: TokenAmount, reserves: PoolReserves | null): bigint | null {
  return reserves && divide(fmc * reserves.ju, { by: reserves.fmc, rounding: 'down' });
}

function formatOrNull(amount: bigint | null): string | null {
  return amount === null ? null : formatAmount(amount);
}
