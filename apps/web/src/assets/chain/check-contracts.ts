import { type Address, getAddress } from 'viem';
import type { BuildContracts } from '#platform/build-settings.ts';

type NamedContracts = BuildContracts & { readonly chainId: number };

/** Whether money can be sent to the contracts that the API names. */
export type ContractsCheck =
  | { readonly kind: 'trusted'; readonly vault: Address; readonly fmc: Address; readonly router: Address }
  /** The API is on another chain than the build. */
  | { readonly kind: 'other-chain'; readonly chainId: number }
  /** The API names another contract than the build: nothing is sent to it. */
  | { readonly kind: 'other-contract'; readonly contract: keyof BuildContracts; readonly address: string };

const CONTRACTS = ['vault', 'fmc', 'router'] as const;

/**
 * Returns the contracts that the API names if they are those of the build, else the difference. A development build
 * names none (`contracts` is null) and trusts the API.
 */
export function checkContracts(
  named: NamedContracts,
  build: { readonly chainId: number; readonly contracts: BuildContracts | null },
): ContractsCheck {
  if (named.chainId !== build.chainId) return { kind: 'other-chain', chainId: named.chainId };
  for (const contract of CONTRACTS) {
    const own = build.contracts?.[contract];
    if (own !== undefined && own.toLowerCase() !== named[contract].toLowerCase())
      return { kind: 'other-contract', contract, address: named[contract] };
  }
  const { vault, fmc, router } = named;
  return { kind: 'trusted', vault: getAddress(vault), fmc: getAddress(fmc), router: getAddress(router) };
}
