/**
 * What the build was made for. `demoOperators` are private keys of the local system's operators: only its own builds
 * (mode devnet) have any.
 */
export const buildSettings = {
  chainId: Number(import.meta.env['VITE_CHAIN_ID'] ?? 202_599),
  demoOperators: String(import.meta.env['VITE_DEMO_OPERATORS'] ?? '')
    .split(',')
    .filter((key) => key !== ''),
} as const;
