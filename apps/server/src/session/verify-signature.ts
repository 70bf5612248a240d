import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  hexToBool,
  isAddressEqual,
  type PublicClient,
  recoverAddress,
} from 'viem';
import { isRevert } from '#platform/chain/is-revert.ts';

/**
 * The chain calls that verify a signature. The client must answer for the majority of the nodes at a final block,
 * because a single node could open a session for any wallet.
 */
export type SignatureChain = Pick<PublicClient, 'getCode' | 'call'>;
export type SignatureVerdict = 'valid' | 'invalid' | 'chain-unavailable';

type Signed = { readonly address: Address; readonly message: string; readonly signature: Hex };

/** Half the order of secp256k1: a signature with a greater s is the twin of a valid one. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const RECOVERY_BYTES: ReadonlySet<number> = new Set([0, 1, 27, 28]);
/** The suffix of a signature of an undeployed wallet (EIP-6492). */
const COUNTERFACTUAL = /6492649264926492649264926492649264926492649264926492649264926492$/i;

/** Returns whether the key of `address` signed exactly this text; calls no node. */
export async function verifyKeySignature(signed: Signed): Promise<'valid' | 'invalid'> {
  return (await isSignedByKey(signed)) && isCanonical(signed.signature) ? 'valid' : 'invalid';
}

/**
 * Returns whether the owner of `address` signed exactly this text. The signature of an ordinary account is recovered
 * without a call; others are verified by the account's contract (EIP-1271, EIP-6492). Returns 'chain-unavailable' while
 * the chain does not answer, or its nodes disagree.
 */
export async function verifySignature(chain: SignatureChain, signed: Signed): Promise<SignatureVerdict> {
  if (await isSignedByKey(signed)) return isCanonical(signed.signature) ? 'valid' : 'invalid';
  const { address, signature } = signed;
  try {
    const code = await chain.getCode({ address });
    // Without a contract nothing else can verify it; the recovery of a validator contract would accept the twins.
    if (code === undefined && !COUNTERFACTUAL.test(signature)) return 'invalid';
    return (await isSignedByContract(chain, signed)) ? 'valid' : 'invalid';
  } catch {
    return 'chain-unavailable';
  }
}

/** Calls the wallet's contract, without deploying anything. Throws when the chain does not answer. */
async function isSignedByContract(chain: SignatureChain, { address, message, signature }: Signed): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [address, hashMessage(message), signature],
    bytecode: erc6492SignatureValidatorByteCode,
  });
  try {
    const { data: answer } = await chain.call({ data });
    return hexToBool(answer ?? '0x0');
  } catch (error) {
    // A wallet or a factory may revert instead of returning false.
    if (isRevert(error)) return false;
    throw error;
  }
}

async function isSignedByKey({ address, message, signature }: Signed): Promise<boolean> {
  if (signature.length !== 132) return false;
  try {
    return isAddressEqual(await recoverAddress({ hash: hashMessage(message), signature }), address);
  } catch {
    return false;
  }
}

function isCanonical(signature: Hex): boolean {
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  return s <= HALF_ORDER && RECOVERY_BYTES.has(Number.parseInt(signature.slice(130), 16));
}
