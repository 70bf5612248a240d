import type { Hex, LocalAccount, TypedDataDefinition } from 'viem';

/** A request to a wallet (EIP-1193). */
export type WalletRequest = { readonly method: string; readonly params?: readonly unknown[] };

type LocalWallet = {
  readonly name: string;
  readonly rdns: string;
  /** A data URL. */
  readonly icon: string;
  readonly answer: (request: WalletRequest) => Promise<unknown>;
};

/** Announces a wallet that lives in this page (EIP-6963), for builds of the local system. */
export function announceLocalWallet({ name, rdns, icon, answer }: LocalWallet): void {
  const provider = { request: answer, on: () => undefined, removeListener: () => undefined };
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, rdns, icon });
  const detail = Object.freeze({ info, provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}

/** Returns the signature that a request for a text or typed data asks for. Throws on a malformed request. */
export function signRequest(account: LocalAccount, { method, params = [] }: WalletRequest): Promise<Hex> {
  return method === 'personal_sign'
    ? account.signMessage({ message: { raw: parseHex(params[0]) } })
    : account.signTypedData(parseTypedData(params[1]));
}

/** Returns a value that is hex; throws on any other. */
export function parseHex(value: unknown): Hex {
  if (typeof value !== 'string' || !value.startsWith('0x')) throw new Error('not hex');
  return value as Hex;
}

function parseTypedData(value: unknown): TypedDataDefinition {
  return typeof value === 'string' ? JSON.parse(value) : Object(value);
}
