import type { NetworkProvider } from './switch-network.ts';

/** The session that a wallet approved; `namespaces` contains its accounts as `eip155:CHAIN:ADDRESS`. */
type RelayedSession = {
  readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>;
  readonly peer: { readonly metadata: { readonly name: string } };
};

/** The part of WalletConnect's provider that the page uses. */
export type RelayedProvider = NetworkProvider & {
  /** The approved session; undefined without one. */
  readonly session?: RelayedSession | undefined;
  /** The accounts on the current chain. */
  readonly accounts: readonly string[];
  readonly chainId: number;
  connect(options: { readonly optionalChains: [number] }): Promise<void>;
  disconnect(): Promise<void>;
  /** Expires pairings that wallets could still join, including URIs shown before. */
  forgetPairings(): Promise<void>;
  on(event: 'accountsChanged', listener: (accounts: string[]) => void): unknown;
  on(event: 'chainChanged', listener: (chainId: string) => void): unknown;
  on(event: 'display_uri', listener: (uri: string) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
};

export type RelaySettings = {
  readonly projectId: string;
  /** Null for WalletConnect's own relay. */
  readonly relayUrl: string | null;
  readonly chainId: number;
  readonly rpcUrl: string;
  /** Origin of the page, which the wallet shows. */
  readonly origin: string;
  readonly description: string;
};

/** Maximum wait for the domain's attestation, which delays every request of a wallet; offline it never arrives. */
const ATTESTATION_PATIENCE_MS = 800;

/**
 * Fetches and starts WalletConnect's SDK. Returns its provider, with the session of an earlier visit if it is still
 * valid.
 */
export async function openRelayedProvider(settings: RelaySettings): Promise<RelayedProvider> {
  const { EthereumProvider } = await import('@walletconnect/ethereum-provider');
  const { origin, chainId } = settings;
  const provider = await EthereumProvider.init({
    projectId: settings.projectId,
    ...(settings.relayUrl === null ? {} : { relayUrl: settings.relayUrl }),
    metadata: { name: 'City Mint', description: settings.description, url: origin, icons: [`${origin}/icon-192.png`] },
    optionalChains: [chainId],
    rpcMap: { [chainId]: settings.rpcUrl },
    showQrModal: false,
    disableProviderPing: true,
    telemetryEnabled: false,
    // Errors reach the page as rejections; the SDK's own log would print each of them again.
    logger: 'silent',
  });
  const verify = provider.signer.client?.core.verify;
  if (verify !== undefined) {
    const register = verify.register.bind(verify);
    const tooLate = () => new Promise<string>((resolve) => setTimeout(() => resolve(''), ATTESTATION_PATIENCE_MS));
    verify.register = (request) => Promise.race([register(request).catch(() => ''), tooLate()]);
  }
  const forgetPairings = () => provider.signer.cleanupPendingPairings({ deletePairings: true });
  return Object.assign(provider, { forgetPairings });
}
