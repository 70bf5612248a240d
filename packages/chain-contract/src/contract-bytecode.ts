import type { Hex } from 'viem';

/** The EVM levels that matter here, oldest first. */
export const EVM_VERSIONS = ['istanbul', 'london', 'paris', 'shanghai', 'cancun'] as const;

export type EvmVersion = (typeof EVM_VERSIONS)[number];

/**
 * What is deployed for a contract, and the EVM level it was compiled for. `runtimeHash` is the keccak256 of the runtime
 * code with zeros in the `immutables`, byte ranges which the constructor fills in.
 */
export type ContractBytecode = {
  readonly contract: string;
  readonly evmVersion: EvmVersion;
  readonly creation: Hex;
  readonly runtimeHash: Hex;
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
};
