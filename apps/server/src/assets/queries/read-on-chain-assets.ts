import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { getAddress } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';

/** What a wallet holds on chain itself, in base units; null where the chain did not answer in time. */
export async function readOnChainAssets(
  chain: { readonly node: RpcNode; readonly addresses: ContractAddresses },
  account: string,
): Promise<Record<Currency, bigint | null>> {
  const address = getAddress(account);
  const [JU, FMC] = await Promise.all([
    orNull(chain.node.getBalance({ address })),
    orNull(
      chain.node.readContract({
        address: chain.addresses.fmc,
        abi: fmcAbi,
        functionName: 'balanceOf',
        args: [address],
      }),
    ),
  ]);
  return { JU, FMC };
}

async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  return answer.catch(() => null);
}
