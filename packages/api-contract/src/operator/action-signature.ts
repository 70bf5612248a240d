import { type Address, hashTypedData, isAddressEqual, recoverTypedDataAddress, type TypedDataDomain } from 'viem';
import { expandSignature } from '../key-signature.ts';

/** For how long a signature of an operator can be used, in milliseconds. */
export const SIGNATURE_VALID_MS = 600_000;
/** By how much the signer's clock may be ahead, in milliseconds. */
export const SIGNATURE_CLOCK_MS = 60_000;

/** The typed data that an operator signs (EIP-712): every value is a text, or a list of texts. */
export type SignedAction = {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    /** The vault of the system: another system on the same chain refuses the signature. EIP-55. */
    readonly verifyingContract: Address;
  };
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, string | readonly string[]>>;
};

/**
 * Returns whether the account of `operator` (EIP-55) signed exactly this, each field of the message, with 65 bytes or
 * 64; a contract's signature never counts.
 */
export async function isSignedBy(operator: Address, signed: SignedAction, signature: `0x${string}`): Promise<boolean> {
  try {
    const { domain, types, primaryType, message } = signed;
    if (!declaresAll(signed)) return false;
    const typedDomain: TypedDataDomain = domain;
    const typed = { domain: typedDomain, types, primaryType, message };
    const signer = await recoverTypedDataAddress({ ...typed, signature: expandSignature(signature) });
    return isAddressEqual(signer, operator);
  } catch {
    return false;
  }
}

/** Whether the types declare every field of the message: the hash leaves others out, so that they are not signed. */
function declaresAll({ types, primaryType, message }: SignedAction): boolean {
  const declared = new Set(types[primaryType]?.map(({ name }) => name));
  return Object.keys(types).length === 1 && Object.keys(message).every((name) => declared.has(name));
}

/** Returns the EIP-712 hash of the typed data, which identifies exactly this content. */
export function signedDigest({ domain, types, primaryType, message }: SignedAction): `0x${string}` {
  const typedDomain: TypedDataDomain = domain;
  return hashTypedData({ domain: typedDomain, types, primaryType, message });
}
