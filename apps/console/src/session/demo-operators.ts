import { announceLocalWallet, parseHex, signRequest, type WalletRequest } from '@city-mint/client/local-wallet.ts';
import { type Hex, numberToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="#0c3b2e"/>' +
      '<path d="M9 26V16l9-5 9 5v10M14 26v-7h8v7" fill="none" stroke="#e9dcb0" stroke-width="2"/></svg>',
  );

/**
 * Announces a wallet for each operator of the local system, so that an operator's day can be tried without another
 * program: one tab each. Only builds for the local chain have the keys, which everybody knows; these wallets ask their
 * owner nothing.
 */
export function announceDemoOperators(keys: readonly string[], chainId: number): void {
  for (const [index, key] of keys.entries()) {
    announceLocalWallet({
      name: `Demo operator ${index + 1}`,
      rdns: `local.city-mint.operator${index + 1}`,
      icon: ICON,
      answer: (request) => answer(request, { key: parseHex(key), chainId }),
    });
  }
}

async function answer(
  request: WalletRequest,
  { key, chainId }: { readonly key: Hex; readonly chainId: number },
): Promise<unknown> {
  const account = privateKeyToAccount(key);
  switch (request.method) {
    case 'eth_requestAccounts':
    case 'eth_accounts':
      return [account.address];
    case 'eth_chainId':
      return numberToHex(chainId);
    case 'personal_sign':
    case 'eth_signTypedData_v4':
      return signRequest(account, request);
    default:
      throw Object.assign(new Error(`the demo wallet does not know ${request.method}`), { code: 4200 });
  }
}
