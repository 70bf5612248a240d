/** The settings of a build. */
export type BuildSettings = {
  readonly chainId: number;
  /** JSON-RPC over HTTP of the active chain. */
  readonly rpcUrl: string;
  /** Explorer of the active chain without a trailing slash, or null. */
  readonly explorerUrl: string | null;
  /** Origin of the API without a trailing slash; empty for the page's own origin. */
  readonly apiBase: string;
  readonly walletConnectProjectId: string | null;
};

type Environment = Readonly<Record<string, unknown>>;

/**
 * Returns the settings from VITE_CHAIN_ID (default 202599), VITE_RPC_URL, VITE_EXPLORER_URL, VITE_API_BASE and
 * VITE_WC_PROJECT_ID. Throws on a chain id that is not a positive integer.
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
  };
}

export const buildSettings = parseBuildSettings(import.meta.env ?? {});
