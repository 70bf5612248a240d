/** Data of the wallet that its provider in the page needs. */
export type PageProviderSettings = {
  readonly id: string;
  readonly name: string;
  readonly rdns: string;
  readonly icon: string;
  /** Announced by EIP-6963. */
  readonly announced: boolean;
  /** Milliseconds after which it is at `window.ethereum` and dispatches `ethereum#initialized`; null: never. */
  readonly injectedAfterMs: number | null;
};

type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };
type Listener = (payload: unknown) => void;

/**
 * Runs in the page before its own scripts: an EIP-1193 provider that passes each request to the test through an exposed
 * function. Such a function loses the code of an error, so errors are returned as values and thrown here, with their
 * code.
 */
export function installPageProvider(settings: PageProviderSettings): void {
  const listeners = new Map<string, Set<Listener>>();
  const provider = {
    async request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
      const ask: unknown = Reflect.get(window, `walletRequest_${settings.id}`);
      if (typeof ask !== 'function') throw new Error('the test wallet is gone');
      const reply: Reply = await ask({ method: call.method, params: call.params ?? [] });
      if ('error' in reply) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
      return reply.result;
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  Reflect.set(window, `walletEmit_${settings.id}`, (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  });

  const { injectedAfterMs } = settings;
  if (injectedAfterMs === 0) Reflect.set(window, 'ethereum', provider);
  else if (injectedAfterMs !== null) {
    setTimeout(() => {
      Reflect.set(window, 'ethereum', provider);
      window.dispatchEvent(new Event('ethereum#initialized'));
    }, injectedAfterMs);
  }
  if (settings.announced) {
    const { id, name, rdns, icon } = settings;
    const detail = Object.freeze({ info: Object.freeze({ uuid: id, name, rdns, icon }), provider });
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  }
}
