import { chainById } from '@city-mint/chain-contract/chains';
import { createPublicClient, createTestClient, type Hex, http } from 'viem';
import { CHAIN_ID, systemAddresses } from './system-addresses.ts';

/** Returns access to the chain: its balances and receipts, and a way to set an address's JU. */
export function systemChain() {
  const { rpcUrl } = systemAddresses();
  const chain = chainById(CHAIN_ID, { rpcUrl });
  const transport = http(rpcUrl, { timeout: 0 });
  const node = createPublicClient({ chain, transport });
  return {
    node,
    setJuBalance: (address: Hex, value: bigint) =>
      createTestClient({ mode: 'anvil', chain, transport }).setBalance({ address, value }),
    /** Returns the gas fee of a transaction in base units. */
    async gasOf(hash: Hex): Promise<bigint> {
      const { gasUsed, effectiveGasPrice } = await node.getTransactionReceipt({ hash });
      return gasUsed * effectiveGasPrice;
    },
  };
}
