import { expandSignature } from '@city-mint/api-contract/key-signature';
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  hexToBool,
  isAddressEqual,
  type PublicClient,
  padHex,
  parseAbi,
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
const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
const ERC1271_VALID = padHex('0x1626ba7e', { dir: 'right', size: 32 });

/** Returns whether the key of `address` signed exactly this text, with 65 bytes or 64; calls no node. */
export async function verifyKeySignature(signed: Signed): Promise<'valid' | 'invalid'> {
  const signature = expandSignature(signed.signature);
  return (await isSignedByKey({ ...signed, signature })) && isCanonical(signature) ? 'valid' : 'invalid';
}

/**
 * Returns whether the owner of `address` signed exactly this text. The signature of an ordinary account is recovered
 * without a call; others, the empty one too, are verified by the account's contract (EIP-1271, EIP-6492). Returns
 * 'chain-unavailable' while the chain does not answer, or its nodes disagree.
 */
export async function verifySignature(chain: SignatureChain, signed: Signed): Promise<SignatureVerdict> {
  const keySignature = expandSignature(signed.signature);
  if (await isSignedByKey({ ...signed, signature: keySignature })) {
    return isCanonical(keySignature) ? 'valid' : 'invalid';
  }
  const { address, signature } = signed;
  try {
    const isCounterfactual = COUNTERFACTUAL.test(signature);
    const code = await chain.getCode({ address });
    // Without a contract nothing else can verify it; the recovery of a validator contract would accept the twins.
    if (code === undefined && !isCounterfactual) return 'invalid';
    const verify = isCounterfactual ? isSignedByUndeployed : isSignedByContract;
    return (await verify(chain, signed)) ? 'valid' : 'invalid';
  } catch {
    return 'chain-unavailable';
  }
}

/** Calls the wallet's contract with the signature as it is: validators of EIP-6492 revert below 32 bytes. */
async function isSignedByContract(chain: SignatureChain, { address, message, signature }: Signed): Promise<boolean> {
  const data = encodeFunctionData({
    abi: ERC1271,
    functionName: 'isValidSignature',
    args: [hashMessage(message), signature],
  });
  const answer = await answerOf(chain, { to: address, data });
  return answer.slice(0, ERC1271_VALID.length) === ERC1271_VALID;
}

/** Deploys and calls the wallet's contract in one call that changes nothing. */
async function isSignedByUndeployed(chain: SignatureChain, { address, message, signature }: Signed): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [address, hashMessage(message), signature],
    bytecode: erc6492SignatureValidatorByteCode,
  });
  return hexToBool(await answerOf(chain, { data }));
}

/** Returns the answer of a call, 0x0 for a revert: a wallet or a factory may revert instead of returning false. */
async function answerOf(chain: SignatureChain, call: { readonly to?: Address; readonly data: Hex }): Promise<Hex> {
  try {
    const { data } = await chain.call(call);
    return data ?? '0x0';
  } catch (error) {
    if (isRevert(error)) return '0x0';
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
