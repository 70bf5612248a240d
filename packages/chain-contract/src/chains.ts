import type { Chain } from 'viem';

/** The URLs at which a browser or a server reaches a chain; hosts are configuration, not part of the product. */
export type ChainHosts = { readonly rpcUrl?: string | undefined; readonly explorerUrl?: string | undefined };

const DEVELOPMENT_RPC_URL = 'http://127.0.0.1:8545';

const JU = { name: 'JU', symbol: 'JU', decimals: 18 } as const;

const CHAINS = {
  999997: { name: 'testCloneJuChain', hasExplorer: false, testnet: true },
  202599: { name: 'testJuChain', hasExplorer: true, testnet: true },
  210000: { name: 'JuChain', hasExplorer: true, testnet: false },
} as const;

export type ChainId = keyof typeof CHAINS;

/** The ids of the chains that the product supports. */
export const CHAIN_IDS: readonly ChainId[] = [999997, 202599, 210000];

/** The chain of a build that names no other. */
export const DEFAULT_CHAIN_ID: ChainId = 202599;

/** Whether the product supports a chain. */
export function isChainId(id: number): id is ChainId {
  return CHAIN_IDS.some((known) => known === id);
}

/**
 * Returns a supported chain at the given URLs. Without `rpcUrl` it is reached at a development machine's node; without
 * `explorerUrl`, and for the clone network always, it has no explorer. Throws for an unsupported id.
 */
export function chainById(id: number, { rpcUrl = DEVELOPMENT_RPC_URL, explorerUrl }: ChainHosts = {}): Chain {
  if (!isChainId(id)) throw new Error(`unsupported chain id ${id}, supported are ${CHAIN_IDS.join(', ')}`);
  const { name, hasExplorer, testnet } = CHAINS[id];
  const explorer = hasExplorer && explorerUrl ? { default: { name: `${name} explorer`, url: explorerUrl } } : undefined;
  return {
    id,
    name,
    testnet,
    nativeCurrency: JU,
    rpcUrls: { default: { http: [rpcUrl] } },
    ...(explorer ? { blockExplorers: explorer } : {}),
  };
}
