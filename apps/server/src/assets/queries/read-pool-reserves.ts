import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { uniswapFactoryAbi } from '@city-mint/chain-contract/generated/uniswap-factory-abi';
import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { isAddressEqual, zeroAddress } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';

/** What the JU/FMC pool holds, in base units; their ratio is the price at which an infinitely small amount changes hands. */
export type PoolReserves = { readonly ju: bigint; readonly fmc: bigint };

/** The pool's reserves in the newest block, or null when there is no pool, it is empty, or the chain did not answer in time. */
export async function readPoolReserves(chain: {
  readonly node: RpcNode;
  readonly addresses: ContractAddresses;
}): Promise<PoolReserves | null> {
  const { node, addresses } = chain;
  try {
    // Asked for, never computed: a live chain's factory may derive its pools' addresses in its own way.
    const pair = await node.readContract({
      address: addresses.factory,
      abi: uniswapFactoryAbi,
      functionName: 'getPair',
      args: [addresses.fmc, addresses.wrappedNative],
    });
    if (isAddressEqual(pair, zeroAddress)) return null;
    const [[reserve0, reserve1], token0] = await Promise.all([
      node.readContract({ address: pair, abi: uniswapPairAbi, functionName: 'getReserves' }),
      node.readContract({ address: pair, abi: uniswapPairAbi, functionName: 'token0' }),
    ]);
    const [fmc, ju] = isAddressEqual(token0, addresses.fmc) ? [reserve0, reserve1] : [reserve1, reserve0];
    return ju > 0n && fmc > 0n ? { ju, fmc } : null;
  } catch {
    return null;
  }
}
