import { CHAIN_IDS, chainById } from '@city-mint/chain-contract/chains';
import { translate } from '#platform/i18n/translate.ts';

/** Other chains that wallets are often on. */
const OTHER_CHAINS: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  97: 'BNB Smart Chain Testnet',
  100: 'Gnosis',
  137: 'Polygon',
  324: 'ZKsync Era',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
  59144: 'Linea',
  11155111: 'Sepolia',
};

/** Returns the name of a chain; a text with its id if it is unknown. */
export function chainName(chainId: number): string {
  const own = CHAIN_IDS.find((id) => id === chainId);
  if (own !== undefined) return chainById(own).name;
  return OTHER_CHAINS[chainId] ?? translate('wallet.switchPrompt.unknown', { chainId: String(chainId) });
}
