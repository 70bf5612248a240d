import { askEach, type ChainNode } from '../src/ask-nodes.ts';
import type { ExitCall } from '../src/exit/calldata.ts';

/** A wallet in the browser (EIP-1193). */
export type Wallet = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
};

const POLL_MS = 1_000;
const ANNOUNCED_WITHIN_MS = 300;

/** Returns the browser's wallet: the injected one, else the first that announces itself (EIP-6963); null: none. */
export async function findWallet(): Promise<Wallet | null> {
  const injected: unknown = Reflect.get(window, 'ethereum');
  if (isWallet(injected)) return injected;
  return new Promise((resolve) => {
    window.addEventListener('eip6963:announceProvider', (event) => {
      const provider: unknown = event instanceof CustomEvent ? Object(event.detail).provider : undefined;
      if (isWallet(provider)) resolve(provider);
    });
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    setTimeout(() => resolve(null), ANNOUNCED_WITHIN_MS);
  });
}

/** Returns whether the wallet, now on this chain, shows this page the account. */
export async function connect(wallet: Wallet, { account, chainId }: { account: string; chainId: number }) {
  const accounts = await wallet.request({ method: 'eth_requestAccounts' });
  const chain = await wallet.request({ method: 'eth_chainId' });
  if (Number(chain) !== chainId)
    await wallet.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: `0x${chainId.toString(16)}` }],
    });
  return Array.isArray(accounts) && accounts.some((shown) => String(shown).toLowerCase() === account);
}

/** Sends a call of the account; returns the transaction's hash. */
export async function send(wallet: Wallet, { to, data }: ExitCall, account: string): Promise<string> {
  const params = [{ from: account, to, data, value: '0x0' }];
  return String(await wallet.request({ method: 'eth_sendTransaction', params }));
}

/** Waits until every node has the transaction; returns whether it succeeded. */
export async function waitUntilMined(nodes: readonly ChainNode[], hash: string): Promise<boolean> {
  for (;;) {
    const receipts = await askEach(nodes, 'eth_getTransactionReceipt', [hash]);
    if (receipts.every((receipt) => receipt !== null))
      return receipts.every((receipt) => Object(receipt).status === '0x1');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function isWallet(value: unknown): value is Wallet {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function';
}
