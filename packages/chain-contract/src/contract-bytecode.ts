import type { Hex } from 'viem';

/**
 * What is deployed for a contract. `runtimeHash` is the keccak256 of the runtime code with zeros in the `immutables`,
 * byte ranges which the constructor fills in.
 */
export type ContractBytecode = {
  readonly contract: string;
  readonly creation: Hex;
  readonly runtimeHash: Hex;
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
};
