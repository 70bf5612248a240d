import { openWalletKit } from '@city-mint/devnet/phone-wallet/open-wallet-kit';
import { relayedStorage } from '@city-mint/devnet/phone-wallet/relayed-storage';
import { hexToString, isHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { answerRequest, type WalletCall, WalletError, type WalletState } from '../wallet/answer-request.ts';

type PhoneOptions = {
  readonly relayUrl: string;
  /** Where transactions go; without it they fail. */
  readonly rpcUrl?: string;
  /** Chains that it approves; the first is where it is. */
  readonly chainIds?: readonly number[];
  /** Whether it lets the page ask for another chain. */
  readonly canSwitch?: boolean;
};

/** A wallet on another device: WalletConnect's own wallet SDK, whose owner agrees unless the test says otherwise. */
export type PhoneWallet = {
  readonly account: PrivateKeyAccount;
  /** Scans the address of a QR code. */
  scan(uri: string): Promise<void>;
  /** The owner refuses the next proposal or request. */
  refuseNext(): void;
  /** The owner does not look at the phone: what comes from now on has no answer. */
  ignoreAll(): void;
  /** Ends the session from the wallet. */
  disconnect(): Promise<void>;
  /** Tells the page that the owner chose other accounts. */
  showAccounts(accounts: readonly string[]): Promise<void>;
  /** The methods that were asked for so far. */
  readonly methods: readonly string[];
  /** The texts that were signed. */
  readonly signedTexts: readonly string[];
  sessions(): number;
  /** How many proposals came so far. */
  proposals(): number;
  close(): Promise<void>;
};

const METHODS = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'];
const EVENTS = ['chainChanged', 'accountsChanged', 'disconnect'];
const REFUSED = { code: 5000, message: 'User rejected.' };

/** Starts a wallet. Returns its controls; `close` it at the end of the test. */
export async function startPhoneWallet(options: PhoneOptions): Promise<PhoneWallet> {
  const account = privateKeyToAccount(generatePrivateKey());
  const [chainId = 202_599] = options.chainIds ?? [];
  const chainIds = options.chainIds ?? [chainId];
  const state = stateOf(account, chainId, options.rpcUrl ?? null);
  const owner = { refuses: false, ignores: false };
  const methods: string[] = [];
  const signedTexts: string[] = [];
  let proposals = 0;
  const metadata = { name: 'Phone Wallet', description: 'test', url: 'https://wallet.example', icons: [] };
  const kit = await openWalletKit({ relayUrl: options.relayUrl, metadata, storage: relayedStorage() });

  kit.on('session_proposal', async ({ id }) => {
    proposals += 1;
    if (owner.ignores) return;
    if (take(owner)) return kit.rejectSession({ id, reason: REFUSED });
    const chains = chainIds.map((each) => `eip155:${each}`);
    const accounts = chains.map((chain) => `${chain}:${account.address}`);
    const namedMethods = options.canSwitch
      ? [...METHODS, 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
      : METHODS;
    await kit.approveSession({
      id,
      namespaces: { eip155: { chains, accounts, methods: namedMethods, events: EVENTS } },
    });
  });
  kit.on('session_request', async ({ topic, id, params }) => {
    const call = { method: params.request.method, params: params.request.params };
    methods.push(call.method);
    if (owner.ignores) return;
    const [text] = call.params;
    if (call.method === 'personal_sign' && isHex(text)) signedTexts.push(hexToString(text));
    // A request of WalletConnect names its chain; a transaction is for that one, whichever the wallet shows.
    const onChain = call.method === 'eth_sendTransaction' ? { ...state, chainId: chainIdOf(params.chainId) } : state;
    const answer = take(owner) ? { error: REFUSED } : await resultOf(onChain, call);
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } });
  });

  const topics = () => Object.keys(kit.getActiveSessions());
  return {
    account,
    methods,
    signedTexts,
    scan: (uri) => kit.pair({ uri }),
    refuseNext: () => {
      owner.refuses = true;
    },
    ignoreAll: () => {
      owner.ignores = true;
    },
    async disconnect() {
      await Promise.all(
        topics().map((topic) => kit.disconnectSession({ topic, reason: { code: 6000, message: 'bye' } })),
      );
    },
    async showAccounts(accounts) {
      const event = { name: 'accountsChanged', data: accounts.map((each) => `eip155:${chainId}:${each}`) };
      const chain = `eip155:${chainId}`;
      await Promise.all(topics().map((topic) => kit.emitSessionEvent({ topic, event, chainId: chain })));
    },
    sessions: () => topics().length,
    proposals: () => proposals,
    close: () => kit.core.relayer.transportClose(),
  };
}

/** `eip155:202599` → 202599. */
function chainIdOf(chain: string): number {
  return Number(chain.replace('eip155:', ''));
}

function take(owner: { refuses: boolean }): boolean {
  const { refuses } = owner;
  owner.refuses = false;
  return refuses;
}

function stateOf(account: PrivateKeyAccount, chainId: number, rpcUrl: string | null): WalletState {
  return {
    accounts: [account],
    connected: true,
    chainId,
    knownChainIds: new Set([chainId]),
    rpcUrl,
    switchesOnAdd: false,
    legacyFees: false,
    failures: new Map(),
    hanging: new Set(),
    release: [],
    log: [],
    emit: async () => undefined,
  };
}

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

async function resultOf(state: WalletState, call: WalletCall): Promise<Answer> {
  try {
    return { result: await answerRequest(state, call) };
  } catch (error) {
    const { code, message } = error instanceof WalletError ? error : { code: -32603, message: String(error) };
    return { error: { code, message } };
  }
}
