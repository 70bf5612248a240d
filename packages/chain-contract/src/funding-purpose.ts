import { type Hex, stringToHex } from 'viem';

/** What money that is nobody's deposit is for: JU for the treasury, FMC for the emission. */
export type FundingPurpose = 'treasury' | 'emission';

/** The purpose as the vault's `Funded` event carries it: ASCII, padded with zeros on the right. */
export function fundingPurpose(purpose: FundingPurpose): Hex {
  return stringToHex(purpose, { size: 32 });
}
