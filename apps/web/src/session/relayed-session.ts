import { abortPairing, runPairing, usePairing } from './pairing-store.ts';
import type { RelayedProvider } from './relayed-provider.ts';

/** The chains that a wallet was asked for, stored as long as there is a session; none without one. */
export type RequestedChains = {
  read(): Promise<readonly number[]>;
  write(chainIds: readonly number[]): Promise<void>;
};

type SessionOptions = {
  /** Opens WalletConnect's SDK, which is fetched by the first call. */
  readonly open: () => Promise<RelayedProvider>;
  /** The chain of this build. */
  readonly chainId: number;
  readonly requested: RequestedChains;
  readonly listen: (provider: RelayedProvider) => void;
};

/** A session with a wallet on another device, or in another app of this one. */
export type RelayedSession = {
  /** Opens the SDK, once; throws when it cannot be fetched, and tries again at the next call. */
  provider(): Promise<RelayedProvider>;
  /** Whether there is a session to restore or one is being made: without it the SDK is not fetched. */
  isWanted(): Promise<boolean>;
  /** Returns the provider with a session: the present one, or a new one that a wallet approves. */
  join(options: { readonly mayPair: boolean }): Promise<RelayedProvider>;
  /** Whether a session of an earlier visit lasts; one for other chains than those of this build is ended. */
  restore(): Promise<boolean>;
  end(): Promise<void>;
};

/** A proposal lasts five minutes: the address is renewed this often before the page gives up. */
const MOST_PROPOSALS = 4;
/** The SDK tries for minutes to reach a relay. */
const RELAY_PATIENCE_MS = 15_000;
/** A wallet that cannot be notified learns of the end by itself. */
const FAREWELL_PATIENCE_MS = 5_000;

/** Returns the session of this page with a wallet; nothing is fetched yet. */
export function createRelayedSession({ open, chainId, requested, listen }: SessionOptions): RelayedSession {
  let opened: Promise<RelayedProvider> | null = null;

  async function openAndListen(): Promise<RelayedProvider> {
    const provider = await open();
    listen(provider);
    return provider;
  }

  function provider(): Promise<RelayedProvider> {
    opened ??= openAndListen().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  /** A session for other chains than this build's is stale, as after a release for another network. */
  const isStale = async () => !(await requested.read()).includes(chainId);

  return {
    provider,
    isWanted: async () => opened !== null || (await requested.read()).length > 0,
    async join({ mayPair }) {
      const relayed = await provider();
      if (relayed.session === undefined || (await isStale())) {
        if (relayed.session !== undefined) await endSession(relayed);
        if (!mayPair) throw new Error('no session to restore');
        await pair(relayed, chainId);
      }
      await requested.write([chainId]);
      usePairing.setState({ walletName: relayed.session?.peer.metadata.name ?? null });
      await moveToChain(relayed, chainId);
      return relayed;
    },
    async restore() {
      if ((await requested.read()).length === 0) return false;
      const relayed = await provider();
      if (relayed.session !== undefined && !(await isStale())) return true;
      if (relayed.session !== undefined) await endSession(relayed);
      await requested.write([]);
      return false;
    },
    async end() {
      await requested.write([]);
      await endSession(await provider());
    },
  };
}

/** Shows an address to pair with until a wallet approves; one that was aborted leads nowhere. */
async function pair(relayed: RelayedProvider, chainId: number): Promise<void> {
  let isAborted = false;
  const propose = async (proposalsLeft: number): Promise<void> => {
    try {
      await relayed.connect({ optionalChains: [chainId] });
    } catch (error) {
      const hasExpired = /proposal expired/i.test(String(error));
      if (isAborted || !hasExpired || proposalsLeft === 1) throw error;
      return propose(proposalsLeft - 1);
    }
    // The wallet approved in the moment in which the user gave up.
    if (isAborted) await endSession(relayed);
  };
  const proposed = propose(MOST_PROPOSALS);
  const timer = setTimeout(() => {
    if (usePairing.getState().pairing === null) abortPairing('The relay did not answer.');
  }, RELAY_PATIENCE_MS);
  try {
    await runPairing(() => proposed);
  } catch (error) {
    isAborted = true;
    // Nothing awaits it any more.
    proposed.catch(() => undefined);
    void relayed.forgetPairings().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Moves to the chain of this build where the wallet approved it, which asks the wallet nothing. */
async function moveToChain(relayed: RelayedProvider, chainId: number): Promise<void> {
  const approved = Object.values(relayed.session?.namespaces ?? {}).flatMap(({ accounts }) => accounts);
  if (relayed.chainId === chainId || !approved.some((account) => account.startsWith(`eip155:${chainId}:`))) return;
  const params = [{ chainId: `0x${chainId.toString(16)}` }];
  await relayed.request({ method: 'wallet_switchEthereumChain', params });
}

async function endSession(relayed: RelayedProvider): Promise<void> {
  usePairing.setState({ walletName: null });
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, FAREWELL_PATIENCE_MS));
  try {
    await Promise.race([relayed.disconnect(), tooLate]);
  } catch (error) {
    // The wallet has ended it already.
    if (!/no matching key/i.test(String(error))) throw error;
  }
}
