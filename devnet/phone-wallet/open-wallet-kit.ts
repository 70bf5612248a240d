import { WalletKit } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import type { RelayedStorage } from './relayed-storage.ts';

type KitOptions = {
  readonly relayUrl: string;
  readonly metadata: {
    readonly name: string;
    readonly description: string;
    readonly url: string;
    readonly icons: string[];
  };
  readonly storage: RelayedStorage;
  /** Prefix of the entries in the storage; another one at each call by default. */
  readonly storagePrefix?: string;
};

/** Opens WalletConnect's SDK for wallets on a relay of this machine; it reaches no other server. Returns it. */
export async function openWalletKit({ relayUrl, metadata, storage, storagePrefix }: KitOptions) {
  const settings = { relayUrl, projectId: 'local' };
  const core = new Core({
    ...settings,
    logger: 'silent',
    telemetryEnabled: false,
    // The SDK has one of these per prefix and process.
    customStoragePrefix: storagePrefix ?? crypto.randomUUID(),
    storage,
  });
  // It would wait for a public key from WalletConnect's own server.
  core.verify.resolve = async () => ({ origin: '' });
  // Their types say that both settings can be missing.
  return WalletKit.init({ core: Object.assign(core, settings), metadata });
}

/** WalletConnect's SDK for wallets. */
export type WalletKitClient = Awaited<ReturnType<typeof openWalletKit>>;
