import { type Hex, numberToHex, type TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

type Request = { readonly method: string; readonly params?: readonly unknown[] };

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
  keys.forEach((key, index) => {
    const provider = {
      request: (request: Request) => answer(request, { key: hexOf(key), chainId }),
      on: () => undefined,
      removeListener: () => undefined,
    };
    const info = {
      uuid: crypto.randomUUID(),
      name: `Demo operator ${index + 1}`,
      rdns: `local.city-mint.operator${index + 1}`,
      icon: ICON,
    };
    const detail = Object.freeze({ info: Object.freeze(info), provider });
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  });
}

async function answer(
  { method, params = [] }: Request,
  { key, chainId }: { readonly key: Hex; readonly chainId: number },
): Promise<unknown> {
  const account = privateKeyToAccount(key);
  switch (method) {
    case 'eth_requestAccounts':
    case 'eth_accounts':
      return [account.address];
    case 'eth_chainId':
      return numberToHex(chainId);
    case 'personal_sign':
      return account.signMessage({ message: { raw: hexOf(params[0]) } });
    case 'eth_signTypedData_v4':
      return account.signTypedData(typedDataOf(params[1]));
    default:
      throw Object.assign(new Error(`the demo wallet does not know ${method}`), { code: 4200 });
  }
}

function hexOf(value: unknown): Hex {
  if (typeof value !== 'string' || !value.startsWith('0x')) throw new Error('not hex');
  return value as Hex;
}

function typedDataOf(value: unknown): TypedDataDefinition {
  return typeof value === 'string' ? JSON.parse(value) : Object(value);
}
