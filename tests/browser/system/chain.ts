import { chainById } from '@city-mint/chain-contract/chains';
import { createPublicClient, createTestClient, type Hex, http } from 'viem';
import { CHAIN_ID, systemPlaces } from './places.ts';

/** The chain's own word on balances and receipts, and the power to give an address JU. */
export function systemChain() {
  const { rpcUrl } = systemPlaces();
  const chain = chainById(CHAIN_ID, { rpcUrl });
  const transport = http(rpcUrl);
  const node = createPublicClient({ chain, transport });
  return {
    node,
    giveJu: (address: Hex, value: bigint) =>
      createTestClient({ mode: 'anvil', chain, transport }).setBalance({ address, value }),
    /** What a transaction cost its sender, in base units, besides its value. */
    async gasOf(hash: Hex): Promise<bigint> {
      const { gasUsed, effectiveGasPrice } = await node.getTransactionReceipt({ hash });
      return gasUsed * effectiveGasPrice;
    },
  };
}
