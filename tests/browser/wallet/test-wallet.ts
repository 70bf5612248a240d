import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type Hex, numberToHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { answerRequest, type WalletCall, WalletError, type WalletState } from './answer-request.ts';
import { installPageProvider } from './page-provider.ts';

export type WalletOptions = {
  /** Private keys of its accounts, the active one first; a fresh one by default. */
  readonly keys?: readonly Hex[];
  /** The chain it is on; 202599 by default. */
  readonly chainId?: number;
  /** Chains it knows besides that one. */
  readonly knownChainIds?: readonly number[];
  /** Where transactions and reads go; without it they fail. */
  readonly rpcUrl?: string;
  readonly name?: string;
  readonly rdns?: string;
  readonly announced?: boolean;
  readonly injectedAfterMs?: number | null;
  /** Whether it changes to a chain as it adds it, as many wallets do; false by default. */
  readonly switchesOnAdd?: boolean;
  /** It sends transactions with a gas price, as on a chain without EIP-1559; false by default. */
  readonly legacyFees?: boolean;
};

/** A wallet behind a page's EIP-1193 provider. It signs for real; the test controls how its owner behaves. */
export type TestWallet = {
  readonly log: readonly WalletCall[];
  readonly accounts: readonly PrivateKeyAccount[];
  /** Its owner refuses the next request of this method, or it fails with another code. */
  failNext(method: string, code?: number, message?: string): void;
  /** The next request of this method gets no answer. */
  hangNext(method: string): void;
  /**
   * Resolves once the page has sent a request of this method. If the page reloads earlier, no request was made: the
   * page may show its preparation of a request before it sends one.
   */
  asked(method: string): Promise<void>;
  /** Answers the requests that hang. */
  answerHanging(): void;
  /** Changes the accounts it shows the page, as its owner would; none = the page is disconnected. */
  showAccounts(accounts: readonly PrivateKeyAccount[]): Promise<void>;
  /** Changes to a chain, as its owner would. */
  changeChain(chainId: number): Promise<void>;
  calls(method: string): readonly WalletCall[];
};

const ICON =
  'data:image/svg+xml;base64,' +
  'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMy' +
  'IiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzNiNWJkYiIvPjxwYXRoIGQ9Ik04IDEyaDE2djEwSDh6IiBmaWxsPSIjZmZmIi8+' +
  'PC9zdmc+';

/**
 * Installs a wallet in every document that `page` opens from now on; its state survives a reload. Returns its controls.
 */
export async function installWallet(page: Page, options: WalletOptions = {}): Promise<TestWallet> {
  const id = randomUUID().replaceAll('-', '');
  const emit = async (event: string, payload: unknown) => {
    await page.evaluate(
      ([name, what, data]) => {
        const send: unknown = Reflect.get(window, name);
        if (typeof send === 'function') send(what, data);
      },
      [`walletEmit_${id}`, event, payload] as const,
    );
  };
  const state = createState(options, emit);

  await page.exposeFunction(`walletRequest_${id}`, async (call: WalletCall) => {
    state.log.push(call);
    try {
      return { result: await answerRequest(state, call) };
    } catch (error) {
      if (error instanceof WalletError) return { error: { code: error.code, message: error.message } };
      return { error: { code: -32603, message: String(error) } };
    }
  });
  await page.addInitScript(installPageProvider, {
    id,
    name: options.name ?? 'Test Wallet',
    rdns: options.rdns ?? 'test.wallet',
    icon: ICON,
    announced: options.announced ?? true,
    injectedAfterMs: options.injectedAfterMs ?? null,
  });
  return testWalletOf(state, emit);
}

function createState(options: WalletOptions, emit: WalletState['emit']): WalletState {
  const chainId = options.chainId ?? 202599;
  return {
    accounts: (options.keys ?? [generatePrivateKey()]).map((key) => privateKeyToAccount(key)),
    connected: false,
    chainId,
    knownChainIds: new Set([chainId, ...(options.knownChainIds ?? [])]),
    rpcUrl: options.rpcUrl ?? null,
    switchesOnAdd: options.switchesOnAdd ?? false,
    legacyFees: options.legacyFees ?? false,
    failures: new Map(),
    hanging: new Set(),
    release: [],
    log: [],
    emit,
  };
}

function testWalletOf(state: WalletState, emit: WalletState['emit']): TestWallet {
  return {
    log: state.log,
    accounts: [...state.accounts],
    failNext: (method, code = 4001, message = code === 4001 ? 'User rejected the request.' : `code ${code}`) =>
      void state.failures.set(method, { code, message }),
    hangNext: (method) => void state.hanging.add(method),
    asked: (method) => expect.poll(() => state.log.some((call) => call.method === method)).toBe(true),
    answerHanging() {
      for (const release of state.release.splice(0)) release();
    },
    async showAccounts(accounts) {
      state.accounts = [...accounts];
      state.connected = accounts.length > 0;
      await emit(
        'accountsChanged',
        accounts.map(({ address }) => address.toLowerCase()),
      );
    },
    async changeChain(chainId) {
      state.chainId = chainId;
      state.knownChainIds.add(chainId);
      await emit('chainChanged', numberToHex(chainId));
    },
    calls: (method) => state.log.filter((call) => call.method === method),
  };
}
