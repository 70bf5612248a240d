import { installNetwork, type FakeNetwork as Network } from '@city-mint/client/testing/fake-network.ts';
import { buildSettings } from '#platform/build-settings.ts';

/** The network of a test: the API by endpoint, the page's node by JSON-RPC method. */
export type FakeNetwork = Network;

/** Replaces `fetch` until `restore` is called. A call that no reply was given for throws. */
export function installFakeNetwork(): FakeNetwork {
  return installNetwork({ rpcUrl: buildSettings.rpcUrl });
}
