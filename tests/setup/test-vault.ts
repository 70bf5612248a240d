import type { Address } from 'viem';

/** Address of the vault, and of the other contracts, in tests without a chain. */
export const TEST_VAULT: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
