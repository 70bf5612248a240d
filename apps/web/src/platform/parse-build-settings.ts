/** The contracts that a build pays into and whose vouchers it redeems. */
export type BuildContracts = { readonly vault: string; readonly fmc: string; readonly router: string };

/** The settings of a build. */
export type BuildSettings = {
  readonly chainId: number;
  /** JSON-RPC over HTTP of the active chain. */
  readonly rpcUrl: string;
  /** Explorer of the active chain without a trailing slash, or null. */
  readonly explorerUrl: string | null;
  /** Origin of the API without a trailing slash; empty for the page's own origin. */
  readonly apiBase: string;
  /** Null in a build without WalletConnect. */
  readonly walletConnectProjectId: string | null;
  /** URL of WalletConnect's relay, or null for its own; the server's WALLETCONNECT_RELAY_URL lets the page reach it. */
  readonly walletConnectRelay: string | null;
  /** Null in a development build, which uses the contracts that the API names. */
  readonly contracts: BuildContracts | null;
};

type Environment = Readonly<Record<string, unknown>>;

/**
 * Returns the settings from VITE_CHAIN_ID (default 202599), VITE_RPC_URL, VITE_EXPLORER_URL, VITE_API_BASE,
 * VITE_WC_PROJECT_ID, VITE_WC_RELAY, and VITE_VAULT, VITE_FMC and VITE_ROUTER, all three or none. Throws if the chain
 * id is not a positive integer, the relay is not a WebSocket address, or a contract is missing or malformed.
 */
export function parseBuildSettings(environment: Environment): BuildSettings {
  const text = (name: string) => {
    const value = environment[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().replace(/\/+$/, '') : null;
  };
  const chainId = Number(text('VITE_CHAIN_ID') ?? '202599');
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new Error('VITE_CHAIN_ID is not a chain id');
  return {
    chainId,
    rpcUrl: text('VITE_RPC_URL') ?? 'http://127.0.0.1:8545',
    explorerUrl: text('VITE_EXPLORER_URL'),
    apiBase: text('VITE_API_BASE') ?? '',
    walletConnectProjectId: text('VITE_WC_PROJECT_ID'),
    walletConnectRelay: relayFrom(text('VITE_WC_RELAY')),
    contracts: contractsFrom({
      VITE_VAULT: text('VITE_VAULT'),
      VITE_FMC: text('VITE_FMC'),
      VITE_ROUTER: text('VITE_ROUTER'),
    }),
  };
}

function relayFrom(url: string | null): string | null {
  if (url !== null && !/^wss?:\/\/[^\s/?#]+$/.test(url)) throw new Error('VITE_WC_RELAY is not a WebSocket address');
  return url;
}

type ContractTexts = Readonly<Record<'VITE_VAULT' | 'VITE_FMC' | 'VITE_ROUTER', string | null>>;

function contractsFrom(texts: ContractTexts): BuildContracts | null {
  if (Object.values(texts).every((value) => value === null)) return null;
  const addressOf = (name: keyof ContractTexts) => {
    const address = texts[name];
    if (address === null || !/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Error(`${name} is not an address`);
    return address;
  };
  return { vault: addressOf('VITE_VAULT'), fmc: addressOf('VITE_FMC'), router: addressOf('VITE_ROUTER') };
}
