import { type Address, concatHex, type Hex, keccak256, type PublicClient, sliceHex } from 'viem';
import type { ContractBytecode } from './contract-bytecode.ts';

/**
 * Returns whether the code at an address is the artifact's: immutables are replaced by zeros, then the hashes compared.
 * Throws when the node does not respond.
 */
export async function verifyDeployedCode({
  client,
  address,
  bytecode,
}: {
  readonly client: Pick<PublicClient, 'getCode'>;
  readonly address: Address;
  readonly bytecode: Pick<ContractBytecode, 'runtimeHash' | 'immutables'>;
}): Promise<'same' | 'different' | 'no-code'> {
  const code = await client.getCode({ address });
  if (code === undefined || code === '0x') return 'no-code';
  const size = (code.length - 2) / 2;
  if (bytecode.immutables.some(({ start, length }) => start + length > size)) return 'different';
  return keccak256(withoutImmutables(code, bytecode.immutables)) === bytecode.runtimeHash ? 'same' : 'different';
}

function withoutImmutables(code: Hex, immutables: ContractBytecode['immutables']): Hex {
  const zeros = (length: number): Hex => `0x${'00'.repeat(length)}`;
  return immutables.reduce((masked, { start, length }) => {
    const end = start + length;
    const rest = end * 2 + 2 < masked.length ? sliceHex(masked, end) : '0x';
    return concatHex([sliceHex(masked, 0, start), zeros(length), rest]);
  }, code);
}
