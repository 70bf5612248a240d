import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { announceLocalWallet, parseHex, signRequest, type WalletRequest } from '@city-mint/client/local-wallet.ts';
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  type LocalAccount,
  numberToHex,
  parseEther,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { activeChain } from './active-chain.ts';
import { DEMO_RDNS } from './demo-rdns.ts';

const KEY = 'fmc.demoKey';
const CONNECTED = 'fmc.demoConnected';
/** A balance below the minimum is topped up to the full amount. */
const LEAST_UNITS = parseEther('100');
const FULL_UNITS = parseEther('1000');
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="#0c3b2e"/>' +
      '<path d="M10 25V17l5-3v11m2 0V11l6-3v17M9 25h18" fill="none" stroke="#e9dcb0" stroke-width="2"/></svg>',
  );

const transport = http(activeChain.rpcUrls.default.http[0]);
const node = createPublicClient({ chain: activeChain, transport });

/**
 * Announces a wallet that runs in this page, so that the local system can be tried without another program. Only builds
 * for the local chain contain it: its key is in the browser's storage, it signs without asking, and the local node tops
 * up its balance.
 */
export function announceDemoWallet(): void {
  announceLocalWallet({ name: 'Demo wallet', rdns: DEMO_RDNS, icon: ICON, answer });
}

async function answer(request: WalletRequest): Promise<unknown> {
  const { method, params = [] } = request;
  switch (method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
      return connect(method);
    case 'eth_accounts':
      return browserStorage.getItem(CONNECTED) === null ? [] : [demoAccount().address];
    case 'wallet_revokePermissions':
      return browserStorage.removeItem(CONNECTED);
    case 'eth_chainId':
      return numberToHex(activeChain.id);
    case 'wallet_switchEthereumChain':
      return switchTo(params[0]);
    case 'personal_sign':
    case 'eth_signTypedData_v4':
      return signRequest(demoAccount(), request);
    case 'eth_sendTransaction':
      return send(Object(params[0]));
    default:
      return node.request({ method, params } as never);
  }
}

async function connect(method: string): Promise<unknown> {
  const { address } = demoAccount();
  await fillUp(address);
  browserStorage.setItem(CONNECTED, 'yes');
  if (method === 'eth_requestAccounts') return [address];
  return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [address] }] }];
}

/** Sets the balance through a call that only development nodes support. */
async function fillUp(address: Hex): Promise<void> {
  if ((await node.getBalance({ address })) >= LEAST_UNITS) return;
  await node.request({ method: 'anvil_setBalance', params: [address, numberToHex(FULL_UNITS)] } as never);
}

function demoAccount(): LocalAccount {
  const stored = browserStorage.getItem(KEY);
  const key = isKey(stored) ? stored : generatePrivateKey();
  if (key !== stored) browserStorage.setItem(KEY, key);
  return privateKeyToAccount(key);
}

function isKey(text: string | null): text is Hex {
  return text !== null && /^0x[0-9a-f]{64}$/.test(text);
}

function switchTo(params: unknown): null {
  if (Number(Object(params).chainId) === activeChain.id) return null;
  throw Object.assign(new Error('the demo wallet knows the local chain alone'), { code: 4902 });
}

async function send({ to, data, value, gas }: Record<string, unknown>): Promise<Hex> {
  const client = createWalletClient({ account: demoAccount(), chain: activeChain, transport });
  return client.sendTransaction({
    ...(to === undefined ? {} : { to: parseHex(to) }),
    ...(data === undefined ? {} : { data: parseHex(data) }),
    ...(value === undefined ? {} : { value: BigInt(parseHex(value)) }),
    ...(gas === undefined ? {} : { gas: BigInt(parseHex(gas)) }),
  });
}
