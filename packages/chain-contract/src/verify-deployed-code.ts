import { type Address, concatHex, type Hex, keccak256, type PublicClient, sliceHex } from 'viem';
import type { ContractBytecode, ReleasedCode } from './contract-bytecode.ts';
import { releasedCode } from './generated/released-code.ts';

/**
 * Returns whether the code at an address is the artifact's, or the same contract as an earlier release deployed it:
 * immutables are replaced by zeros, then the hashes compared. Throws when the node does not respond.
 */
export async function verifyDeployedCode({
  client,
  address,
  bytecode,
  released = releasedCode,
}: {
  readonly client: Pick<PublicClient, 'getCode'>;
  readonly address: Address;
  readonly bytecode: Pick<ContractBytecode, 'contract' | 'runtimeHash' | 'immutables'>;
  readonly released?: readonly ReleasedCode[];
}): Promise<'same' | 'different' | 'no-code'> {
  const code = await client.getCode({ address });
  if (code === undefined || code === '0x') return 'no-code';
  const accepted = [bytecode, ...released.filter(({ contract }) => contract === bytecode.contract)];
  return accepted.some((artifact) => isCodeOf(code, artifact)) ? 'same' : 'different';
}

function isCodeOf(code: Hex, { runtimeHash, immutables }: Pick<ContractBytecode, 'runtimeHash' | 'immutables'>) {
  const size = (code.length - 2) / 2;
  if (immutables.some(({ start, length }) => start + length > size)) return false;
  return keccak256(withoutImmutables(code, immutables)) === runtimeHash;
}

function withoutImmutables(code: Hex, immutables: ContractBytecode['immutables']): Hex {
  const zeros = (length: number): Hex => `0x${'00'.repeat(length)}`;
  return immutables.reduce((masked, { start, length }) => {
    const end = start + length;
    const rest = end * 2 + 2 < masked.length ? sliceHex(masked, end) : '0x';
    return concatHex([sliceHex(masked, 0, start), zeros(length), rest]);
  }, code);
}
