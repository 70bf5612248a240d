import { type Address, type Hex, hashMessage, isAddressEqual, type PublicClient, recoverAddress } from 'viem';

/** The calls that the verification of a signature makes to the chain. */
export type SignatureChain = Pick<PublicClient, 'getCode' | 'verifyHash'>;
export type SignatureVerdict = 'valid' | 'invalid' | 'chain-unavailable';

/** Half the order of secp256k1: a signature with a greater s is the twin of a valid one. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const RECOVERY_BYTES: ReadonlySet<number> = new Set([0, 1, 27, 28]);
/** How a signature of a wallet that is not deployed yet ends (EIP-6492). */
const COUNTERFACTUAL = /6492649264926492649264926492649264926492649264926492649264926492$/i;

/**
 * Returns whether the owner of `address` signed exactly this text. The signature of an ordinary account is recovered
 * without a call; another is verified by its contract (EIP-1271, EIP-6492), and 'chain-unavailable' is returned while
 * the chain does not answer.
 */
export async function verifySignature(
  chain: SignatureChain,
  { address, message, signature }: { address: Address; message: string; signature: Hex },
): Promise<SignatureVerdict> {
  const hash = hashMessage(message);
  const signer = await signerOf(hash, signature);
  if (signer !== null && isAddressEqual(signer, address)) return isCanonical(signature) ? 'valid' : 'invalid';
  try {
    const code = await chain.getCode({ address });
    // Without a contract nothing else can verify it; a validator's own recovery would accept the twins.
    if (code === undefined && !COUNTERFACTUAL.test(signature)) return 'invalid';
    if (await chain.verifyHash({ address, hash, signature })) return 'valid';
    // viem says false also when the node was lost on the way, so the node must still answer.
    await chain.getCode({ address });
    return 'invalid';
  } catch {
    return 'chain-unavailable';
  }
}

async function signerOf(hash: Hex, signature: Hex): Promise<Address | null> {
  if (signature.length !== 132) return null;
  try {
    return await recoverAddress({ hash, signature });
  } catch {
    return null;
  }
}

function isCanonical(signature: Hex): boolean {
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  return s <= HALF_ORDER && RECOVERY_BYTES.has(Number.parseInt(signature.slice(130), 16));
}
