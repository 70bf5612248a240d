import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import { sumAmounts, type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { type Address, getAddress } from 'viem';
import { readBalances } from '#ledger/accounts/queries.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import type { ShareRead } from '#platform/shared-answers.ts';
import { type JuPerFmc, readHourPrice } from '#swap/prices/queries.ts';

/** The node and the contracts from which balances are read. */
export type AssetsChain = { readonly node: RpcNode; readonly addresses: ContractAddresses };

type AssetsReaders = AssetsChain & {
  readonly db: Database;
  /** Shares the price among all callers. */
  readonly share: ShareRead;
};

/** A user's money that rounds hold, in base units: JU of unsettled orders, FMC of stages that are not due yet. */
export type HeldByRounds = { readonly frozen: TokenAmount; readonly vesting: TokenAmount };

type ValuedAssets = Pick<ReplyOf<'POST /api/app/user/asset'>, 'assets' | 'price'>;

/**
 * Returns a user's balances in the system and on chain, by currency, their value in JU at the mean price of the last
 * hour (rounded down), and that price. FMC that is not due yet is valued separately.
 */
export async function readAssets(
  { db, share, ...chain }: AssetsReaders,
  user: { userId: bigint; account: string; held: HeldByRounds },
): Promise<ValuedAssets> {
  const owner = user.userId;
  const [balances, onChain, collectable, { juPerFmc, text, at }] = await Promise.all([
    readBalances(db, [
      { kind: 'available', currency: 'JU', owner },
      { kind: 'withdrawing', currency: 'JU', owner },
      { kind: 'available', currency: 'FMC', owner },
      { kind: 'withdrawing', currency: 'FMC', owner },
    ]),
    readWalletBalances(chain, user.account),
    readCollectable(chain, user.account),
    share('hour-price', readHourPrice),
  ]);
  const [juAvailable = ZERO, juWithdrawing = ZERO, fmcAvailable = ZERO, fmcWithdrawing = ZERO] = balances;
  const ju = sumAmounts([juAvailable, juWithdrawing, user.held.frozen]);
  const fmcDue = sumAmounts([fmcAvailable, fmcWithdrawing]);
  const assets: ValuedAssets['assets'] = [
    {
      currency: 'JU',
      available: formatAmount(juAvailable),
      frozenInRounds: formatAmount(user.held.frozen),
      frozenInWithdrawals: formatAmount(juWithdrawing),
      vesting: '0',
      total: formatAmount(ju),
      onChain: formatOrNull(onChain.JU),
      collectable: formatOrNull(collectable.JU),
      valueInJu: formatAmount(ju),
      vestingValueInJu: '0',
    },
    {
      currency: 'FMC',
      available: formatAmount(fmcAvailable),
      frozenInRounds: '0',
      frozenInWithdrawals: formatAmount(fmcWithdrawing),
      vesting: formatAmount(user.held.vesting),
      total: formatAmount(sumAmounts([fmcDue, user.held.vesting])),
      onChain: formatOrNull(onChain.FMC),
      collectable: formatOrNull(collectable.FMC),
      valueInJu: formatOrNull(valueInJu(fmcDue, juPerFmc)),
      vestingValueInJu: formatOrNull(valueInJu(user.held.vesting, juPerFmc)),
    },
  ];
  return { assets, price: { juPerFmc: text, source: 'pool-hour-mean', priceAt: at } };
}

/** Returns a wallet's balances on chain, in base units; null where the node did not answer in time. */
async function readWalletBalances(
  { node, addresses }: AssetsChain,
  account: string,
): Promise<Record<Currency, bigint | null>> {
  const address = getAddress(account);
  const [JU, FMC] = await Promise.all([
    node.getBalance({ address }).catch(() => null),
    node
      .readContract({ address: addresses.fmc, abi: fmcAbi, functionName: 'balanceOf', args: [address] })
      .catch(() => null),
  ]);
  return { JU, FMC };
}

/** Returns the payments of the vault to an account's demands that the account has not collected, as above. */
async function readCollectable(
  { node, addresses }: AssetsChain,
  account: string,
): Promise<Record<Currency, bigint | null>> {
  const vault = { address: addresses.vault, abi: vaultAbi, functionName: 'collectable' } as const;
  const read = (token: Address) =>
    node.readContract({ ...vault, args: [getAddress(account), token] }).catch(() => null);
  const [JU, FMC] = await Promise.all([read(NATIVE_TOKEN), read(addresses.fmc)]);
  return { JU, FMC };
}

function valueInJu(fmc: TokenAmount, price: JuPerFmc | null): bigint | null {
  return price && divide(fmc * price.ju, { by: price.fmc, rounding: 'down' });
}

function formatOrNull(amount: bigint | null): string | null {
  return amount === null ? null : formatAmount(amount);
}
