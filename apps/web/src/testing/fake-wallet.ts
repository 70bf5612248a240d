import { numberToHex } from 'viem';

type Reply = (params: readonly unknown[]) => unknown;
type Listener = (payload: unknown) => void;

/** A wallet at the edge of the page: an EIP-1193 provider at `window.ethereum`. A method that has no reply throws. */
export type FakeWallet = {
  /** Answers a method from now on; a reply that throws is the wallet's error. */
  reply(method: string, reply: Reply): void;
  /** Fails a method from now on with a code. */
  fail(method: string, code: number, message?: string): void;
  /** The params of the calls of a method so far. */
  calls(method: string): readonly (readonly unknown[])[];
  /** Agrees to connect again, after it has failed to. */
  agree(): void;
  /** Shows the page other accounts, as its owner would; none: the page is disconnected. */
  show(addresses: readonly string[]): Promise<void>;
  /** Changes to a chain, as its owner would. */
  changeChain(id: number): Promise<null>;
  /** Emits an event as the wallet would. */
  emit(event: 'accountsChanged' | 'chainChanged' | 'disconnect', payload: unknown): void;
  uninstall(): void;
};

/** They outlive an `uninstall`: the page's connector subscribes to account changes once. */
const listeners = new Map<string, Set<Listener>>();

type WalletOptions = { readonly address: string; readonly chainId: number };

/**
 * Puts a wallet with one account at `window.ethereum` until `uninstall` is called. It agrees to connect, and to nothing
 * else.
 */
export function installFakeWallet({ address, chainId }: WalletOptions): FakeWallet {
  const replies = new Map<string, Reply>();
  const log: { method: string; params: readonly unknown[] }[] = [];
  let accounts: readonly string[] = [address];
  const provider = {
    async request({ method, params }: { readonly method: string; readonly params?: readonly unknown[] }) {
      log.push({ method, params: params ?? [] });
      const reply = replies.get(method);
      if (reply === undefined)
        throw new Error(`the page asked the wallet for ${method}, which the test does not answer`);
      return reply(params ?? []);
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
    },
  };
  const agree = () => {
    for (const method of ['eth_accounts', 'eth_requestAccounts']) replies.set(method, () => accounts);
    replies.set('wallet_requestPermissions', () => [
      { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] },
    ]);
  };
  agree();
  replies.set('eth_chainId', () => numberToHex(chainId));
  replies.set('wallet_revokePermissions', () => null);
  const remove = installProvider(provider);
  return {
    reply: (method, reply) => void replies.set(method, reply),
    fail: (method, code, message = `code ${code}`) =>
      void replies.set(method, () => {
        throw Object.assign(new Error(message), { code });
      }),
    calls: (method) => log.filter((call) => call.method === method).map(({ params }) => params),
    agree,
    show: async (addresses) => {
      accounts = addresses;
      await emitInAct('accountsChanged', addresses);
    },
    changeChain: async (id) => {
      replies.set('eth_chainId', () => numberToHex(id));
      await emitInAct('chainChanged', numberToHex(id));
      return null;
    },
    emit: emitNow,
    uninstall: remove,
  };
}

function emitNow(event: string, payload: unknown): void {
  for (const listener of listeners.get(event) ?? []) listener(payload);
}

/** Emits an event to a page that is rendered. */
async function emitInAct(event: string, payload: unknown): Promise<void> {
  const { act } = await import('@testing-library/react');
  await act(async () => emitNow(event, payload));
}

/** Returns how to remove the provider again. Without a document there is no `window` either. */
function installProvider(provider: object): () => void {
  if ('document' in globalThis) {
    Reflect.set(window, 'ethereum', provider);
    return () => void Reflect.deleteProperty(window, 'ethereum');
  }
  Reflect.set(globalThis, 'window', { ethereum: provider, addEventListener() {}, removeEventListener() {} });
  return () => void Reflect.deleteProperty(globalThis, 'window');
}
