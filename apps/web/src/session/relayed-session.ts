import { abortPairing, runPairing, usePairing } from './pairing-store.ts';
import type { RelayedProvider } from './relayed-provider.ts';

/** The chains requested from the wallet, stored while a session exists; none without one. */
export type RequestedChains = {
  read(): Promise<readonly number[]>;
  write(chainIds: readonly number[]): Promise<void>;
};

type SessionOptions = {
  /** Opens WalletConnect's SDK; the first call fetches it. */
  readonly open: () => Promise<RelayedProvider>;
  /** The chain of this build. */
  readonly chainId: number;
  readonly requested: RequestedChains;
  readonly listen: (provider: RelayedProvider) => void;
};

/** A session with a wallet on another device, or in another app on this one. */
export type RelayedSession = {
  /** Opens the SDK, once; rejects if it cannot be fetched, and the next call retries. */
  provider(): Promise<RelayedProvider>;
  /** Whether a session can be restored or is being made; otherwise the SDK is not fetched. */
  isWanted(): Promise<boolean>;
  /** Returns the provider with a session: the current one, or a new one that a wallet approves. */
  join(options: { readonly mayPair: boolean }): Promise<RelayedProvider>;
  /** Returns whether a session of an earlier visit is still valid; ends one for chains other than this build's. */
  restore(): Promise<boolean>;
  end(): Promise<void>;
};

/** A proposal expires after five minutes: the page renews it this often before it gives up. */
const MOST_PROPOSALS = 4;
/** Time limit for reaching a relay; the SDK would try for minutes. */
const RELAY_PATIENCE_MS = 15_000;
/** Time limit for notifying the wallet of the end; otherwise it notices the end by itself. */
const FAREWELL_PATIENCE_MS = 5_000;

/** Returns the session of this page with a wallet; fetches nothing yet. */
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

  /** A session for chains other than this build's is stale, e.g. after a release for another network. */
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

/** Shows a pairing URI until a wallet approves; an aborted one can no longer be joined. */
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
    // The wallet approved just as the user gave up.
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
    // Nothing awaits it after the abort.
    proposed.catch(() => undefined);
    void relayed.forgetPairings().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Switches to the chain of this build if the wallet approved it, which needs no request to the wallet. */
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
    // The wallet has already ended it.
    if (!/no matching key/i.test(String(error))) throw error;
  }
}
