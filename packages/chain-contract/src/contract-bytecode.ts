import type { Hex } from 'viem';

/** The EVM versions that a deployment distinguishes, oldest first. */
export const EVM_VERSIONS = ['istanbul', 'london', 'paris', 'shanghai', 'cancun'] as const;

export type EvmVersion = (typeof EVM_VERSIONS)[number];

/**
 * The bytecode of a contract and the EVM version it was compiled for. `runtimeHash` is the Keccak-256 of the runtime
 * code with zeros in the `immutables`, the byte ranges that the constructor fills in.
 */
export type ContractBytecode = {
  readonly contract: string;
  readonly evmVersion: EvmVersion;
  readonly creation: Hex;
  readonly runtimeHash: Hex;
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
};

/** The code of a contract as a release deployed it, which later releases accept although their bytecode may differ. */
export type ReleasedCode = Pick<ContractBytecode, 'contract' | 'runtimeHash' | 'immutables'> & {
  readonly release: string;
};
