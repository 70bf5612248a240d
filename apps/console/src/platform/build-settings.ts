import { getAddress, zeroAddress } from 'viem';

/**
 * Settings of the build. `demoOperators` are private keys of the local system's operators: only local builds (mode
 * devnet) contain any.
 */
export const buildSettings = {
  chainId: Number(import.meta.env['VITE_CHAIN_ID'] ?? 202_599),
  /** The vault of the system that operators sign for; a build for production names it. */
  vault: getAddress(import.meta.env['VITE_VAULT'] ?? zeroAddress),
  demoOperators: String(import.meta.env['VITE_DEMO_OPERATORS'] ?? '')
    .split(',')
    .filter((key) => key !== ''),
} as const;
