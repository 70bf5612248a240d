import { CONTRACT_SIGNATURES, KEY_SIGNATURES, SIGNER } from '@city-mint/tests/field/signatures';
import {
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  hashMessage,
  isHex,
  type PublicClient,
  parseAbi,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { type SignatureChain, verifyKeySignature, verifySignature } from './verify-signature.ts';

const WALLET = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);

/** A chain on which `WALLET` has a contract, which answers every signature like this. */
function chainWith(answer: (hash: Hex, signature: Hex) => Hex): SignatureChain & { readonly asked: Hex[] } {
  const asked: Hex[] = [];
  const call = async ({ to, data }: { readonly to?: unknown; readonly data?: Hex }) => {
    if (to !== WALLET || data === undefined) return { data: '0x' };
    const { args } = decodeFunctionData({ abi: ERC1271, data });
    asked.push(args[1]);
    return { data: answer(...args) };
  };
  const getCode = async ({ address }: { readonly address: string }) => (address === WALLET ? '0x60' : undefined);
  return { asked, call, getCode } as unknown as PublicClient & { readonly asked: Hex[] };
}

const word = (bytes4: Hex) => encodeAbiParameters([{ type: 'bytes4' }], [bytes4]);
const VALID = word('0x1626ba7e');

describe('signatures of a key', () => {
  const wellFormed = KEY_SIGNATURES.filter(({ right }) => right !== 'malformed');

  test.each(wellFormed)('$seen, $shape: $right', async ({ message, signature, right }) => {
    if (!isHex(signature)) throw new Error('not hexadecimal');
    const signed = { address: SIGNER, message, signature } as const;
    expect(await verifyKeySignature(signed)).toBe(right);
    expect(
      await verifySignature(
        chainWith(() => VALID),
        signed,
      ),
    ).toBe(right);
  });
});

describe('signatures of a contract wallet', () => {
  const signedBy = (signature: string) => {
    if (!isHex(signature)) throw new Error('not hexadecimal');
    return { address: WALLET, message: 'London', signature } as const;
  };

  test.each([...CONTRACT_SIGNATURES])('$seen, $shape: the contract decides', async ({ signature }) => {
    const approved = hashMessage('London');
    const chain = chainWith((hash, given) => (hash === approved && given === signature ? VALID : word('0xffffffff')));
    expect(await verifySignature(chain, signedBy(signature))).toBe('valid');
    expect(chain.asked).toEqual([signature]);
    expect(await verifySignature(chain, { ...signedBy(signature), message: 'Paris' })).toBe('invalid');
  });

  test.each([
    ['nothing', '0x'],
    ['four bytes that are no word', '0x1626ba7e'],
    ['another word', word('0x1626ba7f')],
    ['true', `0x${'0'.repeat(63)}1`],
  ] as const)('a contract that answers %s has not signed', async (_what, answer) => {
    expect(
      await verifySignature(
        chainWith(() => answer),
        signedBy('0x'),
      ),
    ).toBe('invalid');
  });
});
