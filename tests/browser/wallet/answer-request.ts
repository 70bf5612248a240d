import { createWalletClient, defineChain, type Hex, http, isHex, numberToHex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';

export type WalletCall = { readonly method: string; readonly params: readonly unknown[] };

/** The state of a test wallet. It is in the test, so that a reload of the page changes nothing. */
export type WalletState = {
  accounts: PrivateKeyAccount[];
  /** The page may see the accounts. */
  connected: boolean;
  chainId: number;
  readonly knownChainIds: Set<number>;
  readonly rpcUrl: string | null;
  readonly switchesOnAdd: boolean;
  readonly legacyFees: boolean;
  /** The error with which the next request of a method fails. */
  readonly failures: Map<string, { readonly code: number; readonly message: string }>;
  /** Methods whose next request gets no answer. */
  readonly hanging: Set<string>;
  readonly release: (() => void)[];
  readonly log: WalletCall[];
  readonly emit: (event: string, payload: unknown) => Promise<void>;
};

/** An error as EIP-1193 has it. */
export class WalletError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Answers a request like a wallet whose owner agrees to everything, apart from the test's settings. Returns the result.
 */
export async function answerRequest(state: WalletState, call: WalletCall): Promise<unknown> {
  const failure = state.failures.get(call.method);
  if (failure !== undefined) {
    state.failures.delete(call.method);
    throw new WalletError(failure.code, failure.message);
  }
  if (state.hanging.delete(call.method)) await new Promise<void>((resolve) => state.release.push(resolve));
  switch (call.method) {
    case 'eth_accounts':
      return state.connected ? addresses(state) : [];
    case 'eth_requestAccounts':
      state.connected = true;
      return addresses(state);
    case 'wallet_requestPermissions':
      state.connected = true;
      return [
        { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: addresses(state) }] },
      ];
    case 'wallet_revokePermissions':
      state.connected = false;
      return null;
    case 'eth_chainId':
      return numberToHex(state.chainId);
    case 'net_version':
      return String(state.chainId);
    case 'wallet_switchEthereumChain':
      return switchChain(state, chainIdOf(call.params[0]));
    case 'wallet_addEthereumChain':
      state.knownChainIds.add(chainIdOf(call.params[0]));
      return state.switchesOnAdd ? switchChain(state, chainIdOf(call.params[0])) : null;
    case 'personal_sign':
      return accountOf(state, call.params[1]).signMessage({ message: { raw: hexOf(call.params[0]) } });
    case 'eth_signTypedData_v4':
      return accountOf(state, call.params[0]).signTypedData(JSON.parse(String(call.params[1])));
    case 'eth_sendTransaction':
      return sendTransaction(state, call.params[0]);
    default:
      return forward(state, call);
  }
}

async function switchChain(state: WalletState, chainId: number): Promise<null> {
  if (!state.knownChainIds.has(chainId)) throw new WalletError(4902, `Unrecognized chain ID ${chainId}`);
  state.chainId = chainId;
  await state.emit('chainChanged', numberToHex(chainId));
  return null;
}

async function sendTransaction(state: WalletState, params: unknown): Promise<Hex> {
  const fields = fieldsOf(params);
  const account = accountOf(state, fields['from']);
  const client = createWalletClient({ account, chain: chainOf(state), transport: http(rpcUrlOf(state)) });
  const { to, data, value, gas } = fields;
  return client.sendTransaction({
    ...(state.legacyFees ? { type: 'legacy' } : {}),
    ...(isHex(to) ? { to } : {}),
    ...(isHex(data) ? { data } : {}),
    ...(isHex(value) ? { value: BigInt(value) } : {}),
    ...(isHex(gas) ? { gas: BigInt(gas) } : {}),
  });
}

async function forward(state: WalletState, call: WalletCall): Promise<unknown> {
  const response = await fetch(rpcUrlOf(state), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params }),
  });
  const reply = fieldsOf(await response.json());
  if (reply['error'] !== undefined) {
    const error = fieldsOf(reply['error']);
    throw new WalletError(Number(error['code']), String(error['message']));
  }
  return reply['result'];
}

function addresses(state: WalletState): string[] {
  return state.accounts.map(({ address }) => address.toLowerCase());
}

function accountOf(state: WalletState, address: unknown): PrivateKeyAccount {
  const account = state.accounts.find((candidate) => candidate.address.toLowerCase() === String(address).toLowerCase());
  if (account === undefined || !state.connected) throw new WalletError(4100, `not authorized for ${String(address)}`);
  return account;
}

function chainOf(state: WalletState) {
  const url = rpcUrlOf(state);
  return defineChain({
    id: state.chainId,
    name: `chain ${state.chainId}`,
    nativeCurrency: { name: 'JU', symbol: 'JU', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
}

function rpcUrlOf(state: WalletState): string {
  if (state.rpcUrl === null) throw new WalletError(4900, 'the test wallet has no node');
  return state.rpcUrl;
}

function chainIdOf(params: unknown): number {
  return Number(fieldsOf(params)['chainId']);
}

function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new WalletError(-32602, 'not hex');
  return value;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new WalletError(-32602, 'not an object');
  return { ...value };
}
