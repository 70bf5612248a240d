import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Abi, decodeFunctionData, formatEther, hexToString, isHex } from 'viem';

/** A call of the page to the wallet. */
export type PhoneCall = { readonly method: string; readonly params: readonly unknown[] };

/** Contracts that the wallet knows by name. */
export type KnownContracts = { readonly vault: string; readonly fmc: string; readonly router: string };

/** What a call would do, for its owner to read; `details` is the exact content. */
export type CallDescription =
  | { readonly kind: 'sign-text'; readonly text: string }
  | { readonly kind: 'sign-data'; readonly details: string }
  | {
      readonly kind: 'send';
      /** The contract's name, or null for an unknown receiver. */
      readonly contract: keyof KnownContracts | null;
      readonly to: string;
      /** Decimal JU. */
      readonly ju: string;
      /** The contract's function; null where there is none or it is unknown. */
      readonly action: string | null;
      readonly details: string;
    }
  | { readonly kind: 'unknown'; readonly details: string };

const ABIS: Readonly<Record<keyof KnownContracts, Abi>> = { vault: vaultAbi, fmc: fmcAbi, router: uniswapRouterAbi };

/** Returns what a call would do. Never throws: unreadable content is shown as it is. */
export function describeCall({ method, params }: PhoneCall, contracts: KnownContracts): CallDescription {
  const [first, second] = params;
  switch (method) {
    case 'personal_sign':
      return { kind: 'sign-text', text: isHex(first) ? hexToString(first) : String(first) };
    case 'eth_signTypedData_v4':
      return { kind: 'sign-data', details: indent(second) };
    case 'eth_sendTransaction':
      return describeTransaction(Object(first), contracts);
    default:
      return { kind: 'unknown', details: toText({ method, params }) };
  }
}

function describeTransaction(fields: Record<string, unknown>, contracts: KnownContracts): CallDescription {
  const { to, value, data } = fields;
  const isTo = (name: string) => contracts[name as keyof KnownContracts].toLowerCase() === String(to).toLowerCase();
  const contract = (['vault', 'fmc', 'router'] as const).find(isTo) ?? null;
  const call = contract === null || !isHex(data) ? null : decode(ABIS[contract], data);
  return {
    kind: 'send',
    contract,
    to: String(to),
    ju: isHex(value) ? formatEther(BigInt(value)) : '0',
    action: call?.functionName ?? null,
    details: toText({ ...fields, ...(call === null ? {} : { call }) }),
  };
}

function decode(abi: Abi, data: `0x${string}`) {
  try {
    return decodeFunctionData({ abi, data });
  } catch {
    return null;
  }
}

function indent(json: unknown): string {
  try {
    return toText(JSON.parse(String(json)));
  } catch {
    return String(json);
  }
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each), 2);
}
