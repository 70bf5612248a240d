import { signRequest, type WalletRequest } from '@city-mint/client/local-wallet.ts';
import { numberToHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { buildSettings } from '#platform/build-settings.ts';
// It has to listen before the wallet announces itself.
import '#session/wallets.ts';

/** The wallet's name in its announcement, by which a session finds it again. */
export const WALLET_NAME = 'test.wallet';

/** The wallet of the operator at the desk, which signs with a key. */
export type DeskWallet = {
  /** The params of the calls of a method so far. */
  calls(method: string): readonly (readonly unknown[])[];
  /** Fails the next call of a method with a code of EIP-1193. */
  failNext(method: string, code: number): void;
  /** Shows another account from now on. */
  showAccount(address: string): void;
  /** Is on another chain from now on, until it is asked to switch. */
  moveTo(chainId: number): void;
};

/** Returns the account of a key that is made of one repeated byte. */
export function accountOf(byte: string): PrivateKeyAccount {
  return privateKeyToAccount(`0x${byte.repeat(32)}`);
}

let answer: (request: WalletRequest) => Promise<unknown> = () => Promise.reject(new Error('no wallet'));

/** Announces the wallet of an account (EIP-6963), in place of the one of an earlier test of this file. */
export function announceDeskWallet(account: PrivateKeyAccount): DeskWallet {
  const log: { method: string; params: readonly unknown[] }[] = [];
  const failing = new Map<string, number>();
  let shown: string = account.address;
  let chainId = buildSettings.chainId;
  answer = async (request) => {
    const { method, params = [] } = request;
    log.push({ method, params });
    const code = failing.get(method);
    failing.delete(method);
    if (code !== undefined) throw Object.assign(new Error(`code ${code}`), { code });
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [shown];
    if (method === 'eth_chainId') return numberToHex(chainId);
    if (method === 'wallet_switchEthereumChain') {
      chainId = Number(Object(params[0]).chainId);
      return null;
    }
    return signRequest(account, request);
  };
  const provider = { request: (request: WalletRequest) => answer(request), on() {}, removeListener() {} };
  const info = { uuid: '7d0f9a3e-6f3e-4c0e-9a51-0e4f3c1c2b6a', name: 'Test Wallet', rdns: WALLET_NAME, icon: '' };
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  return {
    calls: (method) => log.filter((call) => call.method === method).map(({ params }) => params),
    failNext: (method, code) => void failing.set(method, code),
    showAccount: (address) => {
      shown = address;
    },
    moveTo: (id) => {
      chainId = id;
    },
  };
}
