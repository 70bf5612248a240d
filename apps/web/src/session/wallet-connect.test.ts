import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createConfig, createStorage, http } from 'wagmi';
import { connect, disconnect, getConnection, reconnect } from 'wagmi/actions';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { activeChain } from './active-chain.ts';
import { abortPairing, usePairing } from './pairing-store.ts';
import type { RelayedProvider } from './relayed-provider.ts';
import { walletConnect } from './wallet-connect.ts';

type Approval = { readonly chains: readonly number[] };

/** Simulates WalletConnect's provider with a wallet of one account; the test decides when it approves. */
class FakeRelayed implements RelayedProvider {
  session: RelayedProvider['session'];
  accounts: readonly string[] = [];
  chainId = 1;
  proposals = 0;
  /** False while the relay does not answer. */
  showsUri = true;
  disconnects = 0;
  forgotten = 0;
  readonly requests: string[] = [];
  disconnectError: Error | null = null;
  private readonly listeners = new Map<string, (payload: never) => void>();
  private settle: { approve: (approval: Approval) => void; fail: (error: Error) => void } | null = null;

  async connect(): Promise<void> {
    this.proposals += 1;
    if (this.showsUri) this.emit('display_uri', `wc:${this.proposals}`);
    const { chains } = await new Promise<Approval>((approve, fail) => {
      this.settle = { approve, fail };
    });
    const accounts = chains.map((chain) => `eip155:${chain}:${ALICE}`);
    this.session = { namespaces: { eip155: { accounts } }, peer: { metadata: { name: 'Phone Wallet' } } };
    this.chainId = chains[0] ?? 1;
    this.accounts = [ALICE];
  }

  async disconnect(): Promise<void> {
    this.disconnects += 1;
    this.session = undefined;
    if (this.disconnectError !== null) throw this.disconnectError;
  }

  async forgetPairings(): Promise<void> {
    this.forgotten += 1;
  }

  async request({ method, params }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
    this.requests.push(method);
    this.chainId = Number(Object(params?.[0]).chainId);
    return null;
  }

  on(event: string, listener: (payload: never) => void): void {
    this.listeners.set(event, listener);
  }

  emit(event: string, payload?: unknown): void {
    this.listeners.get(event)?.(payload as never);
  }

  approve(...chains: readonly number[]): void {
    this.settle?.approve({ chains });
  }

  fail(message: string): void {
    this.settle?.fail(new Error(message));
  }
}

let relayed: FakeRelayed;
let opened: number;
let stored: Map<string, string>;

beforeEach(() => {
  relayed = new FakeRelayed();
  opened = 0;
  stored = new Map();
});
afterEach(abortPairing);

/** Opens the wallet library as a page does; another call is like a reload. */
function openLibrary(open: () => Promise<RelayedProvider> = async () => relayed) {
  const storage = createStorage({
    key: 'fmc',
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  });
  const config = createConfig({
    chains: [activeChain],
    transports: { [activeChain.id]: http() },
    storage,
    multiInjectedProviderDiscovery: false,
    connectors: [
      walletConnect(() => {
        opened += 1;
        return open();
      }),
    ],
  });
  const [connector] = config.connectors;
  if (connector === undefined) throw new Error('one connector');
  return { config, connector };
}

/** Resolves when the page shows a pairing URI other than `previous`. */
function shownUri(previous?: string): Promise<string> {
  return new Promise((resolve) => {
    const check = () => {
      const uri = usePairing.getState().pairing?.uri;
      if (uri === undefined || uri === previous) return;
      stop();
      resolve(uri);
    };
    const stop = usePairing.subscribe(check);
    check();
  });
}

async function connected(...chains: readonly number[]) {
  const library = openLibrary();
  const connecting = connect(library.config, { connector: library.connector });
  await shownUri();
  relayed.approve(...chains);
  await connecting;
  return library;
}

describe('the SDK', () => {
  test('default: is not opened before a wallet is wanted', async () => {
    const { config, connector } = openLibrary();
    expect(await reconnect(config)).toEqual([]);
    expect(await connector.getProvider()).toBeUndefined();
    expect(await connector.isAuthorized()).toBe(false);
    expect(opened).toBe(0);
  });

  test('behavior: a failed fetch is retried by the next attempt', async () => {
    const { config, connector } = openLibrary(() =>
      opened === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(relayed),
    );
    await expect(connect(config, { connector })).rejects.toThrow('offline');
    const connecting = connect(config, { connector });
    await shownUri();
    relayed.approve(activeChain.id);
    await connecting;
    expect(opened).toBe(2);
  });
});

describe('connect', () => {
  test('default: connects the wallet that joins the shown pairing, with its name', async () => {
    const { config } = await connected(activeChain.id);
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: ALICE, chainId: activeChain.id });
    expect(usePairing.getState()).toEqual({ pairing: null, walletName: 'Phone Wallet' });
  });

  test('behavior: among several approved chains, uses the one of this build', async () => {
    const { config } = await connected(1, activeChain.id);
    expect(getConnection(config).chainId).toBe(activeChain.id);
    expect(relayed.requests).toEqual(['wallet_switchEthereumChain']);
  });

  test('behavior: connects a wallet without the chain of this build on its own chain', async () => {
    const { config } = await connected(1);
    expect(getConnection(config).chainId).toBe(1);
    expect(relayed.requests).toEqual([]);
  });

  test('behavior: renews an expired pairing, at most four times', async () => {
    const { config, connector } = openLibrary();
    const connecting = connect(config, { connector });
    const failed = expect(connecting).rejects.toThrow('Proposal expired');
    let uri: string | undefined;
    for (let proposal = 1; proposal <= 4; proposal += 1) {
      uri = await shownUri(uri);
      expect(uri).toBe(`wc:${proposal}`);
      relayed.fail('Proposal expired');
    }
    await failed;
    expect(relayed.proposals).toBe(4);
    expect(usePairing.getState().pairing).toBeNull();
  });

  test('behavior: disconnects a wallet that approves an aborted pairing late', async () => {
    const { config, connector } = openLibrary();
    const failed = expect(connect(config, { connector })).rejects.toThrow('Connection request reset');
    await shownUri();
    abortPairing();
    await failed;
    expect(usePairing.getState().pairing).toBeNull();
    expect(relayed.forgotten).toBe(1);
    relayed.approve(activeChain.id);
    await expect.poll(() => relayed.disconnects).toBe(1);
    expect(getConnection(config).status).toBe('disconnected');
  });
});

describe('without a relay', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('behavior: connecting fails after fifteen seconds without a pairing', async () => {
    relayed.showsUri = false;
    const { config, connector } = openLibrary();
    const failed = expect(connect(config, { connector })).rejects.toThrow('The relay did not answer');
    await vi.advanceTimersByTimeAsync(15_000);
    await failed;
    expect(getConnection(config).status).toBe('disconnected');
  });

  test('behavior: disconnecting does not wait for an unreachable wallet', async () => {
    const { config } = await connected(activeChain.id);
    relayed.disconnect = () => new Promise(() => undefined);
    const disconnecting = disconnect(config);
    await vi.advanceTimersByTimeAsync(5_000);
    await disconnecting;
    expect(getConnection(config).status).toBe('disconnected');
  });
});

describe('an earlier session', () => {
  test('default: is restored without a new pairing', async () => {
    await connected(activeChain.id);
    const { config } = openLibrary();
    await reconnect(config);
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: ALICE });
    expect(relayed.proposals).toBe(1);
  });

  test('behavior: is ended if it is for chains other than this build’s', async () => {
    await connected(activeChain.id);
    stored.set('fmc.walletConnect.requestedChains', '[1]');
    const { config } = openLibrary();
    await reconnect(config);
    expect(getConnection(config).status).toBe('disconnected');
    expect(relayed.disconnects).toBe(1);
    expect(stored.get('fmc.walletConnect.requestedChains')).toBe('[]');
  });

  test('behavior: connects nothing and shows no pairing if the wallet has ended it', async () => {
    await connected(activeChain.id);
    relayed.session = undefined;
    const { config } = openLibrary();
    await reconnect(config);
    expect(getConnection(config).status).toBe('disconnected');
    expect(relayed.proposals).toBe(1);
    expect(stored.get('fmc.walletConnect.requestedChains')).toBe('[]');
  });
});

describe('the wallet', () => {
  test('behavior: changes account and chain', async () => {
    const { config } = await connected(activeChain.id);
    relayed.emit('accountsChanged', [BOB]);
    relayed.emit('chainChanged', '0x1');
    expect(getConnection(config)).toMatchObject({ address: BOB, chainId: 1 });
  });

  test.each([
    ['no accounts', () => relayed.emit('accountsChanged', [])],
    ['the end of the session', () => relayed.emit('disconnect')],
  ])('behavior: %s disconnects, and the list of chains is empty', async (_what, end) => {
    const { config } = await connected(activeChain.id);
    end();
    expect(getConnection(config).status).toBe('disconnected');
    expect(usePairing.getState().walletName).toBeNull();
    expect(stored.get('fmc.walletConnect.requestedChains')).toBe('[]');
  });

  test('behavior: disconnecting an absent wallet is not an error, another failure is', async () => {
    const first = await connected(activeChain.id);
    relayed.disconnectError = new Error('No matching key. session topic doesn’t exist');
    await disconnect(first.config);
    expect(getConnection(first.config).status).toBe('disconnected');
    relayed.disconnectError = null;
    const second = await connected(activeChain.id);
    relayed.disconnectError = new Error('socket hang up');
    await expect(disconnect(second.config)).rejects.toThrow('socket hang up');
  });
});
